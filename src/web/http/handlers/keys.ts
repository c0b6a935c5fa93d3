import type { Operations } from '../call.ts';
import type { HandlerContext } from './handler-context.ts';

/** Keys for encryption, before an owner sets one. */
export const keyOperations = ({ encryption: { findKey, checkKeys } }: HandlerContext) =>
  ({
    findInboxKey: ({ session: { address, inbox } }) => findKey(address, inbox.owner),
    checkInboxKey: ({ session: { inbox }, body }) => checkKeys.describe(body, inbox.owner),
  }) satisfies Partial<Operations>;
