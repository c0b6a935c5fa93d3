import type { Operations } from '../call.ts';
import type { HandlerContext } from './handler-context.ts';

/** Keys for encryption, before an owner sets one. */
export const keyOperations = ({ encryption }: HandlerContext) =>
  ({
    findInboxKey: ({ session: { address, inbox } }) => encryption.find(address, inbox.owner),
    checkInboxKey: ({ session: { inbox }, body }) => encryption.describe(body, inbox.owner),
  }) satisfies Partial<Operations>;
