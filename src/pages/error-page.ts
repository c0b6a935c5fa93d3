import { ERROR_CODES, type ErrorCode } from '../contract/error-codes.ts';
import { html } from '../text/html.ts';
import { renderPage } from './page.ts';

/** How a page words an error for the person who reads it. */
interface Wording {
  title: string;
  /** In place of the envelope's sentence, where that speaks to a developer. */
  message?: string;
  /** What to do next. */
  hint?: string;
}

const BACK = 'Go back to the form with your browser’s back button.';
const BACK_AND_RETRY = `${BACK} Then try again later.`;
const TELL_OWNER = 'Please tell the owner of the website.';
const UNCHANGED = 'Nothing was changed.';
const WHOLE_LINK = 'Some mail programs break long links. Copy the link as one line.';

/** For the visitor of a website, who has just sent its form. */
const VISITOR_WORDINGS: ReadonlyMap<string, Wording> = new Map<string, Wording>([
  [
    'submission_empty',
    { title: 'Nothing to send', message: 'The form was empty. Fill in at least one field.' },
  ],
  ['submission_too_large', { title: 'Too much to send' }],
  ['file_uploads_unsupported', { title: 'Files cannot be sent' }],
  [
    'unsupported_media_type',
    {
      title: 'This form cannot be read',
      message: 'The form sends its fields in a way that is not supported.',
      hint: `${TELL_OWNER} Supported are urlencoded, multipart/form-data and JSON, in UTF-8.`,
    },
  ],
  [
    'route_not_found',
    {
      title: 'No such form',
      message: 'This form does not exist, or it was deleted. Your message was not sent.',
      hint: TELL_OWNER,
    },
  ],
  [
    'inbox_not_verified',
    {
      title: 'Not active yet',
      message: 'This form is waiting for its owner to confirm it. Your message was not sent.',
    },
  ],
  ['invalid_redirect_url', { title: 'This form has a mistake', hint: TELL_OWNER }],
  ['monthly_allowance_exhausted', { title: 'Monthly limit reached' }],
  [
    'rate_limited',
    {
      title: 'Too many messages',
      message: 'Too many messages were sent in a short time. Wait a minute, then send yours again.',
      hint: BACK,
    },
  ],
  ['delivery_failed', { title: 'Message not sent' }],
  ['webhook_delivery_failed', { title: 'Message not sent' }],
]);

/** For the owner of an inbox, who came by the link in a verification email. */
const OWNER_WORDINGS: ReadonlyMap<string, Wording> = new Map<string, Wording>([
  ['verification_token_required', { title: 'Link not complete', hint: WHOLE_LINK }],
  ['verification_token_invalid', { title: 'Link not valid', hint: WHOLE_LINK }],
  ['verification_token_expired', { title: 'Link expired', hint: UNCHANGED }],
  ['verification_mismatch', { title: 'Link not valid', hint: UNCHANGED }],
  [
    'route_not_found',
    {
      title: 'This form no longer exists',
      message: 'The form was deleted. There is nothing left to confirm.',
      hint: 'You can close this page.',
    },
  ],
]);

/** Who reads a page, and what they do next when nothing better is known. */
const READERS = {
  visitor: { wordings: VISITOR_WORDINGS, hint: BACK, retry: BACK_AND_RETRY },
  owner: { wordings: OWNER_WORDINGS, hint: UNCHANGED, retry: 'Open the link again later.' },
} as const;

/** An error as a page: what happened, what its reader does next, and the envelope's code. */
export function renderErrorPage(
  reader: keyof typeof READERS,
  { code, message }: { code: ErrorCode; message: string },
): string {
  const { wordings, hint, retry } = READERS[reader];
  const wording = wordings.get(code) ?? { title: 'That did not work' };
  const next = ERROR_CODES[code].retryable ? retry : hint;
  return renderPage({
    title: wording.title,
    mark: 'halt',
    content: html`<p>${wording.message ?? message}</p>
      <p>${wording.hint ?? next}</p>
      <p class="soft">Error code: <code>${code}</code></p>`,
  });
}
