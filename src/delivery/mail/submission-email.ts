import { mailLanguageOf, type Route } from '../../domain/routes/route.ts';
import type { Delivery } from '../../domain/submissions/delivery.ts';
import { fieldsToObject } from '../../domain/submissions/fields.ts';
import { breakLinks, quotable } from '../../platform/text/strangers-words.ts';
import { explainMark } from '../../words/describe-spam.ts';
import { wordsOf } from '../../words/languages.ts';
import type { Letterhead } from './compose-mail.ts';
import { mailSubjectOf } from './mail-subject.ts';
import type { EncodedMail } from './mailer.ts';
import { visitorNameOf } from '../../domain/submissions/visitor-name.ts';
import { createSenderName } from './sender-name.ts';
import { createSubmissionParts } from './submission-parts.ts';

/** How mails call a form: by its name, and by that of its website where that is known. */
function titleOf({ alias, settings: { website } }: Route): string {
  const isOther = website && !alias.toLowerCase().includes(website.name.toLowerCase());
  return quotable(isOther ? `${alias} · ${website.name}` : alias);
}

/** Composes the mail of one submission. */
type ComposeSubmissionEmail = (delivery: Delivery) => EncodedMail;

export function createComposeSubmissionEmail(letterhead: Letterhead): ComposeSubmissionEmail {
  const { operator, stopLink, inboxLink, unsubscribeLink, originLink } = letterhead;
  const { spamLink, notSpamLink } = letterhead;
  const writeParts = createSubmissionParts();
  const senderNameOf = createSenderName(letterhead);

  return ({ id, route, submission, facts, receipt }) => {
    const { replyTo, suspicions, test, fields, site } = submission;
    const onlyLink = site === undefined ? undefined : originLink(route, site);
    const language = mailLanguageOf(route);
    const kind = {
      language,
      isTest: test !== undefined,
      isMarked: suspicions !== undefined,
      hasReplyTo: replyTo !== undefined,
      hasSite: onlyLink !== undefined,
    };
    const words = {
      name: titleOf(route),
      marked: suspicions ? explainMark(wordsOf(language), suspicions) : '',
      operator,
      stopLink: stopLink(route),
      inboxLink: inboxLink(),
      spamLink: spamLink(route),
      notSpamLink: suspicions ? notSpamLink(route, suspicions) : '',
      site: site !== undefined && onlyLink !== undefined ? breakLinks(new URL(site).host) : '',
      onlyLink: onlyLink ?? '',
    };
    const visitor = visitorNameOf(fields);
    const senderName = senderNameOf(route, fields, visitor);
    return {
      to: route.address,
      ...(senderName !== undefined && { senderName }),
      subject: mailSubjectOf(route, submission, visitor),
      encoded: writeParts(kind, words, facts),
      unsubscribe: unsubscribeLink(route),
      receipt,
      deliveryId: id,
      ...(replyTo && { replyTo }),
      ...(submission.attachJson && {
        attachment: {
          filename: 'submission.json',
          contentType: 'application/json',
          content: JSON.stringify(fieldsToObject(fields), undefined, 2),
        },
      }),
    };
  };
}
