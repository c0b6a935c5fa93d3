import { LIMITS } from '../../../contract/limits.ts';
import { parseNamedInbox } from '../../../decisions/inbox-requests.ts';
import type { HandlerContext } from './handler-context.ts';
import type { Handlers } from '../mount-operations.ts';
import { readJsonBody } from '../read-body.ts';
import { authorizationOf, formIdIn } from '../request.ts';
import { sendSettings } from './settings.ts';

/** The operation of an owner who has inboxes asked that get copies. */
export function createCopyHandlers({ inboxForms }: HandlerContext): Pick<Handlers, 'askCopy'> {
  return {
    async askCopy(request, reply) {
      const [id, authorization] = [formIdIn(request), authorizationOf(request)];
      // The credential is checked before the body is read.
      await inboxForms.check(id, authorization);
      const address = parseNamedInbox(await readJsonBody(request, LIMITS.verifyBodyBytes));
      return sendSettings(reply, await inboxForms.askCopy(id, authorization, address, request.id));
    },
  };
}
