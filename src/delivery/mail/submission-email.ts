import type { Delivery } from '../../domain/submissions/delivery.ts';
import { fieldsToObject } from '../../domain/submissions/fields.ts';
import { mailSubjectOf } from '../../domain/submissions/mail-content.ts';
import { SUSPICIONS, type Suspicion } from '../../domain/submissions/suspicion.ts';
import { quotable } from '../../platform/text/strangers-words.ts';
import type { Letterhead } from './compose-mail.ts';
import type { EncodedMail } from './mailer.ts';
import { createSubmissionParts } from './submission-parts.ts';

function explainMark(suspicions: readonly Suspicion[]): string {
  const reasons = suspicions.map((reason) => SUSPICIONS[reason]).join(', and ');
  return `It is marked as suspicious because ${reasons}. It may be genuine all the same.`;
}

const explainReply = (replyTo: string | undefined) =>
  replyTo
    ? `Your reply goes to ${replyTo}. This address was typed into the form; nobody has checked it.`
    : 'The form gave no address to reply to.';

/** Composes the mail of one submission. */
type ComposeSubmissionEmail = (delivery: Delivery) => EncodedMail;

export function createComposeSubmissionEmail(letterhead: Letterhead): ComposeSubmissionEmail {
  const { operator, stopLink, unsubscribeLink } = letterhead;
  const writeParts = createSubmissionParts();

  return ({ id, at, route, submission, facts, receipt }) => {
    const { replyTo, suspicions, test } = submission;
    const kind = { isTest: test !== undefined, isMarked: suspicions !== undefined };
    const words = {
      name: quotable(route.alias),
      formId: route.formId,
      marked: suspicions ? explainMark(suspicions) : '',
      reply: explainReply(replyTo),
      when: new Date(at).toISOString().replace('T', ' ').slice(0, 16),
      id,
      operator,
      stopLink: stopLink(route),
    };
    return {
      to: route.address,
      subject: mailSubjectOf(route, submission),
      encoded: writeParts(kind, words, facts),
      unsubscribe: unsubscribeLink(route),
      receipt,
      ...(replyTo && { replyTo }),
      ...(submission.attachJson && {
        attachment: {
          filename: 'submission.json',
          contentType: 'application/json',
          content: JSON.stringify(fieldsToObject(submission.fields), undefined, 2),
        },
      }),
    };
  };
}
