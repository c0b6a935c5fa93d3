import { parseAccessKeyRequest } from '../../../forms/access-key.ts';
import type { Operations } from '../call.ts';
import type { HandlerContext } from './handler-context.ts';

/** Keys of servers that submit to a form. */
export const accessKeyOperations = ({ accessKeys }: HandlerContext) =>
  ({
    createAccessKey: ({ form, body, requestId }) =>
      accessKeys.make(form, parseAccessKeyRequest(body), requestId),
    listAccessKeys: ({ form }) => accessKeys.list(form),
    endAccessKey: ({ form, params, requestId }) => accessKeys.end(form, params.keyId, requestId),
  }) satisfies Partial<Operations>;
