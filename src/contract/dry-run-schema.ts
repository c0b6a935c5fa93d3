import { text } from './schema-parts.ts';

/** All that a field of a submission can do. */
const FIELD_EFFECTS = [
  'shown',
  'subject',
  'reply_to',
  'redirect',
  'format',
  'test',
  'dry_run',
  'trap',
  'swallowed',
  'not_honoured',
  'lost_to',
] as const;

export type FieldEffectName = (typeof FIELD_EFFECTS)[number];

const yesOrNo = (description: string) => ({ type: 'boolean', description }) as const;
const textOrNone = (description: string) => ({ type: ['string', 'null'], description }) as const;

/** What the answer to a dry run says beside the properties of every accepted submission. */
export const DRY_RUN_PROPERTIES = {
  dry_run: yesOrNo('True for a dry run: nothing was sent and nothing was counted.'),
  would: {
    type: 'object',
    description: 'What a real submission would do; dry runs alone.',
    required: [
      'deliver',
      'subject',
      'reply_to',
      'redirect',
      'trapped',
      'suspicious',
      'attach_json',
      'test',
    ],
    properties: {
      deliver: {
        type: 'object',
        description: 'The channels that would carry it; none when a spam trap is filled.',
        required: ['email', 'webhook'],
        properties: { email: { type: 'boolean' }, webhook: { type: 'boolean' } },
      },
      subject: text('The subject of the email.'),
      reply_to: textOrNone('The address a reply would go to.'),
      redirect: textOrNone('Where the visitor would be sent.'),
      trapped: yesOrNo('Whether a spam trap is filled, so that it would be dropped.'),
      suspicious: {
        type: 'array',
        items: { type: 'string' },
        description: 'Why its subject would be marked. Repeats are not looked for.',
      },
      attach_json: yesOrNo('Whether the fields would be attached as submission.json.'),
      test: yesOrNo('Whether it would be marked as a test.'),
    },
  },
  fields: {
    type: 'array',
    description: 'What each field does, in the order they came; dry runs alone.',
    items: {
      type: 'object',
      required: ['name', 'effect'],
      properties: {
        name: text('The name of the field.'),
        effect: { type: 'string', enum: FIELD_EFFECTS },
        note: text('Why, where that is not plain.'),
      },
    },
  },
} as const;
