import type { FieldWords } from '../../words/words.ts';
import { isCheckboxGroup, isOvernight, typeOf } from './declared-field.ts';
import type { FieldFault } from './check-fields.ts';

/** What a value of the type is called in the table of words. */
const BAD_INPUTS = {
  number: 'number',
  date: 'date',
  time: 'time',
  'datetime-local': 'moment',
} as const;

function badInput({ badInput: words }: FieldWords, { field, isSeveral }: FieldFault): string {
  if (isSeveral) return words.single;
  const type = field ? typeOf(field) : 'text';
  return type in BAD_INPUTS ? words[BAD_INPUTS[type as keyof typeof BAD_INPUTS]] : words.option;
}

function valueMissing({ valueMissing: words }: FieldWords, { field }: FieldFault): string {
  switch (field?.type) {
    case 'select':
    case 'radio':
      return words.choice;
    case 'checkbox':
      return isCheckboxGroup(field) ? words.ticks : words.tick;
    default:
      return words.text;
  }
}

function sentenceOf(words: FieldWords, fault: FieldFault): string {
  const { code, field } = fault;
  const scale = field?.type === 'number' ? 'number' : 'moment';
  switch (code) {
    case 'valueMissing':
      return valueMissing(words, fault);
    case 'typeMismatch':
      if (field?.type === 'url') return words.typeMismatch.url;
      return field?.multiple ? words.typeMismatch.emails : words.typeMismatch.email;
    case 'rangeUnderflow':
    case 'rangeOverflow':
      return words[code][field && isOvernight(field) ? 'time' : scale];
    case 'stepMismatch':
      return words.stepMismatch[scale];
    case 'badInput':
      return badInput(words, fault);
    default:
      return words[code];
  }
}

/** What a visitor can do about a fault, in one sentence; it has nothing of what was sent. */
export function explainFault(words: FieldWords, fault: FieldFault): string {
  const { minlength, maxlength, min, max, step = 1 } = fault.field ?? {};
  const bounds = { minlength, maxlength, min, max, step, base: min ?? 0 };
  return sentenceOf(words, fault).replace(/\{(\w+)\}/g, (_, name: keyof typeof bounds) =>
    String(bounds[name]),
  );
}
