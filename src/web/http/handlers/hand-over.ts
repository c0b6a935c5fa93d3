import { LIMITS } from '../../../contract/limits.ts';
import { parseNamedInbox } from '../../../decisions/inbox-requests.ts';
import { ASKED } from '../../../decisions/offer-form.ts';
import type { HandlerContext } from './handler-context.ts';
import type { Handlers } from '../mount-operations.ts';
import { readJsonBody } from '../read-body.ts';
import { requesterOf } from '../replies.ts';
import { authorizationOf, formIdIn } from '../request.ts';

/** The operations by which a form is offered to another inbox. */
export function createHandOverHandlers({
  handOver,
}: HandlerContext): Pick<Handlers, 'handOver' | 'getHandOver' | 'withdrawHandOver'> {
  return {
    async handOver(request, reply) {
      const [id, authorization] = [formIdIn(request), authorizationOf(request)];
      // The credential is checked before the body is read.
      await handOver.check(id, authorization);
      const to = parseNamedInbox(await readJsonBody(request, LIMITS.verifyBodyBytes));
      const { formId, asked } = await handOver.offer(id, authorization, to, requesterOf(request));
      const answer = { success: true, form_id: formId, status: ASKED[asked] };
      return reply.code(202).send(answer);
    },
    async getHandOver(request) {
      return handOver.read(formIdIn(request), authorizationOf(request));
    },
    async withdrawHandOver(request) {
      return handOver.withdraw(formIdIn(request), authorizationOf(request));
    },
  };
}
