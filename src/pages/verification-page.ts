import { html } from '../text/html.ts';
import { renderPage } from './page.ts';

/** The form a link is about, as its owner should see it before agreeing. */
export interface VerificationFacts {
  alias: string;
  address: string;
  endpoint: string;
}

function factList({ alias, address, endpoint }: VerificationFacts) {
  return html`<dl>
    <dt>Name chosen by the requester</dt>
    <dd>“${alias}”</dd>
    <dt>Submissions arrive at</dt>
    <dd>${address}</dd>
    <dt>Endpoint</dt>
    <dd>${endpoint}</dd>
  </dl>`;
}

/** The page with the one button. `action` is relative, so that it works behind any base path. */
export function renderOpenVerificationPage(facts: VerificationFacts, token: string): string {
  return renderPage({
    title: 'Deliver this form to your inbox?',
    content: html`${factList(facts)}
      <p>After you confirm, whatever visitors submit through this form is emailed to you.</p>
      <form method="post" action="verify">
        <input type="hidden" name="token" value="${token}" />
        <button type="submit">Confirm this form</button>
      </form>
      <p class="soft">
        If you did not ask for this, close the page. Nothing is delivered without your confirmation.
      </p>`,
  });
}

export function renderConfirmedPage(facts: VerificationFacts): string {
  return renderPage({
    title: 'The form is active',
    content: html`<p>Submissions now arrive in your inbox. You can close this page.</p>
      ${factList(facts)}`,
  });
}

export function renderExpiredPage(): string {
  return renderPage({
    title: 'Link expired',
    content: html`<p>This verification link is older than 24 hours. Nothing was changed.</p>
      <p>Create the form again to get a new email.</p>`,
  });
}

export function renderGonePage(): string {
  return renderPage({
    title: 'This form no longer exists',
    content: html`<p>The form this link belongs to was deleted. There is nothing to confirm.</p>`,
  });
}
