import { FormSettings, SETTING_NAMES, type SettingName } from '../../contract/form-settings.ts';
import { LIMITS } from '../../contract/limits.ts';
import { ServiceError } from '../../contract/service-error.ts';
import { isLoopback } from '../../platform/text/host-name.ts';
import { repeatedMembers, isObject } from '../../platform/text/json.ts';
import { below, faultsIn, type Fault } from './schema-faults.ts';
import { rulesOf } from './setting-rows.ts';
import type { Beside, SettingsForm, SettingsService } from './setting-rules.ts';
import type { AllowsLocal } from './web-url.ts';

/** Where settings are read from, and what a page of this machine may be. */
export interface SettingsPlace {
  /** The JSON Pointer of the document. */
  path: string;
  /** The members that its text has twice, as pointers within the request. */
  repeated?: readonly string[];
  /** Why nothing can be encrypted to the key: it was checked before, because that takes a computation. */
  keyFault?: string | undefined;
  service: SettingsService;
  /** The form that they are for, where one is known. */
  form?: SettingsForm;
}

/** `http://localhost` pages are for the developer's own machine. */
export const localPagesOf =
  (isLocalService: boolean, { origins = [] }: FormSettings): AllowsLocal =>
  (origin) =>
    isLocalService || origins.includes(origin);

/** Which origins a document lists, while it may still have faults. */
const originsIn = ({ origins }: Readonly<Record<string, unknown>>): FormSettings => ({
  origins: Array.isArray(origins) ? origins.filter((text) => typeof text === 'string') : [],
});

/** The value without what has faults already: an item of a list, else all of it. */
function fittingPart(value: unknown, path: string, faults: readonly Fault[]): unknown {
  const within = faults.filter((fault) => fault.path === path || fault.path.startsWith(`${path}/`));
  if (within.length === 0) return value;
  if (!Array.isArray(value) || within.some((fault) => fault.path === path)) return undefined;
  return value.map((item: unknown, index) => fittingPart(item, below(path, index), within));
}

function allFaults(given: unknown, place: SettingsPlace): Fault[] {
  const { path, repeated = [], keyFault, service, form } = place;
  const ofShape = Array.from(faultsIn(FormSettings, given, path));
  const twice = repeated.map((at) => ({ path: at, message: 'It is there more than once.' }));
  if (!isObject(given)) return [...twice, ...ofShape];
  const allowsLocal = localPagesOf(isLoopback(service.ownHost), originsIn(given));
  const beside: Beside = { allowsLocal, document: given, service, form };
  const ofContent = SETTING_NAMES.flatMap((name) => {
    const at = below(path, name);
    const value = fittingPart(given[name], at, ofShape) as FormSettings[SettingName];
    return value === undefined ? [] : Array.from(rulesOf(name).faults?.(value, at, beside) ?? []);
  });
  const ofKey =
    keyFault === undefined ? [] : [{ path: `${below(path, 'encryption')}/key`, message: keyFault }];
  return [...twice, ...ofShape, ...ofContent, ...ofKey];
}

/** The members below `path` that the text of a request has twice, the first ones as pointers. */
export function repeatedBelow(path: string, text: string): string[] {
  return repeatedMembers(text)
    .map((names) => names.reduce<string>(below, ''))
    .filter((pointer) => pointer === path || pointer.startsWith(`${path}/`))
    .take(LIMITS.settingsFaults)
    .toArray();
}

/**
 * An error that lists faults, the first ones if there are many. One long name can lead to all of
 * them: together their pointers are no longer than the largest settings.
 */
export function settingsInvalid(faults: readonly Fault[]): ServiceError<'settings_invalid'> {
  let left = LIMITS.settingsBytes as number;
  const fits = ({ path }: Fault, at: number) => (left -= path.length) >= 0 || at === 0;
  return new ServiceError('settings_invalid', {
    errors: faults.slice(0, LIMITS.settingsFaults).filter(fits),
  });
}

/**
 * The settings of a request, members in the order of the table; throws `settings_invalid` with every
 * fault. A repeated document gives an equal text.
 */
export function parseSettings(given: unknown, place: SettingsPlace): FormSettings {
  const faults = allFaults(given, place);
  if (faults.length > 0 || !isObject(given)) throw settingsInvalid(faults);
  // Only now: what the schema does not know may be nested too deeply for JSON.stringify.
  const size = Buffer.byteLength(JSON.stringify(given));
  if (size > LIMITS.settingsBytes) throw settingsInvalid([tooLarge(place.path)]);
  const sent = given as FormSettings;
  const kept = SETTING_NAMES.flatMap((name) => {
    const value = sent[name];
    return value === undefined ? [] : [[name, rulesOf(name).normalise?.(value) ?? value]];
  });
  return Object.freeze(Object.fromEntries(kept));
}

export const tooLarge = (path: string): Fault => ({
  path,
  message: `The settings must have at most ${LIMITS.settingsBytes} bytes.`,
});
