import { text } from './schema-parts.ts';

export const ReceiptKeySet = {
  title: 'ReceiptKeySet',
  description: 'The public keys that check receipts, as JSON Web Key Set (RFC 7517).',
  type: 'object',
  additionalProperties: false,
  required: ['keys'],
  properties: {
    keys: {
      type: 'array',
      items: {
        type: 'object',
        additionalProperties: false,
        required: ['kty', 'crv', 'x', 'kid', 'alg', 'use'],
        properties: {
          kty: { type: 'string', const: 'OKP' },
          crv: { type: 'string', const: 'Ed25519' },
          x: text('The public key, 32 bytes in base64url.'),
          kid: text('The thumbprint of the key (RFC 7638).'),
          alg: { type: 'string', const: 'EdDSA' },
          use: { type: 'string', const: 'sig' },
        },
      },
    },
  },
} as const;
