import { FormSettings, SETTING_NAMES } from '../../contract/form-settings.ts';
import { UsageError } from '../operator/command.ts';

/** Settings by their names, with values that the service has not checked. */
export type SettingsDocument = Readonly<Record<string, unknown>>;

const typeOf = (name: string): string | undefined =>
  Object.entries(FormSettings.properties).find(([known]) => known === name)?.[1].type;

/** A value as JSON where it is; text stays text where the setting is one. */
function readValue(name: string, text: string): unknown {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return text;
  }
  return typeOf(name) === 'string' && typeof value !== 'string' ? text : value;
}

/** The settings in `NAME=VALUE` arguments; a list is one JSON list, or its name once for each entry. */
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
  const isKnown = (name: string) =>
    Object.hasOwn(document, name) || SETTING_NAMES.some((known) => known === name);
  const unknown = names.find((name) => !isKnown(name));
  if (unknown !== undefined) {
    throw new UsageError(
      `There is no setting ${JSON.stringify(unknown)}. There are: ${SETTING_NAMES.join(', ')}.`,
    );
  }
  return Object.fromEntries(Object.entries(document).filter(([name]) => !names.includes(name)));
}
