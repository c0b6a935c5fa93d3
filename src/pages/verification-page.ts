import { html } from '../text/html.ts';
import { renderPage } from './page.ts';

/** The form a link is about, as its owner should see it before agreeing. */
export interface VerificationFacts {
  alias: string;
  address: string;
  endpoint: string;
  /** Where submissions go beside or instead of the inbox. */
  webhook: { label: string; host: string; url: string } | undefined;
}

function factList({ alias, address, endpoint, webhook }: VerificationFacts) {
  const disclosed = webhook
    ? [
        html`<div><dt>${webhook.label}</dt><dd><strong>${webhook.host}</strong><br />${webhook.url}</dd></div>`,
      ]
    : [];
  return html`<dl>
    <div>
      <dt>Name chosen by the requester</dt>
      <dd>“${alias}”</dd>
    </div>
    <div>
      <dt>Inbox</dt>
      <dd>${address}</dd>
    </div>
    <div>
      <dt>Endpoint</dt>
      <dd>${endpoint}</dd>
    </div>
    ${disclosed}
  </dl>`;
}

/** The page with the one button. `action` is relative, so that it works behind any base path. */
export function renderOpenVerificationPage(facts: VerificationFacts, token: string): string {
  return renderPage({
    title: 'Deliver this form to your inbox?',
    mark: 'ask',
    content: html`<p>Once you confirm, whatever visitors send through this form is delivered as shown here.</p>
      ${factList(facts)}
      <form method="post" action="verify">
        <input type="hidden" name="token" value="${token}" />
        <button type="submit">Confirm this form</button>
      </form>
      <p class="soft">
        You did not ask for this? Close the page. Nothing is delivered without your confirmation.
      </p>`,
  });
}

export function renderConfirmedPage(facts: VerificationFacts): string {
  return renderPage({
    title: 'The form is active',
    mark: 'done',
    content: html`<p>From now on, submissions are delivered as shown here.</p>
      ${factList(facts)}
      <p class="soft">You can close this page.</p>`,
  });
}

export function renderExpiredPage(): string {
  return renderPage({
    title: 'Link expired',
    mark: 'halt',
    content: html`<p>This link is older than 24 hours. Nothing was changed.</p>
      <p>Whoever made the form can have a new email sent.</p>`,
  });
}

export function renderGonePage(): string {
  return renderPage({
    title: 'This form no longer exists',
    mark: 'halt',
    content: html`<p>The form was deleted. There is nothing left to confirm.</p>
      <p class="soft">You can close this page.</p>`,
  });
}
