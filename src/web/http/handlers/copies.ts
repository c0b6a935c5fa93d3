import { LIMITS } from '../../../contract/limits.ts';
import type { Copies } from '../../../forms/copies/index.ts';
import type { OwnerSessions } from '../../../decisions/index.ts';
import { parseNamedInbox } from '../../../decisions/inbox-requests.ts';
import {
  renderCopyLinkSentPage,
  renderCopyPage,
  renderCopyStopPage,
} from '../../pages/copy-pages.ts';
import type { Handlers } from '../mount-operations.ts';
import { readJsonBody } from '../read-body.ts';
import { authorizationOf, formIdIn } from '../request.ts';
import { createLinkHandlers, tokenPosted } from './owner-link.ts';
import { sendSettings } from './settings.ts';

interface Parts extends Pick<OwnerSessions, 'inboxForms'> {
  copies: Copies;
}

/** What a state of a question is called in JSON. */
const STATUS = {
  open: 'asked',
  expired: 'asked',
  confirmed: 'confirmed',
  ended: 'ended',
  refused: 'refused',
  allowed: 'allowed',
} as const;

type CopyHandlers = Pick<
  Handlers,
  'askCopy' | 'showCopy' | 'answerCopy' | 'showCopyStop' | 'stopCopy'
>;

/** The operations of inboxes that get copies, and of the owner who has them asked. */
export function createCopyHandlers({ copies, inboxForms }: Parts): CopyHandlers {
  const { answerQuestion, stopCopy } = copies;
  const question = createLinkHandlers({
    async look(token) {
      const view = await answerQuestion.look(token);
      return (language) => renderCopyPage(language, view, String(token));
    },
    async press(form, { requestId }) {
      const [token, choice] = [form.get('token'), form.get('choice')];
      const { confirm, refuse, allow } = answerQuestion;
      const act = choice === 'refuse' ? refuse : choice === 'allow' ? allow : confirm;
      const view = await act(token, requestId);
      return {
        answer: { success: true, form_id: view.formId, status: STATUS[view.state] },
        page: (language) => renderCopyPage(language, view, String(token)),
      };
    },
  });
  const stop = createLinkHandlers({
    async look(token) {
      const copy = await stopCopy.look(token);
      return (language) => renderCopyStopPage(language, copy, String(token));
    },
    async press(form, { requestId }, linked) {
      const token = tokenPosted(form, linked);
      const act = form.get('choice') === 'undo' ? stopCopy.resume : stopCopy.stop;
      const copy = await act(token, requestId);
      const { route, status, mailed } = copy;
      return {
        status: mailed ? 202 : 200,
        answer: { success: true, form_id: route.formId, status },
        page: (language) =>
          mailed
            ? renderCopyLinkSentPage(language)
            : renderCopyStopPage(language, copy, String(token)),
      };
    },
  });
  return {
    async askCopy(request, reply) {
      const [id, authorization] = [formIdIn(request), authorizationOf(request)];
      // The credential is checked before the body is read.
      await inboxForms.check(id, authorization);
      const address = parseNamedInbox(await readJsonBody(request, LIMITS.verifyBodyBytes));
      return sendSettings(reply, await inboxForms.askCopy(id, authorization, address, request.id));
    },
    showCopy: question.show,
    answerCopy: question.press,
    showCopyStop: stop.show,
    stopCopy: stop.press,
  };
}
