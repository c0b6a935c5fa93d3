import {
  SETTING_NAMES,
  type ChallengePolicy,
  type FormSettings,
  type SettingName,
} from '../../contract/form-settings.ts';
import { rulesOf } from './setting-rows.ts';
import { isSame, NO_SETTINGS } from './setting-rules.ts';

const widens = (name: SettingName, before: FormSettings, after: FormSettings): boolean =>
  rulesOf(name).widens?.(before[name], after[name]) ?? false;

/** From the most lenient policy to the strictest one. */
const POLICIES: readonly ChallengePolicy[] = ['off', 'suspicious', 'always'];

/** Whether a policy asks for more challenges than another one, or than the default. */
export const isStricter = (one: ChallengePolicy, other: ChallengePolicy = 'off'): boolean =>
  POLICIES.indexOf(one) > POLICIES.indexOf(other);

/** Whether a form with these settings needs the owner's consent before it may deliver. */
export const settingsNeedConsent = (settings: FormSettings): boolean =>
  SETTING_NAMES.some((name) => widens(name, NO_SETTINGS, settings));

/** Fields for files wait with the consent to files: until then, nobody could fill them in. */
const needsFirstFiles = ({ files }: FormSettings, { fields = [] }: FormSettings): boolean =>
  files === undefined && fields.some(({ type }) => type === 'file');

/**
 * What a change does at once: all of it for the owner and if nothing widens. Else the members that
 * widen keep their value, and the whole document waits as a proposal. A challenge below `guard` widens.
 */
export function splitChange(
  before: FormSettings,
  wanted: FormSettings,
  guard: ChallengePolicy = 'off',
): { settings: FormSettings; proposed?: FormSettings } {
  const waiting = SETTING_NAMES.filter((name) => widens(name, before, wanted));
  if (isStricter(guard, wanted.challenge)) waiting.push('challenge');
  if (waiting.includes('files') && needsFirstFiles(before, wanted)) waiting.push('fields');
  if (waiting.length === 0) return { settings: wanted };
  const kept = SETTING_NAMES.map((name) => {
    const from = waiting.includes(name) ? before : wanted;
    return [name, from[name]] as const;
  });
  const settings = Object.fromEntries(kept.filter(([, value]) => value !== undefined));
  return { settings: Object.freeze(settings), proposed: wanted };
}

/** The settings with another value of one of them, members in the order of the table. */
export function withSetting<Name extends SettingName>(
  settings: FormSettings,
  name: Name,
  value: FormSettings[Name],
): FormSettings {
  const changed: FormSettings = { ...settings, [name]: value };
  const kept = SETTING_NAMES.map((each) => [each, changed[each]] as const);
  return Object.freeze(Object.fromEntries(kept.filter(([, each]) => each !== undefined)));
}

/** A setting that differs between two documents, its values as lines of text; none where unset. */
export interface SettingChange {
  name: SettingName;
  before: readonly string[];
  after: readonly string[];
}

/** The texts of a value, each on its own line: strings of it in their order. */
function linesOf(value: FormSettings[SettingName] | object): string[] {
  if (value === undefined) return [];
  if (Array.isArray(value)) return value.flatMap(linesOf);
  if (typeof value === 'object') return Object.values(value).flatMap(linesOf);
  return String(value).split('\n');
}

function describeSetting(name: SettingName, settings: FormSettings): readonly string[] {
  const value = settings[name];
  if (value === undefined) return [];
  return rulesOf(name).describe?.(value) ?? linesOf(value);
}

/** Every difference, as the owner of the inbox sees it before agreeing. */
export function changesBetween(before: FormSettings, after: FormSettings): SettingChange[] {
  return SETTING_NAMES.filter((name) => !isSame(before[name], after[name])).map((name) => ({
    name,
    before: describeSetting(name, before),
    after: describeSetting(name, after),
  }));
}
