import { mailLanguageOf, type Route } from '../forms/route.ts';
import type { Delivery } from '../submissions/delivery.ts';
import { fieldsToObject } from '../submissions/fields.ts';
import type { Submission } from '../submissions/submission.ts';
import { toFileSummary } from '../submissions/uploaded-file.ts';
import { breakLinks, quotable } from '../platform/text/strangers-words.ts';
import { explainMark } from '../catalogs/describe-spam.ts';
import { wordsOf } from '../catalogs/languages.ts';
import type { Letterhead } from './compose-mail.ts';
import { mailSubjectOf } from './mail-subject.ts';
import type { EncodedMail } from './mailer.ts';
import { visitorNameOf } from '../submissions/visitor-name.ts';
import { createSenderName } from './sender-name.ts';
import { createSubmissionParts } from './submission-parts.ts';

/** How mails call a form: by its name, and by that of its website where that is known. */
function titleOf({ alias, settings: { website } }: Route): string {
  const isOther = website && !alias.toLowerCase().includes(website.name.toLowerCase());
  return quotable(isOther ? `${alias} · ${website.name}` : alias);
}

/** An inbox that gets a copy, and the links that end it: the one in the text, and the mail program's. */
interface CopyReader {
  address: string;
  stopLink: string;
  unsubscribeLink: string;
}

/**
 * What the button of the mail program does, which some programs press by themselves beside "spam". A marked message
 * stops nothing: it is reported, or the inbox of a copy is asked. Nor does the outside of an encrypted mail tell a mark.
 */
function unsubscribeOf(
  { spamLink, stopLink, unsubscribeLink }: Letterhead,
  route: Route,
  isMarked: boolean,
  copy: CopyReader | undefined,
): string {
  if (copy) return isMarked ? copy.stopLink : copy.unsubscribeLink;
  if (route.settings.encryption) return stopLink(route);
  return isMarked ? spamLink(route) : unsubscribeLink(route);
}

/** The member of submission.json with the files; the others are the fields. */
export const FILES_MEMBER = '_files';

/** The fields for programs, and what the attached files are. */
function writeJson({ fields, files }: Submission): string {
  const listed = files && { [FILES_MEMBER]: files.map(toFileSummary) };
  return JSON.stringify({ ...fieldsToObject(fields), ...listed }, undefined, 2);
}

/** Composes the mail of one submission, to the form's inbox or to one that gets a copy. */
type ComposeSubmissionEmail = (delivery: Delivery, copy?: CopyReader) => EncodedMail;

export function createComposeSubmissionEmail(letterhead: Letterhead): ComposeSubmissionEmail {
  const { operator, stopLink, inboxLink, originLink } = letterhead;
  const { spamLink, notSpamLink } = letterhead;
  const writeParts = createSubmissionParts();
  const senderNameOf = createSenderName(letterhead);

  return ({ id, route, submission, facts, receipt }, copy) => {
    const { replyTo, suspicions, test, fields, site, files } = submission;
    const onlyLink = site === undefined || copy ? undefined : originLink(route, site);
    const language = mailLanguageOf(route);
    const kind = {
      language,
      isTest: test !== undefined,
      isOwnTest: submission.isOwnTest === true,
      isMarked: suspicions !== undefined,
      hasReplyTo: replyTo !== undefined,
      hasSite: onlyLink !== undefined,
      isCopy: copy !== undefined,
    };
    const words = {
      name: titleOf(route),
      marked: suspicions ? explainMark(wordsOf(language), suspicions) : '',
      operator,
      stopLink: copy?.stopLink ?? stopLink(route),
      inboxLink: inboxLink(),
      spamLink: spamLink(route),
      notSpamLink: suspicions ? notSpamLink(route, suspicions) : '',
      site: site !== undefined && onlyLink !== undefined ? breakLinks(new URL(site).host) : '',
      onlyLink: onlyLink ?? '',
    };
    const visitor = visitorNameOf(fields);
    const senderName = senderNameOf(route, fields, visitor);
    return {
      to: copy?.address ?? route.address,
      ...(senderName !== undefined && { senderName }),
      subject: mailSubjectOf(route, submission, visitor),
      encoded: writeParts(kind, words, facts),
      unsubscribe: unsubscribeOf(letterhead, route, suspicions !== undefined, copy),
      receipt,
      deliveryId: id,
      ...(replyTo && { replyTo }),
      ...(files && { files }),
      ...(submission.attachJson && {
        attachment: {
          filename: 'submission.json',
          contentType: 'application/json',
          content: writeJson(submission),
        },
      }),
    };
  };
}
