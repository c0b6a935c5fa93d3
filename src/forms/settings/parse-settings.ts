import { TARGET_TEXTS } from '../../contract/channels.ts';
import { FormSettings, SETTING_NAMES, type SettingName } from '../../contract/form-settings.ts';
import { LIMITS } from '../../contract/limits.ts';
import { ServiceError } from '../../contract/service-error.ts';
import { isLoopback } from '../../platform/text/host-name.ts';
import { repeatedMembers, isObject } from '../../platform/text/json.ts';
import { isMark } from './hidden-values.ts';
import {
  below,
  faultsAt,
  faultsIn,
  reportBelow,
  type Fault,
  type ReportFault,
} from './schema-faults.ts';
import { rulesOf } from './setting-changes.ts';
import {
  toSettings,
  type OperatorLimits,
  type RuleContext,
  type SettingsForm,
} from './setting-rules.ts';
import type { LocalPages } from './web-url.ts';

/** The part of a request that has settings, and what they are judged in. */
export interface SettingsPlace {
  /** The JSON Pointer of the document. */
  path: string;
  /** The text of the request, in which repeated members are found. */
  text?: string;
  /** The fault of the encryption key, whose check is a computation of its own. */
  keyFault?: string | undefined;
  limits: OperatorLimits;
  /** The form of the settings, if it exists. */
  form?: SettingsForm;
}

/** Pages at `http://localhost` are for the developer's own machine. */
export const localPagesOf = (
  isLocalService: boolean,
  { origins = [] }: FormSettings,
): LocalPages => (isLocalService ? 'all' : origins);

/** The origins in a document that may have faults. */
const originsIn = ({ origins }: Readonly<Record<string, unknown>>): FormSettings => ({
  origins: Array.isArray(origins) ? origins.filter((text) => typeof text === 'string') : [],
});

/** The value without its faulty part: an item of a list, else the whole value. */
function fittingPart(value: unknown, path: string, faults: readonly Fault[]): unknown {
  const within = faults.filter((fault) => fault.path === path || fault.path.startsWith(`${path}/`));
  if (within.length === 0) return value;
  if (!Array.isArray(value) || within.some((fault) => fault.path === path)) return undefined;
  return value.map((item: unknown, index) => fittingPart(item, below(path, index), within));
}

const NOTHING_BEHIND =
  'This mark stands for no value that the form has beside the other members. Read the settings again, or send ' +
  'the value itself.';

/** Faults of marks that stand for no value of the form. */
function judgeMarks(
  { copies, targets }: Readonly<Record<string, unknown>>,
  report: ReportFault,
): void {
  const addresses: unknown[] = Array.isArray(copies) ? copies : [];
  for (const [at, copy] of addresses.entries())
    if (isMark(isObject(copy) ? copy['email'] : copy)) report(NOTHING_BEHIND, 'copies', at);
  const places: unknown[] = Array.isArray(targets) ? targets : [];
  for (const [at, target] of places.entries()) {
    const marked = TARGET_TEXTS.filter((name) => isObject(target) && isMark(target[name]));
    for (const name of marked) report(NOTHING_BEHIND, 'targets', at, name);
  }
}

function allFaults(given: unknown, place: SettingsPlace): Fault[] {
  const { path, text = '', keyFault, limits, form } = place;
  const twice = faultsAt('', (report) => {
    for (const names of repeatedBelow(path, text)) report('It is there more than once.', ...names);
  });
  const ofShape = faultsIn(FormSettings, given, path);
  if (!isObject(given)) return [...twice, ...ofShape];
  ofShape.push(...faultsAt(path, (report) => judgeMarks(given, report)));
  const localPages = localPagesOf(isLoopback(limits.ownHost), originsIn(given));
  const context: RuleContext = { localPages, document: given, limits, form };
  const ofContent = faultsAt(path, (report) => {
    for (const name of SETTING_NAMES) {
      const at = below(path, name);
      const value = fittingPart(given[name], at, ofShape) as FormSettings[SettingName];
      if (value === undefined) continue;
      rulesOf(name).judge?.(value, reportBelow(report, name), context);
    }
    report(keyFault, 'encryption', 'key');
  });
  return [...twice, ...ofShape, ...ofContent];
}

/** Paths of the first members at and below `path` that the text of a request has twice. */
const repeatedBelow = (path: string, text: string) =>
  repeatedMembers(text)
    .filter((names) => `${names.reduce<string>(below, '')}/`.startsWith(`${path}/`))
    .take(LIMITS.settingsFaults);

/**
 * An error that lists the first faults. One long name can be in all their pointers: together these
 * are no longer than the largest settings.
 */
export function settingsInvalid(faults: readonly Fault[]): ServiceError<'settings_invalid'> {
  let left = LIMITS.settingsBytes as number;
  const fits = ({ path }: Fault, at: number) => (left -= path.length) >= 0 || at === 0;
  return new ServiceError('settings_invalid', {
    errors: faults.slice(0, LIMITS.settingsFaults).filter(fits),
  });
}

/**
 * The settings of a request, with members in the order of the table, so that equal documents give
 * equal texts. Throws `settings_invalid` with every fault.
 */
export function parseSettings(given: unknown, place: SettingsPlace): FormSettings {
  const faults = allFaults(given, place);
  if (faults.length > 0 || !isObject(given)) throw settingsInvalid(faults);
  // After the schema: an unknown member may be nested too deeply for JSON.stringify.
  const size = Buffer.byteLength(JSON.stringify(given));
  if (size > LIMITS.settingsBytes) throw settingsInvalid([tooLarge(place.path)]);
  const sent = given as FormSettings;
  return toSettings((name) => {
    const value = sent[name];
    return value === undefined ? undefined : (rulesOf(name).normalise?.(value) ?? value);
  });
}

export const tooLarge = (path: string): Fault => ({
  path,
  message: `The settings must have at most ${LIMITS.settingsBytes} bytes.`,
});
