import { LIMITS } from '../../../contract/limits.ts';
import type { HandOverView } from '../../../decisions/hand-over/view.ts';
import type { OwnerSessions } from '../../../decisions/index.ts';
import { parseNamedInbox } from '../../../decisions/inbox-requests.ts';
import type { Links } from '../../../contract/links.ts';
import { renderHandOverPage } from '../../pages/hand-over-pages.ts';
import type { Language } from '../../../catalogs/languages.ts';
import type { Handlers } from '../mount-operations.ts';
import { readJsonBody } from '../read-body.ts';
import { requesterOf } from '../replies.ts';
import { authorizationOf, formIdIn } from '../request.ts';
import { createLinkHandlers } from './owner-link.ts';
import { factsOf } from './verification.ts';

interface Parts extends Pick<OwnerSessions, 'handOver'> {
  links: Links;
}

const ASKED = { owner: 'owner_asked', next: 'inbox_asked' } as const;

/** What states are called in JSON; an open one waits for the inbox that was asked. */
const STATUS = {
  asked: ASKED.next,
  done: 'handed_over',
  expired: 'ended',
  ended: 'ended',
  refused: 'refused',
  allowed: 'allowed',
} as const;

const statusOf = ({ state, side }: HandOverView) =>
  state === 'open' ? ASKED[side] : STATUS[state];

type HandOverHandlers = Pick<
  Handlers,
  'handOver' | 'getHandOver' | 'withdrawHandOver' | 'showHandOver' | 'agreeToHandOver'
>;

/** The operations by which a form moves to another inbox. */
export function createHandOverHandlers({ handOver, links }: Parts): HandOverHandlers {
  const render = (view: HandOverView, token: unknown) => (language: Language) => {
    const { route, to } = view;
    const form = route && factsOf({ ...route, address: to }, links);
    return renderHandOverPage(language, { ...view, form }, String(token));
  };
  const { show, press } = createLinkHandlers({
    look: async (token) => render(await handOver.look(token), token),
    async press(form, requester) {
      const [token, choice] = [form.get('token'), form.get('choice')];
      const { requestId } = requester;
      const view =
        choice === 'refuse'
          ? await handOver.refuse(token, requestId)
          : choice === 'allow'
            ? await handOver.allow(token, requestId)
            : await handOver.agree(token, requester);
      return {
        status: view.state === 'asked' ? 202 : 200,
        answer: { success: true, form_id: view.formId, status: statusOf(view) },
        page: render(view, token),
      };
    },
  });
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
    showHandOver: show,
    agreeToHandOver: press,
  };
}
