import type { FieldFaultCode } from '../../contract/enums.ts';
import { fill, type FieldWords } from '../../catalogs/catalog.ts';
import { isCheckboxGroup, isOvernight, typeOf } from './declared-field.ts';
import type { FieldFault } from './check-fields.ts';

/** What a value of the type is called in the table of words. */
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

/** What a visitor can do about a fault, in one sentence; it has nothing of what was sent. */
export function explainFault(words: FieldWords, fault: FieldFault): string {
  const { minlength, maxlength, min, max, step = 1 } = fault.field ?? {};
  const bounds = { minlength, maxlength, min, max, step, base: min ?? 0 };
  return fill(SENTENCES[fault.code](words, fault), bounds);
}
