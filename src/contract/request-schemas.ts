import { LIMITS } from './limits.ts';
import { uri } from './schema-parts.ts';
import { DELIVERY_MODES } from './words.ts';

const label = { type: 'string', minLength: 1, maxLength: LIMITS.aliasCodePoints } as const;

export const CreateRouteRequest = {
  title: 'CreateRouteRequest',
  description:
    'Turns an inbox into a form endpoint. Further members have no effect; the `message` of the answer ' +
    'names them.',
  type: 'object',
  required: ['email'],
  anyOf: [{ required: ['alias'] }, { required: ['formName'] }, { required: ['form_name'] }],
  properties: {
    email: { type: 'string', format: 'email', description: 'Destination inbox; sealed at rest.' },
    alias: {
      ...label,
      description:
        'Human label without quotation marks and URLs; `formName` and `form_name` are accepted in its place.',
    },
    formName: { ...label, description: 'Synonym of alias.' },
    form_name: { ...label, description: 'Synonym of alias.' },
    delivery: {
      type: 'object',
      properties: {
        mode: {
          type: 'string',
          enum: DELIVERY_MODES,
          default: DELIVERY_MODES[0],
          description: 'How submissions are delivered.',
        },
        webhook: {
          type: 'object',
          required: ['url'],
          properties: { url: uri('Public https receiver; required for webhook and both.') },
        },
      },
    },
  },
} as const;

export const AccountRoutesRequest = {
  title: 'AccountRoutesRequest',
  description: 'Addresses whose owner the broker has verified.',
  type: 'object',
  additionalProperties: false,
  required: ['emails'],
  properties: {
    emails: {
      type: 'array',
      minItems: 1,
      maxItems: LIMITS.emailsPerLookup,
      items: { type: 'string', format: 'email' },
    },
  },
} as const;
