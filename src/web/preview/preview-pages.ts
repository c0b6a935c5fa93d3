import { renderPage } from '../pages/page.ts';
import { html, type SafeHtml } from '../../platform/text/html.ts';
import type { PreviewMail } from './mailbox.ts';

const URL_IN_TEXT = /https?:\/\/[^\s<>"]+/g;
const NO_SUBJECT = '(no subject)';

/**
 * The last segment of the list's path. Links are relative, so that they work behind a path prefix:
 * the list is at …/preview, without a final slash, and a mail at …/preview/ID.
 */
const LIST = 'preview';

function withLinks(text: string): SafeHtml {
  const parts: SafeHtml[] = [];
  let end = 0;
  for (const match of text.matchAll(URL_IN_TEXT)) {
    const [url] = match;
    parts.push(html`${text.slice(end, match.index)}<a href="${url}">${url}</a>`);
    end = match.index + url.length;
  }
  return html`${parts}${text.slice(end)}`;
}

const timeOf = (date: Date) =>
  html`<time datetime="${date.toISOString()}">${date.toISOString().slice(11, 19)} UTC</time>`;

function renderList(mails: readonly PreviewMail[]): SafeHtml {
  if (mails.length === 0) {
    return html`<p class="empty">
      No mail yet. Create a form, and its verification mail appears here.
    </p>`;
  }
  const items = mails.map(
    ({ id, email, recipients, receivedAt }) =>
      html`<li>
        <a href="${LIST}/${id}">${email.subject ?? NO_SUBJECT}</a>
        <span class="soft">${timeOf(receivedAt)}</span>
        <p class="soft">To ${recipients.join(', ')}</p>
      </li> `,
  );
  // The role keeps it a list in Safari, which drops it with the bullets.
  return html`<ul class="mails" role="list">
    ${items}
  </ul>`;
}

export function renderMailboxPage(mails: readonly PreviewMail[]): string {
  return renderPage({
    language: 'en',
    title: 'Preview mailbox',
    wide: true,
    content: html`<div class="bar">
        <span>${mails.length} ${mails.length === 1 ? 'mail' : 'mails'}</span>
        <a href="${LIST}">Refresh</a>
      </div>
      <p class="soft">
        No mail is sent: it waits here, in memory, until the service stops. To send for real, set
        <code>SMTP_URL</code> and <code>MAIL_FROM</code>.
      </p>
      ${renderList(mails)}`,
  });
}

interface Address {
  name?: string | undefined;
  address?: string | undefined;
}

const nameAddress = ({ name, address = '' }: Address) => (name ? `${name} <${address}>` : address);

function renderFacts({ email, recipients, receivedAt }: PreviewMail): SafeHtml {
  const facts: [string, string | SafeHtml][] = [
    ['From', email.from ? nameAddress(email.from) : ''],
    ['To', recipients.join(', ')],
    ['Reply to', email.replyTo?.map(nameAddress).join(', ') ?? ''],
    ['Received', timeOf(receivedAt)],
  ];
  const rows = facts
    .filter(([, value]) => value !== '')
    .map(
      ([label, value]) =>
        html`<div>
          <dt>${label}</dt>
          <dd>${value}</dd>
        </div> `,
    );
  return html`<dl class="facts">
    ${rows}
  </dl>`;
}

function renderAttachments({ email }: PreviewMail): SafeHtml {
  const items = email.attachments.map(({ filename, mimeType, content }) => {
    const text = typeof content === 'string' ? content : new TextDecoder().decode(content);
    const name = filename ?? 'unnamed';
    return html`<h2>Attachment ${name}, <code>${mimeType}</code></h2>
      <pre tabindex="0" role="region" aria-label="Attachment ${name}">${text}</pre> `;
  });
  return html`${items}`;
}

export function renderMailPage(mail: PreviewMail): string {
  const { id, email } = mail;
  return renderPage({
    language: 'en',
    title: email.subject ?? NO_SUBJECT,
    wide: true,
    content: html`<div class="bar"><a href="../${LIST}">All mails</a></div>
      ${renderFacts(mail)}
      <h2>As HTML</h2>
      <iframe
        title="The mail as HTML"
        src="${id}/html"
        sandbox="allow-popups allow-popups-to-escape-sandbox"
      ></iframe>
      <h2>As text</h2>
      <pre tabindex="0" role="region" aria-label="The mail as text">${withLinks(email.text ?? '')}</pre>
      ${renderAttachments(mail)}`,
  });
}
