import { html } from '../text/html.ts';
import { renderPage } from './page.ts';

/** What a visitor's browser shows after a submission that was received. */
export function renderAcceptedPage(message: string, test?: { echo: string | null }): string {
  const note = test
    ? [
        html`<p>
          This was a test submission.${test.echo === null ? '' : ` It said: “${test.echo}”.`}
        </p>`,
      ]
    : [];
  return renderPage({
    title: 'Message sent',
    content: html`<p>${message}</p>
      ${note}
      <p class="soft">
        You can close this page, or use your browser’s back button to return to the form.
      </p>`,
  });
}

const TITLES: ReadonlyMap<string, string> = new Map([
  ['submission_empty', 'Nothing to send'],
  ['submission_too_large', 'Too much to send'],
  ['route_not_found', 'No such form'],
  ['inbox_not_verified', 'Not active yet'],
  ['monthly_allowance_exhausted', 'Monthly limit reached'],
  ['rate_limited', 'Too many messages'],
  ['verification_token_expired', 'Link expired'],
]);

/** An error as a page: the envelope's sentence and code, and whether trying again makes sense. */
export function renderErrorPage(code: string, message: string, retryable: boolean): string {
  const hint = retryable
    ? 'Use your browser’s back button to return and try again later.'
    : 'Use your browser’s back button to return.';
  return renderPage({
    title: TITLES.get(code) ?? 'That did not work',
    content: html`<p>${message}</p>
      <p class="soft">${hint}</p>
      <p class="soft">Error code: <code>${code}</code></p>`,
  });
}
