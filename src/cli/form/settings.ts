import { isDeepStrictEqual } from 'node:util';
import { FormSettings, SETTING_NAMES } from '../../contract/form-settings.ts';
import type { FormSettingsView } from '../../contract/schemas.ts';
import { isObject } from '../../platform/text/json.ts';
import { didYouMean } from '../../platform/text/nearest-name.ts';
import { show, UsageError } from '../command.ts';
import { clientCommand, openOwnForm, type ClientForm, type Managed } from './client.ts';
import { call } from './deployment.ts';
import { printable } from '../../platform/text/printable.ts';
import { SavedForms } from './saved-forms.ts';

/** Settings by their names, with values that the service has not checked. */
export type SettingsDocument = Readonly<Record<string, unknown>>;

export interface SettingsView extends Pick<FormSettingsView, 'health' | 'copies' | 'targets_off'> {
  /** Deployments of older versions do not tell. */
  state?: FormSettingsView['state'];
  settings: SettingsDocument;
  /** The whole document as it becomes once the owner of the inbox agrees. */
  proposed?: SettingsDocument;
}

/** The document before a change, with the waiting proposal. */
export const latest = ({ settings, proposed }: SettingsView): SettingsDocument =>
  proposed ?? settings;

export function differences(before: SettingsDocument, after: SettingsDocument): string[] {
  const names = new Set([...Object.keys(before), ...Object.keys(after)]);
  return [...names].filter((name) => !isDeepStrictEqual(before[name], after[name]));
}

export const fetchSettings = (form: ClientForm) => call<SettingsView>('getSettings', form);

/** The merge patch (RFC 7396) that makes one value of the other. */
export function mergePatch(before: unknown, after: unknown): unknown {
  if (!isObject(before) || !isObject(after)) return after;
  const changed = differences(before, after);
  return Object.fromEntries(
    changed.map((name) => [
      name,
      Object.hasOwn(after, name) ? mergePatch(before[name], after[name]) : null,
    ]),
  );
}

type Change = (now: SettingsDocument) => SettingsDocument;

/**
 * Changes a form's settings if something differs: all of them, or those in the patch `change`,
 * which keeps concurrent changes of others.
 */
export async function changeSettings(
  form: Managed,
  change: Change,
  operation: 'patchSettings' | 'putSettings',
) {
  const { body: before, etag } = await fetchSettings(form);
  const now = latest(before);
  const wanted = change(now);
  const waitingFor = (view: SettingsView) => differences(view.settings, latest(view));
  if (isDeepStrictEqual(wanted, now)) {
    return { view: before, changed: [], waiting: waitingFor(before), hasEffect: false };
  }
  const body = operation === 'putSettings' ? wanted : (mergePatch(now, wanted) as object);
  const { body: after, etag: next } = await call<SettingsView>(operation, form, { body });
  return {
    view: after,
    /** Settings that have another value from now on. */
    changed: differences(before.settings, after.settings),
    /** Settings that wait for the owner of the inbox. */
    waiting: waitingFor(after),
    hasEffect: next === undefined || next !== etag,
  };
}

const typeOf = (name: string): string | undefined =>
  Object.entries(FormSettings.properties).find(([known]) => known === name)?.[1].type;

/** A value as JSON if it is; text stays text if the setting is one. */
function readValue(name: string, text: string): unknown {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return text;
  }
  return typeOf(name) === 'string' && typeof value !== 'string' ? text : value;
}

/** The settings in `NAME=VALUE` arguments; a list is JSON, or the name once for each entry. */
export function readAssignments(words: readonly string[]): SettingsDocument {
  const document: Record<string, unknown> = {};
  for (const word of words) {
    const at = word.indexOf('=');
    if (at < 1) throw new UsageError('A setting must be NAME=VALUE, such as paused=true.');
    const name = word.slice(0, at);
    const value = readValue(name, word.slice(at + 1));
    if (typeOf(name) === 'array' && !Array.isArray(value)) {
      const listed = document[name];
      document[name] = [...(Array.isArray(listed) ? (listed as unknown[]) : []), value];
    } else {
      if (Object.hasOwn(document, name)) throw new UsageError(`${name} is set twice.`);
      document[name] = value;
    }
  }
  return document;
}

/** Throws UsageError for a name that neither this version nor the form has. */
export function withoutSettings(
  document: SettingsDocument,
  names: readonly string[],
): SettingsDocument {
  const known = new Set<string>([...Object.keys(document), ...SETTING_NAMES]);
  const unknown = names.find((name) => !known.has(name));
  if (unknown !== undefined) {
    throw new UsageError(
      `Unknown setting ${JSON.stringify(unknown)}.` +
        (didYouMean(unknown, known) || ` There are: ${SETTING_NAMES.join(', ')}.`),
    );
  }
  return Object.fromEntries(Object.entries(document).filter(([name]) => !names.includes(name)));
}

/** A setting as people read it; texts without quotation marks. */
export const showValue = (value: unknown): string =>
  printable(typeof value === 'string' ? value : (JSON.stringify(value) ?? 'not set'));

function describe({
  view,
  changed,
  waiting,
}: Awaited<ReturnType<typeof changeSettings>>): string[] {
  if (changed.length === 0 && waiting.length === 0) return ['Nothing to change.'];
  return [
    ...changed.map((name) => `${printable(name)}: ${showValue(view.settings[name])}`),
    ...waiting.map((name) => {
      const wanted = showValue(latest(view)[name]);
      return `${printable(name)}: ${wanted}, once the owner of the inbox agrees by email`;
    }),
  ];
}

const settingsCommand = (toChange: (words: readonly string[]) => Change) =>
  clientCommand(async (context) => {
    const [, ...words] = context.positionals;
    if (words.length === 0) throw new UsageError('Name at least one setting.');
    const change = toChange(words);
    const form = await openOwnForm(context);
    const done = await changeSettings(form, change, 'patchSettings');
    await new SavedForms(context).remember(form.url, form.formId, done.view.settings);
    show(context, done.view, () => describe(done));
  });

export const setSettings = settingsCommand((words) => {
  const assigned = readAssignments(words);
  return (now) => ({ ...now, ...assigned });
});

export const unsetSettings = settingsCommand((names) => (now) => withoutSettings(now, names));
