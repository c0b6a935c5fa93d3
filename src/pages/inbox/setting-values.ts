import {
  DEFAULT_CHOICES,
  FormSettings,
  SETTING_NAMES,
  type SettingName,
} from '../../contract/form-settings.ts';
import { numberIn, toFields, type FieldDraft } from '../composer/field-values.ts';
import { inboxWords } from '../context.tsx';

/** The parts of a JSON schema that decide how a value is edited. */
export interface EditorSchema {
  readonly type?: string | readonly string[];
  readonly anyOf?: readonly EditorSchema[];
  readonly enum?: readonly string[];
  readonly format?: string;
  readonly maxLength?: number;
  readonly items?: EditorSchema;
  readonly properties?: Readonly<Record<string, EditorSchema>>;
}

/** A value as its editor has it: not checked, and empty if nothing is entered. */
export type Draft =
  string | number | boolean | readonly Draft[] | { readonly [member: string]: Draft } | undefined;

/** The settings as they are being edited. */
export type SettingsDraft = Readonly<Record<string, Draft>>;

export const SCHEMAS: Readonly<Record<string, EditorSchema>> = FormSettings.properties;

const { preview } = inboxWords;

/** What applies without a setting, as it would be entered. */
export const DEFAULTS: Partial<Record<SettingName, string>> = {
  ...DEFAULT_CHOICES,
  subject: '{name} · {form}',
  sender_name: preview.via,
  success_message: preview.thanks,
};

const isList = (value: Draft): value is readonly Draft[] => Array.isArray(value);

const isGroup = (value: Draft): value is Readonly<Record<string, Draft>> =>
  typeof value === 'object' && !isList(value);

export const membersOf = (value: Draft): Readonly<Record<string, Draft>> =>
  isGroup(value) ? value : {};

export const asList = (value: Draft): readonly Draft[] => (isList(value) ? value : []);

/** Bytes of a megabyte, as people count them. */
const MEGABYTE = 1_000_000;

/** A number of bytes as megabytes; what is typed stays as it is. */
export const inMegabytes = (value: Draft, language: string): Draft =>
  typeof value === 'number'
    ? new Intl.NumberFormat(language, { maximumFractionDigits: 6, useGrouping: false }).format(
        value / MEGABYTE,
      )
    : value;

/** The bytes of typed megabytes; what is no number stays, for the service to judge. */
function inBytes(value: Draft): Draft {
  const megabytes = typeof value === 'string' ? numberIn(value.trim()) : undefined;
  return typeof megabytes === 'number' ? Math.round(megabytes * MEGABYTE) : value;
}

export const isNumeric = ({ type }: EditorSchema): boolean =>
  type === 'integer' || type === 'number';

/** A value as its schema has it, without what is empty; undefined for the default. */
function toValue(value: Draft, schema: EditorSchema = {}): Draft {
  if (typeof value === 'string') {
    const text = value.trim();
    if (text === '') return undefined;
    return isNumeric(schema) ? numberIn(text) : text;
  }
  if (value === false) return undefined;
  if (isList(value)) {
    const entries = value.map((entry) => toValue(entry, schema.items));
    const filled = entries.filter((entry) => entry !== undefined);
    return filled.length > 0 ? filled : undefined;
  }
  if (!isGroup(value)) return value;
  const members = Object.entries(value).map(([name, member]) => [
    name,
    toValue(member, schema.properties?.[name]),
  ]);
  const filled = members.filter(([, member]) => member !== undefined);
  return filled.length > 0 ? (Object.fromEntries(filled) as Draft) : undefined;
}

/** The fields of a draft. */
export const fieldsOf = ({ fields }: SettingsDraft): readonly FieldDraft[] =>
  isList(fields) ? (fields as readonly FieldDraft[]) : [];

/** `{}` takes files with the defaults; without the setting no file is taken. */
function toFiles(value: Draft): Draft {
  if (value === undefined) return undefined;
  const members = membersOf(value);
  const inUnits = { ...members, max_bytes: inBytes(members['max_bytes']) };
  return membersOf(toValue(inUnits, SCHEMAS['files']));
}

/** The service makes the secrets: they are not sent back. */
const toTargets = (value: Draft): Draft =>
  toValue(asList(value).map((target) => ({ ...membersOf(target), secret: undefined })));

/** Settings that are more than what was typed, without what is empty. */
const WRITERS: Partial<Record<SettingName, (value: Draft) => unknown>> = {
  fields: (value) => toFields(fieldsOf({ fields: value })),
  files: toFiles,
  targets: toTargets,
};

/** The document to send. The service checks it: what is wrong comes back with its place. */
export function toSettings(draft: SettingsDraft): FormSettings {
  const values = SETTING_NAMES.map((name) => {
    const write = WRITERS[name];
    const value = write ? write(draft[name]) : toValue(draft[name], SCHEMAS[name]);
    return [name, value === DEFAULTS[name] ? undefined : value] as const;
  });
  return Object.fromEntries(values.filter(([, value]) => value !== undefined));
}

export const isSame = (one: Draft, other: Draft) => JSON.stringify(one) === JSON.stringify(other);

/** A draft that is not saved, and the settings that it began with. */
export interface KeptDraft {
  base: FormSettings;
  draft: SettingsDraft;
}

/** Puts a draft on top of newer settings: members that were not touched are the newer ones. */
export function onTopOf(fresh: FormSettings, { base, draft }: KeptDraft): SettingsDraft {
  const [typed, before] = [toSettings(draft), toSettings(base)];
  return Object.fromEntries(
    SETTING_NAMES.map((name) => [
      name,
      isSame(typed[name], before[name]) ? fresh[name] : draft[name],
    ]),
  );
}
