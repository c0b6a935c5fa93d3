import { FormField } from '../../contract/form-field.ts';
import { isObject, readJsonObject } from '../../platform/text/json.ts';
import {
  CommandError,
  printJson,
  programOf,
  readTextInput,
  type CommandContext,
} from '../command.ts';
import { printable } from '../../platform/text/printable.ts';
import type { Manifest, WantedForm } from './manifest.ts';
import type { SettingsDocument } from './settings.ts';

const objectOf = (value: unknown) => (isObject(value) ? value : {});
const textOf = (value: unknown) => (typeof value === 'string' ? value : '');

const TYPES: ReadonlySet<string> = new Set(FormField.properties.type.enum);

function toField([name, value]: [string, unknown]) {
  const { type, prettyName, required } = objectOf(value);
  return {
    name,
    ...(textOf(prettyName) && { label: textOf(prettyName) }),
    ...(TYPES.has(textOf(type)) && { type: textOf(type) }),
    ...(required === true && { required }),
  };
}

/** One form of formspree.json: a first action `email` names its inbox, further ones are copies. */
function toForm(key: string, value: unknown): { form: WantedForm; left: string[] } {
  const { name, actions, fields } = objectOf(value);
  const all = (Array.isArray(actions) ? actions : []).map(objectOf);
  const mails = all.filter(({ type }) => type === 'email');
  const [email = '', ...others] = mails.map(({ to }) => textOf(to));
  const copies = others.filter((to) => to !== '');
  const declared = Object.entries(objectOf(fields)).map(toField);
  const settings = {
    ...(declared.length > 0 && { fields: declared }),
    ...(copies.length > 0 && { copies }),
  } as SettingsDocument;
  const left = all
    .filter(({ type }) => type !== 'email')
    .map(({ type }) => textOf(type) || 'an action without a type');
  if (!email.includes('@')) left.push('its address, which the file does not have');
  const form = { email, alias: textOf(name) || key };
  return { form: Object.keys(settings).length > 0 ? { ...form, settings } : form, left };
}

/** The forms of a formspree.json as a manifest, and what it cannot have. Throws CommandError. */
export function fromFormspree(
  path: string,
  content: string,
): { manifest: Manifest; left: string[] } {
  const forms = readJsonObject(content)?.['forms'];
  if (!isObject(forms) || Object.keys(forms).length === 0) {
    throw new CommandError(`${path} has no forms as formspree.json has them.`);
  }
  const imported = Object.entries(forms).map(([key, form]) => toForm(key, form));
  return {
    manifest: { project: 'website', forms: imported.map(({ form }) => form) },
    left: imported.flatMap(({ form, left }) =>
      left.map((what) => printable(`${form.alias}: ${what}`)),
    ),
  };
}

/** Prints a letterslot.json; what is left to a person goes to standard error. */
export async function importForms(context: CommandContext): Promise<void> {
  const [path = ''] = context.positionals;
  const { manifest, left } = fromFormspree(path, await readTextInput(path));
  printJson(context, manifest);
  if (left.length > 0) context.note('Not imported:', ...left.map((what) => `  ${what}`));
  const apply = `${programOf(context)} form apply letterslot.json --dry-run`;
  context.note(`Next: ${apply}, if that is where it went.`);
}
