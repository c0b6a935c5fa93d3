import { ROUTE_STATUSES } from './words.ts';

export const FORM_ID_PATTERN = '^cfm_[A-HJ-NP-Z2-9]{16}$';

export const text = (description: string) => ({ type: 'string', description }) as const;
export const uri = (description: string) =>
  ({ type: 'string', format: 'uri', description }) as const;
export const instant = (description: string) =>
  ({ type: 'string', format: 'date-time', description }) as const;
export const count = (description: string) => ({ type: 'integer', description }) as const;
export const yes = { type: 'boolean', const: true } as const;
export const no = { type: 'boolean', const: false } as const;

export const formId = {
  type: 'string',
  pattern: FORM_ID_PATTERN,
  description: 'Permanent public identifier of the form route.',
} as const;

export const status = {
  type: 'string',
  enum: ROUTE_STATUSES,
  description: 'Whether the destination inbox has confirmed the verification email.',
} as const;

export const NextAction = {
  title: 'NextAction',
  description: 'What has to happen next, and who has to do it.',
  oneOf: [
    {
      type: 'object',
      additionalProperties: false,
      required: ['type'],
      properties: { type: { type: 'string', const: 'none' } },
    },
    {
      type: 'object',
      additionalProperties: false,
      required: ['type', 'message', 'poll'],
      properties: {
        type: { type: 'string', const: 'human_verification' },
        message: text('What a person has to do.'),
        poll: {
          type: 'object',
          additionalProperties: false,
          required: ['url', 'interval_seconds'],
          properties: {
            url: uri('URL to poll until the status is active.'),
            interval_seconds: count('Seconds to wait between two polls.'),
          },
        },
      },
    },
  ],
} as const;
