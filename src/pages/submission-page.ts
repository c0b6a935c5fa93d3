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
    mark: 'done',
    content: html`<p>${message}</p>
      ${note}
      <p class="soft">You can close this page, or go back to the form.</p>`,
  });
}
