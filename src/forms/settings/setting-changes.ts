import {
  SETTING_NAMES,
  type ChallengePolicy,
  type FormSettings,
  type SettingName,
} from '../../contract/form-settings.ts';
import { parseTemplate } from '../../mail/template.ts';
import { AUTO_REPLY } from './auto-reply.ts';
import { COPIES } from './copies.ts';
import { ENCRYPTION } from './encryption.ts';
import { FIELDS } from './fields.ts';
import { FILES } from './files.ts';
import { ORIGINS } from './origins.ts';
import { FORM_NAME, REDIRECT, WEBSITE } from './pages.ts';
import { faultOfLine, type ReportFault } from './schema-faults.ts';
import { isSame, NO_SETTINGS, toSettings, type SettingRules } from './setting-rules.ts';
import { TARGETS } from './targets.ts';

const TEMPLATE = {
  judge(text: string, report: ReportFault) {
    const template = parseTemplate(text);
    if ('fault' in template) report(template.fault);
  },
};

/** Rules of settings beyond their schemas in the contract. */
const SETTING_ROWS: { readonly [Name in SettingName]?: SettingRules<Name> } = {
  name: FORM_NAME,
  subject: TEMPLATE,
  sender_name: TEMPLATE,
  redirect: REDIRECT,
  success_message: {
    judge: (text, report) => report(faultOfLine(text.replaceAll('\n', ' '))),
  },
  website: WEBSITE,
  origins: ORIGINS,
  // Everybody may submit again.
  access: { widens: (before, after) => before === 'key' && after !== 'key' },
  fields: FIELDS,
  files: FILES,
  copies: COPIES,
  targets: TARGETS,
  auto_reply: AUTO_REPLY,
  encryption: ENCRYPTION,
};

const NO_RULES: SettingRules<SettingName> = {};

/** The rules of a setting for one of its values. */
export const rulesOf = (name: SettingName): SettingRules<SettingName> =>
  SETTING_ROWS[name] ?? NO_RULES;

const widens = (name: SettingName, before: FormSettings, after: FormSettings): boolean =>
  rulesOf(name).widens?.(before[name], after[name]) ?? false;

/** From the most lenient policy to the strictest one. */
const POLICIES: readonly ChallengePolicy[] = ['off', 'suspicious', 'always'];

/** True if a policy asks for more challenges than another one, or than the default. */
export const isStricter = (one: ChallengePolicy, other: ChallengePolicy = 'off'): boolean =>
  POLICIES.indexOf(one) > POLICIES.indexOf(other);

/** True if a form with these settings needs the owner's consent before it delivers. */
export const settingsNeedConsent = (settings: FormSettings): boolean =>
  SETTING_NAMES.some((name) => widens(name, NO_SETTINGS, settings));

/** Fields for files wait with the consent to files: before it, visitors could not fill them in. */
const needsFirstFiles = ({ files }: FormSettings, { fields = [] }: FormSettings): boolean =>
  files === undefined && fields.some(({ type }) => type === 'file');

/**
 * Splits a change by the holder of the token. Members that widen keep their value, and the whole
 * document waits as a proposal. A challenge below `guard` widens.
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
  const settings = toSettings((name) => (waiting.includes(name) ? before : wanted)[name]);
  return { settings, proposed: wanted };
}

/** A setting that differs between two documents, with its values as lines of text. */
export interface SettingChange {
  name: SettingName;
  before: readonly string[];
  after: readonly string[];
}

/** The texts of a value in their order, one a line. */
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
