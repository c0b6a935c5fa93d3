import {
  SETTING_NAMES,
  type FormSettings,
  type SettingName,
} from '../../contract/form-settings.ts';
import { LIMITS } from '../../contract/limits.ts';
import { describeEncryption } from './encryption-faults.ts';
import { describeField } from './field-faults.ts';
import { NO_SETTINGS, settingRow } from './setting-rows.ts';
import { describeTarget } from './target-faults.ts';

const widens = (name: SettingName, before: FormSettings, after: FormSettings): boolean =>
  settingRow(name).widens?.(before[name], after[name]) ?? false;

/** Whether a form with these settings needs the owner's consent before it may deliver. */
export const settingsNeedConsent = (settings: FormSettings): boolean =>
  SETTING_NAMES.some((name) => widens(name, NO_SETTINGS, settings));

/** Fields for files wait with the consent to files: until then, nobody could fill them in. */
const needsFirstFiles = ({ files }: FormSettings, { fields = [] }: FormSettings): boolean =>
  files === undefined && fields.some(({ type }) => type === 'file');

/**
 * What a change does at once: all of it for the owner and where nothing widens. Else the members that
 * widen keep their value, and the whole document waits as a proposal.
 */
export function splitChange(
  before: FormSettings,
  wanted: FormSettings,
): { settings: FormSettings; proposed?: FormSettings } {
  const waiting = SETTING_NAMES.filter((name) => widens(name, before, wanted));
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

function linesOfSetting(name: SettingName, settings: FormSettings): string[] {
  const { fields = [], files, targets = [] } = settings;
  if (name === 'fields') return fields.map(describeField);
  if (name === 'targets') return targets.map(describeTarget);
  if (name === 'encryption' && settings.encryption) return describeEncryption(settings.encryption);
  if (name === 'files' && files) return linesOfFiles(files);
  return linesOf(settings[name]);
}

/** How many, their bytes where the form says so, and their types: lines that `describeChange` puts into words. */
const linesOfFiles = ({
  max_count = LIMITS.usualFiles,
  max_bytes,
  types = [],
}: NonNullable<FormSettings['files']>): string[] => [
  String(max_count),
  String(max_bytes ?? ''),
  ...types,
];

/** The texts of a value, each on its own line: strings of it in their order. */
function linesOf(value: FormSettings[SettingName] | object): string[] {
  if (value === undefined) return [];
  if (Array.isArray(value)) return value.flatMap(linesOf);
  if (typeof value === 'object') return Object.values(value).flatMap(linesOf);
  return String(value).split('\n');
}

/** Every difference, as the owner of the inbox sees it before agreeing. */
export function changesBetween(before: FormSettings, after: FormSettings): SettingChange[] {
  return SETTING_NAMES.filter(
    (name) => JSON.stringify(before[name]) !== JSON.stringify(after[name]),
  ).map((name) => ({
    name,
    before: linesOfSetting(name, before),
    after: linesOfSetting(name, after),
  }));
}
