import type { FromSchema } from 'json-schema-to-ts';
import { LIMITS } from './limits.ts';

/** The types of a declared field, in HTML's own words. */
const FIELD_TYPES = [
  'text',
  'email',
  'url',
  'tel',
  'number',
  'date',
  'time',
  'datetime-local',
  'textarea',
  'select',
  'radio',
  'checkbox',
  'file',
  'hidden',
] as const;

const text = (description: string, maxLength: number = LIMITS.fieldTextCodePoints) =>
  ({ type: 'string', minLength: 1, maxLength, description }) as const;

const length = (description: string) =>
  ({ type: 'integer', minimum: 0, maximum: LIMITS.submissionBytes, description }) as const;

const bound = (description: string) =>
  ({ type: ['number', 'string'], maxLength: 40, description }) as const;

/** One field of a form, described in the words of HTML; a member that is absent has HTML's default. */
export const FormField = {
  title: 'FormField',
  type: 'object',
  additionalProperties: false,
  required: ['name'],
  properties: {
    name: text('Name of the field, as it is posted; each name once.', LIMITS.fieldNameCharacters),
    label: text('What people read next to it, in the form and in the mail. Default: its name.'),
    type: { type: 'string', enum: FIELD_TYPES, description: 'As in HTML. Default: `text`.' },
    required: { type: 'boolean', description: 'Whether it must be filled in. Default: false.' },
    minlength: length('Least length of a text, in UTF-16 units; a line break is one.'),
    maxlength: length('Most length of a text, in UTF-16 units; a line break is one.'),
    min: bound('Least value: a number for `number`, else a date or time as HTML writes it.'),
    max: bound('Greatest value; before `min` only for `time`, over midnight.'),
    step: bound('Step from `min`, a number (seconds for times, days for dates), or `any`.'),
    pattern: text(
      'Regular expression that the whole text has to match, as in HTML; without look-around and ' +
        'back-references, so that it runs in linear time.',
      LIMITS.fieldPatternCodePoints,
    ),
    options: {
      type: 'array',
      minItems: 1,
      maxItems: LIMITS.fieldOptions,
      items: {
        anyOf: [
          { type: 'string', maxLength: LIMITS.fieldTextCodePoints },
          {
            type: 'object',
            additionalProperties: false,
            required: ['value', 'label'],
            properties: {
              value: { type: 'string', maxLength: LIMITS.fieldTextCodePoints },
              label: text('What people read.'),
            },
          },
        ],
      },
      description:
        'The choices of `select` and `radio`, and of a `checkbox` group: texts, or values with labels.',
    },
    multiple: { type: 'boolean', description: 'Whether several values may be given.' },
    autocomplete: text('Tokens of HTML that browsers fill it in by, like `email` or `tel`.'),
    placeholder: text('Shown while it is empty.'),
  },
} as const;

export interface FormField extends Readonly<FromSchema<typeof FormField>> {}
