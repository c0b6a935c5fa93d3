import { renderPage } from '../pages/page.ts';
import { html, type SafeHtml } from '../text/html.ts';
import type { PreviewMail } from './mailbox.ts';

const URL_IN_TEXT = /https?:\/\/[^\s<>"]+/g;

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

export function renderMailboxPage(mails: readonly PreviewMail[], base: string): string {
  const items = mails.map(
    ({ id, email, recipients, receivedAt }) =>
      html`<li>
        <a href="${base}/${id}">${email.subject ?? '(no subject)'}</a>
        <div class="soft">to ${recipients.join(', ')}, ${timeOf(receivedAt)}</div>
      </li> `,
  );
  const list =
    mails.length > 0
      ? html`<ul class="mails">
          ${items}
        </ul>`
      : html`<p>No mail yet. Create a form, and its verification email appears here.</p>`;
  return renderPage({
    title: 'Preview mailbox',
    wide: true,
    content: html`<p class="soft">
        Mail that would have been sent. It is kept in memory until the service stops; set
        <code>SMTP_URL</code> and <code>MAIL_FROM</code> to send for real.
      </p>
      <p><a href="${base}">Refresh</a></p>
      ${list}`,
  });
}

function attachmentSection({ email }: PreviewMail): SafeHtml {
  const items = email.attachments.map(({ filename, mimeType, content }) => {
    const text =
      typeof content === 'string' ? content : Buffer.from(content as ArrayBuffer).toString();
    return html`<h2>Attachment: ${filename ?? 'unnamed'} (${mimeType})</h2>
      <pre tabindex="0">${text}</pre> `;
  });
  return html`${items}`;
}

export function renderMailPage(mail: PreviewMail, base: string): string {
  const { id, email, recipients, receivedAt } = mail;
  const address = (one: { name?: string; address?: string | undefined } | undefined) =>
    one ? [one.name, one.address && `<${one.address}>`].filter(Boolean).join(' ') : '';
  const replyTo = email.replyTo?.map(address).join(', ');
  return renderPage({
    title: email.subject ?? '(no subject)',
    wide: true,
    content: html`<p><a href="${base}">All mails</a></p>
      <dl>
        <dt>From</dt>
        <dd>${address(email.from as { name?: string; address?: string })}</dd>
        <dt>To</dt>
        <dd>${recipients.join(', ')}</dd>
        <dt>Reply-To</dt>
        <dd>${replyTo ?? 'none'}</dd>
        <dt>Received</dt>
        <dd>${timeOf(receivedAt)}</dd>
      </dl>
      <h2>HTML part</h2>
      <iframe
        title="HTML part of the mail"
        src="${base}/${id}/html"
        sandbox="allow-popups allow-popups-to-escape-sandbox"
      ></iframe>
      <h2>Text part</h2>
      <pre tabindex="0">${withLinks(email.text ?? '')}</pre>
      ${attachmentSection(mail)}`,
  });
}
