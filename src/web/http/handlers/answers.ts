import type { StopAnswers } from '../../../submissions/auto-reply/stop-answers.ts';
import { renderAnswersAllowedPage, renderAnswersPage } from '../../pages/answers-page.ts';
import type { Handlers } from '../mount-operations.ts';
import { createLinkHandlers } from './owner-link.ts';

/** The operations behind the link in automatic replies. */
export function createAnswerHandlers({
  stopAnswers,
}: {
  stopAnswers: StopAnswers;
}): Pick<Handlers, 'showAnswers' | 'stopAnswers'> {
  const { show, press } = createLinkHandlers({
    async look(token) {
      const state = await stopAnswers.look(token);
      return (language) => renderAnswersPage(language, state, String(token));
    },
    async press(posted, { requestId }, linked) {
      // A mail program posts to the link itself and marks that in the body (RFC 8058, 3.2).
      const isOneClick = posted.get('List-Unsubscribe') === 'One-Click';
      const token = posted.get('token') ?? (isOneClick ? linked : undefined);
      const act = posted.get('choice') === 'allow' ? stopAnswers.allow : stopAnswers.stop;
      const status = await act(token, requestId);
      return {
        answer: { success: true, status },
        page: (language) =>
          status === 'stopped'
            ? renderAnswersPage(language, status, String(token))
            : renderAnswersAllowedPage(language),
      };
    },
  });
  return { showAnswers: show, stopAnswers: press };
}
