import { html } from '../text/html.ts';
import { renderPage } from './page.ts';

/** The form that a page of its owner is about. */
interface OwnerFacts {
  alias: string;
  formId: string;
  address: string;
}

function factList({ alias, formId, address }: OwnerFacts) {
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
      <dt>Form</dt>
      <dd>${formId}</dd>
    </div>
  </dl>`;
}

export function renderStopPage(facts: OwnerFacts, token: string): string {
  return renderPage({
    title: 'Stop this form?',
    mark: 'ask',
    content: html`<p>Nothing more is delivered until you confirm the form again.</p>
      ${factList(facts)}
      <form method="post" action="stop">
        <input type="hidden" name="token" value="${token}" />
        <button type="submit">Stop this form</button>
        <button type="submit" name="reason" value="spam">Stop and report as spam</button>
      </form>`,
  });
}

/** How the owner of a stopped form gets it back: at once, or by a new verification mail. */
type Restart = { undo: string } | { again: string };

export function renderStoppedPage(facts: OwnerFacts, next: Restart): string {
  const [action, token, label] =
    'undo' in next
      ? ['verify', next.undo, 'Deliver again']
      : ['restart', next.again, 'Send me a new confirmation link'];
  return renderPage({
    title: 'The form is stopped',
    mark: 'done',
    content: html`<p>Nothing is delivered any more. Whoever submits is told so.</p>
      ${factList(facts)}
      <form method="post" action="${action}">
        <input type="hidden" name="token" value="${token}" />
        <button type="submit">${label}</button>
      </form>
      <p class="soft">A form that stays stopped for 30 days is removed.</p>`,
  });
}

export function renderRefusePage(facts: OwnerFacts, token: string): string {
  return renderPage({
    title: 'You did not ask for this form?',
    mark: 'ask',
    content: html`<p>
        The request is removed, and this address gets no such mails for 30 days.
      </p>
      ${factList(facts)}
      <form method="post" action="refuse">
        <input type="hidden" name="token" value="${token}" />
        <button type="submit">I did not ask for this</button>
      </form>`,
  });
}

export function renderRefusedPage(): string {
  return renderPage({
    title: 'The request is removed',
    mark: 'done',
    content: html`<p>This address gets no mails that ask for a confirmation for 30 days.</p>
      <p class="soft">You can close this page.</p>`,
  });
}

export function renderLinkSentPage(): string {
  return renderPage({
    title: 'Look into your inbox',
    mark: 'ask',
    content: html`<p>We have sent a new link. The form delivers once you confirm.</p>
      <p class="soft">You can close this page.</p>`,
  });
}
