import type { FromSchema } from 'json-schema-to-ts';
import { LIMITS } from './limits.ts';
import { choice, closedShape, textUpTo, yesOrNo } from './schema.ts';

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

/** A text as long as labels and options may be. */
const label = (description: string) => textUpTo(LIMITS.fieldTextCodePoints, description);

const length = (description: string) =>
  ({ type: 'integer', minimum: 0, maximum: LIMITS.submissionBytes, description }) as const;

const bound = (description: string) =>
  ({ type: ['number', 'string'], maxLength: 40, description }) as const;

/** One field of a form in HTML's terms; an absent member has HTML's default. */
export const FormField = {
  title: 'FormField',
  ...closedShape({
    name: textUpTo(
      LIMITS.fieldNameCharacters,
      'Name of the field, as it is posted; each name once.',
    ),
    'label?': label('What people read next to it, in the form and in the mail. Default: its name.'),
    'type?': choice(FIELD_TYPES, 'As in HTML. Default: `text`.'),
    'required?': yesOrNo('Whether it must be filled in. Default: false.'),
    'minlength?': length('Least length of a text, in UTF-16 units; a line break is one.'),
    'maxlength?': length('Most length of a text, in UTF-16 units; a line break is one.'),
    'min?': bound('Least value: a number for `number`, else a date or time as HTML writes it.'),
    'max?': bound('Greatest value; before `min` only for `time`, over midnight.'),
    'step?': bound('Step from `min`, a number (seconds for times, days for dates), or `any`.'),
    'pattern?': textUpTo(
      LIMITS.fieldPatternCodePoints,
      'Regular expression that the whole text has to match, as in HTML; without look-around and ' +
        'back-references, so that it runs in linear time. A value of more than ' +
        `${LIMITS.patternTextCharacters} characters is \`tooLong\` then.`,
    ),
    'options?': {
      type: 'array',
      minItems: 1,
      maxItems: LIMITS.fieldOptions,
      items: {
        anyOf: [
          { type: 'string', maxLength: LIMITS.fieldTextCodePoints },
          {
            title: 'FieldOption',
            ...closedShape({
              value: { type: 'string', maxLength: LIMITS.fieldTextCodePoints },
              label: label('What people read.'),
            }),
          },
        ],
      },
      description:
        'The choices of `select` and `radio`, and of a `checkbox` group: texts, or values with labels.',
    },
    'multiple?': yesOrNo('Whether several values may be given.'),
    'autocomplete?': label('Tokens of HTML that browsers fill it in by, like `email` or `tel`.'),
    'placeholder?': label('Shown while it is empty.'),
  }),
} as const;

export interface FormField extends Readonly<FromSchema<typeof FormField>> {}
