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
  description: 'Whether the route is gone, or stayed because its inbox had confirmed it.',
  type: 'object',
  additionalProperties: false,
  required: ['success', 'status', 'form_id'],
  properties: {
    success: yes,
    status: { type: 'string', enum: ['deleted', 'active'] },
    form_id: formId,
  },
} as const;
