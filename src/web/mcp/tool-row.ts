import type { OperationId } from '../../contract/operations.ts';
import { matching, text } from '../../contract/schema.ts';
import { SCHEMAS } from '../../contract/schemas.ts';
import type { ToCall } from './tool-calls.ts';

export interface ToolRow {
  name: string;
  title: string;
  description: string;
  annotations: typeof NO_HINTS;
  /** It calls this one and returns its answer. */
  operation: OperationId;
  /** Its arguments. No `anyOf` and the like at their root: the APIs of some models refuse them. */
  input: Readonly<Record<string, object>>;
  /** Makes the call, if it is more than the form and its token. */
  toCall?: ToCall;
}

/** MCP, ToolAnnotations; all four are set, because their defaults assume the worst. */
export const NO_HINTS = {
  readOnlyHint: false,
  destructiveHint: false,
  idempotentHint: false,
  openWorldHint: false,
};

export const READ_ONLY = { ...NO_HINTS, readOnlyHint: true, idempotentHint: true };
/** It reaches people: each call sends once more. */
export const SENDS = { ...NO_HINTS, openWorldHint: true };
export const DESTROYS = { ...NO_HINTS, destructiveHint: true, idempotentHint: true };

export const FORM_ID = matching(
  SCHEMAS.Route.properties.form_id.pattern,
  'The form_id that create_form returned.',
);

/** The arguments of a caller who has the token of the form. */
export const MANAGED = {
  form_id: FORM_ID,
  management_token: text('The management_token that create_form returned. A secret.'),
};
