import { LIMITS } from '../../../contract/limits.ts';
import type { HandlerContext } from './handler-context.ts';
import type { Handlers } from '../mount-operations.ts';
import { readJsonBody } from '../read-body.ts';
import { authorizationOf } from '../request.ts';

/** Keys for encryption, before an owner sets one. */
export function createKeyHandlers({
  sessions,
  findKey,
  checkKeys,
}: HandlerContext): Pick<Handlers, 'findInboxKey' | 'checkInboxKey'> {
  return {
    async findInboxKey(request) {
      const { address, inbox } = await sessions.open(authorizationOf(request));
      return findKey(address, inbox.owner);
    },
    async checkInboxKey(request) {
      const { inbox } = await sessions.open(authorizationOf(request));
      const body = await readJsonBody(request, LIMITS.createBodyBytes);
      return checkKeys.describe(body, inbox.owner);
    },
  };
}
