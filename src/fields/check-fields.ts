import type { FormField } from '../contract/form-field.ts';
import { fill, type FieldWords } from '../catalogs/catalog.ts';
import type { FieldFaultCode } from '../contract/enums.ts';
import {
  isCheckboxGroup,
  isLoneCheckbox,
  isOvernight,
  longestOf,
  NOT_TICKED,
  optionFor,
  optionsOf,
  takesSeveral,
  TICKED,
  typeOf,
  type DeclaredFields,
} from './declared-field.ts';
import { isKnownName } from './added-fields.ts';
import type { Fields } from './field-names.ts';
import { faultsOfValue, isWritten, sanitize, type WrittenType } from './value-rules.ts';

/** How many files each field was sent. */
export type GivenFiles = ReadonlyMap<string, number>;

const NO_FILES: GivenFiles = new Map();

/** One fault of a submission. It contains no input except the name of an unknown field. */
export interface FieldFault {
  /** The name of the field. */
  name: string;
  code: FieldFaultCode;
  /** The field as it is declared; absent for an unknown one. */
  field?: FormField;
  /** It has several values, and one is allowed. */
  isSeveral?: true;
  /** It has a file, and it is no field for files. */
  isFile?: true;
}

function* faultsOfTick(field: FormField, [value = '']: readonly string[]) {
  if (TICKED.has(value)) return;
  if (!NOT_TICKED.has(value)) yield 'badInput' as const;
  else if (field.required) yield 'valueMissing' as const;
}

/** An empty value is no choice, unless it is declared as one. First in a select, it is a prompt. */
function isNoChoice(field: FormField, value: string): boolean {
  // A box that is not ticked, as scripts post it.
  if (value === 'false') return typeOf(field) === 'checkbox' && !optionFor(field, value);
  if (value !== '') return false;
  const at = optionsOf(field).findIndex((option) => option.value === '');
  return at < 0 || (at === 0 && typeOf(field) === 'select' && !field.multiple);
}

function* faultsOfChoice(field: FormField, values: readonly string[]) {
  const chosen = values.filter((value) => !isNoChoice(field, value));
  if (chosen.length === 0 && field.required) yield 'valueMissing' as const;
  if (!chosen.every((value) => optionFor(field, value))) yield 'badInput' as const;
}

function* faultsOfText(type: WrittenType, field: FormField, texts: readonly string[]) {
  const values = texts.map((text) => sanitize(type, text, field)).filter((value) => value !== '');
  if (values.length === 0 && field.required) yield 'valueMissing' as const;
  for (const value of values) yield* faultsOfValue(type, value, field);
}

function codesOf(field: FormField, values: readonly string[]): Iterable<FieldFaultCode> {
  const type = typeOf(field);
  if (isWritten(type)) return faultsOfText(type, field, values);
  if (type === 'file' || type === 'hidden') return [];
  return isLoneCheckbox(field) ? faultsOfTick(field, values) : faultsOfChoice(field, values);
}

/** A browser sends the name of a file as text if its form is not sent as multipart. */
function* faultsOfFile(field: FormField, values: readonly string[], files: number) {
  const { name } = field;
  if (values.some((value) => value !== '')) yield { name, field, code: 'badInput' } as const;
  else if (files === 0 && field.required) yield { name, field, code: 'valueMissing' } as const;
  if (files > 1 && !field.multiple) {
    yield { name, field, code: 'badInput', isSeveral: true } as const;
  }
}

function* faultsOf(field: FormField, given: Fields, files: GivenFiles): Generator<FieldFault> {
  const { name } = field;
  const values = given.get(name) ?? [];
  if (typeOf(field) === 'file') return yield* faultsOfFile(field, values, files.get(name) ?? 0);
  if (files.has(name)) yield { name, field, code: 'badInput', isFile: true };
  else if (values.length > 1 && !takesSeveral(field)) {
    yield { name, field, code: 'badInput', isSeveral: true };
  } else for (const code of new Set(codesOf(field, values))) yield { name, field, code };
}

function* allFaults(
  { fields = [], unknown_fields }: DeclaredFields,
  given: Fields,
  files: GivenFiles,
) {
  for (const field of fields) yield* faultsOf(field, given, files);
  if (unknown_fields !== 'refuse' || fields.length === 0) return;
  const declared = new Set(fields.map(({ name }) => name));
  for (const name of new Set([...given.keys(), ...files.keys()])) {
    if (!declared.has(name) && !isKnownName(name, given))
      yield { name, code: 'unknownField' } as const;
  }
}

/**
 * Checks posted fields against declared ones like a browser (ADR 41). Returns all faults in the
 * declared order, unknown fields last.
 */
export const checkFields = (
  declared: DeclaredFields,
  given: Fields,
  files: GivenFiles = NO_FILES,
): FieldFault[] => Array.from(allFaults(declared, given, files));

/** The names of values of these types in the table of words. */
const BAD_INPUTS = {
  number: 'number',
  date: 'date',
  time: 'time',
  'datetime-local': 'moment',
  file: 'file',
} as const;

function badInput(
  { badInput: words }: FieldWords,
  { field, isSeveral, isFile }: FieldFault,
): string {
  const type = field ? typeOf(field) : 'text';
  if (isFile) return words.noFile;
  if (isSeveral) return type === 'file' ? words.singleFile : words.single;
  return type in BAD_INPUTS ? words[BAD_INPUTS[type as keyof typeof BAD_INPUTS]] : words.option;
}

function valueMissing({ valueMissing: words }: FieldWords, { field }: FieldFault): string {
  const type = field ? typeOf(field) : 'text';
  if (type === 'file') return words.file;
  if (type === 'select' || type === 'radio') return words.choice;
  if (type !== 'checkbox' || !field) return words.text;
  return isCheckboxGroup(field) ? words.ticks : words.tick;
}

function typeMismatch({ typeMismatch: words }: FieldWords, { field }: FieldFault): string {
  if (field?.type === 'url') return words.url;
  return field?.multiple ? words.emails : words.email;
}

const scaleOf = ({ field }: FieldFault) => (field?.type === 'number' ? 'number' : 'moment');

const boundOf = (fault: FieldFault) =>
  fault.field && isOvernight(fault.field) ? 'time' : scaleOf(fault);

const SENTENCES: Record<FieldFaultCode, (words: FieldWords, fault: FieldFault) => string> = {
  valueMissing,
  typeMismatch,
  patternMismatch: (words) => words.patternMismatch,
  tooLong: (words) => words.tooLong,
  tooShort: (words) => words.tooShort,
  rangeUnderflow: (words, fault) => words.rangeUnderflow[boundOf(fault)],
  rangeOverflow: (words, fault) => words.rangeOverflow[boundOf(fault)],
  stepMismatch: (words, fault) => words.stepMismatch[scaleOf(fault)],
  badInput,
  unknownField: (words) => words.unknownField,
};

/** Tells a visitor in one sentence how to correct a fault. It repeats nothing that was sent. */
export function explainFault(words: FieldWords, fault: FieldFault): string {
  const { minlength, min, max, step = 1 } = fault.field ?? {};
  const maxlength = fault.field && longestOf(fault.field);
  const bounds = { minlength, maxlength, min, max, step, base: min ?? 0 };
  return fill(SENTENCES[fault.code](words, fault), bounds);
}
