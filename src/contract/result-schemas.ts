import { formId, yes } from './schema-parts.ts';

export const RouteDeleted = {
  title: 'RouteDeleted',
  description: 'The route and its destination are gone.',
  type: 'object',
  additionalProperties: false,
  required: ['success', 'status', 'form_id'],
  properties: { success: yes, status: { type: 'string', const: 'deleted' }, form_id: formId },
} as const;

export const RouteIndexed = {
  title: 'RouteIndexed',
  description: 'The route is found by account discovery.',
  type: 'object',
  additionalProperties: false,
  required: ['success', 'status', 'form_id'],
  properties: { success: yes, status: { type: 'string', const: 'indexed' }, form_id: formId },
} as const;

export const RefusalResult = {
  title: 'RefusalResult',
  description:
    'What became of the route: gone, or as it was because its inbox had confirmed it; `allowed` when ' +
    'verification emails arrive again.',
  type: 'object',
  additionalProperties: false,
  required: ['success', 'status', 'form_id'],
  properties: {
    success: yes,
    status: { type: 'string', enum: ['deleted', 'active', 'pending_verification', 'allowed'] },
    form_id: formId,
  },
} as const;
