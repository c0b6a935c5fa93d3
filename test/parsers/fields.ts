import type { FormField } from '../../src/contract/form-field.ts';
import { LIMITS } from '../../src/contract/limits.ts';
import { encodeFileName } from '../../src/mail/header-text.ts';
import { SenderNames } from '../../src/mail/sender-name.ts';
import { checkFields } from '../../src/fields/check-fields.ts';
import { imitatesNotice, looksOf } from '../../src/mail/look-alikes.ts';
import { texts } from './hostile.ts';
import { parser } from './parser.ts';

const RULES = { minlength: 1, maxlength: LIMITS.submissionBytes, required: true };

/** One declared field of each kind that has rules of its own. */
const DECLARED: readonly FormField[] = [
  { name: 'text', type: 'text', pattern: '(.*a)?[^b]+', ...RULES },
  { name: 'email', type: 'email', multiple: true, pattern: '.+@.+', ...RULES },
  { name: 'url', type: 'url', pattern: 'https?://.+', ...RULES },
  { name: 'tel', type: 'tel', pattern: '[0-9 ]+', ...RULES },
  { name: 'number', type: 'number', min: 1, max: 9, step: 2 },
  { name: 'date', type: 'date', min: '2026-01-01', max: '2026-12-31', step: 7 },
  { name: 'time', type: 'time', min: '22:00', max: '06:00', step: 60 },
  { name: 'moment', type: 'datetime-local', min: '2026-01-01T00:00' },
  { name: 'choice', type: 'select', multiple: true, options: ['a', 'b'] },
];

const STARTS = ['https://', 'a@', '1e0'];

const senderNames = new SenderNames({ operator: 'Ada', sender: 'Forms' });

export const FIELD_PARSERS = [
  parser({
    name: 'values of declared fields',
    files: ['src/fields/decimal.ts', 'src/fields/moments.ts', 'src/fields/value-rules.ts'],
    most: LIMITS.submissionBytes,
    boundedBy: 'readBody, by MAX_SUBMISSION_BYTES',
    *inputs(size) {
      for (const start of STARTS) yield* texts(size, start);
    },
    read: (text) =>
      checkFields({ fields: DECLARED }, new Map(DECLARED.map(({ name }) => [name, [text]]))),
  }),
  parser({
    name: 'words that a header of a mail shows',
    files: ['src/mail/sender-name.ts', 'src/mail/look-alikes.ts'],
    most: LIMITS.subjectCodePoints * 4,
    boundedBy: 'toSingleLine, by LIMITS.subjectCodePoints',
    inputs: texts,
    read: (text) => [
      [encodeFileName(text), imitatesNotice(text), looksOf(text)],
      senderNames.of(
        { alias: text, settings: { sender_name: '{name}' }, language: 'en' } as never,
        new Map([['name', [text]]]),
      ),
    ],
  }),
];
