import { INBOX_PATH, OPERATIONS } from '../../contract/operations.ts';
import { attachmentBytes } from '../../platform/text/octets.ts';
import { html, type SafeHtml } from '../../platform/text/html.ts';
import { inlineScript, PAGE_HEADERS, pagePolicy, renderFacts, renderPage } from '../pages/page.ts';
import type { PreviewMail } from './mailbox.ts';
import type { Address } from 'postal-mime';

const URL_IN_TEXT = /https?:\/\/[^\s<>"]+/g;
const TOKEN = /^[\w.%-]+/;
const NO_SUBJECT = '(no subject)';

/**
 * The last segment of the list's path. Links are relative, so that they work behind a path prefix:
 * the list is at …/preview, without a final slash, and a mail at …/preview/ID.
 */
const LIST = 'preview';

/** Milliseconds between two looks for new mails. */
const EVERY = 2_000;

/** Shows new mails without a reload. It keeps the focus on the link that has it. */
const SCRIPT = `
const count = document.getElementById('count');
const mailbox = document.getElementById('mailbox');
async function look() {
  if (document.visibilityState !== 'visible') return;
  const answer = await fetch('${LIST}', { headers: { accept: 'text/html' } }).catch(() => undefined);
  if (!answer?.ok) return;
  const page = new DOMParser().parseFromString(await answer.text(), 'text/html');
  const fresh = page.getElementById('mailbox');
  if (!fresh || fresh.innerHTML === mailbox.innerHTML) return;
  const focused = mailbox.contains(document.activeElement) && document.activeElement.getAttribute('href');
  mailbox.replaceChildren(...fresh.childNodes);
  count.textContent = page.getElementById('count').textContent;
  if (focused) mailbox.querySelector('a[href="' + CSS.escape(focused) + '"]')?.focus();
}
setInterval(look, ${EVERY});
document.addEventListener('visibilitychange', look);
`;

const { element: SCRIPT_ELEMENT, policy: SCRIPT_POLICY } = inlineScript(SCRIPT);

/** Headers of the list: its one script may ask this origin for the list again. */
export const LIST_HEADERS = {
  ...PAGE_HEADERS,
  'content-security-policy': pagePolicy({ script: `${SCRIPT_POLICY}connect-src 'self'; ` }),
};

/** Links of mails that are offered as a button, up to their token. */
const SHORT_CUTS = [
  { label: 'Confirm', start: `${OPERATIONS.showVerification.path}?token=` },
  { label: 'Approve', start: `${OPERATIONS.showApproval.path}?token=` },
  { label: 'Start again', start: `${OPERATIONS.showRestart.path}?token=` },
  { label: 'Open the inbox', start: `${INBOX_PATH}#token=` },
] as const;

/** A button for the link of a mail. Only its token is taken, so that it stays with this service. */
function renderShortCut({ email: { text = '' } }: PreviewMail, base: '.' | '..'): SafeHtml | '' {
  for (const { label, start } of SHORT_CUTS) {
    const at = text.indexOf(start);
    const [token] = (at < 0 ? null : TOKEN.exec(text.slice(at + start.length))) ?? [];
    if (token === undefined) continue;
    return html`<p class="cut">
      <a class="button quiet" href="${base}${start}${token}">${label}</a>
    </p>`;
  }
  return '';
}

/** The form of a mail. Its footer comes last, after anything a visitor has written. */
const formOf = ({ email: { text = '' } }: PreviewMail): string | undefined =>
  text.match(/\bcfm_[0-9A-Z]{16}\b/g)?.at(-1);

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

function renderItem(mail: PreviewMail): SafeHtml {
  const { id, email, recipients, receivedAt } = mail;
  const form = formOf(mail);
  return html`<li>
    <a class="subject" href="${LIST}/${id}">${email.subject ?? NO_SUBJECT}</a>
    <span class="soft">${timeOf(receivedAt)}</span>
    <p class="soft">To ${recipients.join(', ')}</p>
    ${form === undefined ? '' : html`<p class="soft">Form <code>${form}</code></p>`}
    ${renderShortCut(mail, '.')}
  </li> `;
}

function renderList(mails: readonly PreviewMail[]): SafeHtml {
  if (mails.length === 0) {
    return html`<p class="empty">
      No mail yet. Create a form, and its verification mail appears here.
    </p>`;
  }
  // The role keeps it a list in Safari, which drops it with the bullets.
  return html`<ul class="mails" role="list">
    ${mails.map(renderItem)}
  </ul>`;
}

export function renderMailboxPage(mails: readonly PreviewMail[]): string {
  return renderPage({
    language: 'en',
    title: 'Preview mailbox',
    wide: true,
    content: html`<div class="bar">
        <span id="count" role="status">${mails.length} ${mails.length === 1 ? 'mail' : 'mails'}</span>
        <noscript><a href="${LIST}">Refresh</a></noscript>
      </div>
      <p class="soft">
        No mail is sent: it waits here, in memory, until the service stops. To send for real, set
        <code>SMTP_HOST</code> and <code>MAIL_FROM</code>. New mails appear by themselves.
      </p>
      <div id="mailbox">${renderList(mails)}</div>
      ${SCRIPT_ELEMENT}`,
  });
}

const nameAddress = ({ name, address = '' }: Address) => (name ? `${name} <${address}>` : address);

function renderMailFacts(mail: PreviewMail): SafeHtml {
  const { email, recipients, receivedAt } = mail;
  const facts: [string, string | SafeHtml][] = [
    ['From', email.from ? nameAddress(email.from) : ''],
    ['To', recipients.join(', ')],
    ['Reply to', email.replyTo?.map(nameAddress).join(', ') ?? ''],
    ['Form', formOf(mail) ?? ''],
    ['Received', timeOf(receivedAt)],
  ];
  return renderFacts(
    facts.filter(([, value]) => value !== ''),
    'facts',
  );
}

/** Bytes of an attachment that is shown on the page of its mail. */
const MOST_SHOWN = 65_536;

/** Shows the service's JSON attachments; others are only downloads. */
function renderAttachments({ id, email }: PreviewMail): SafeHtml {
  const items = email.attachments.map((attachment, at) => {
    const { filename, mimeType } = attachment;
    const bytes = attachmentBytes(attachment);
    const isShown = mimeType === 'application/json' && bytes.length <= MOST_SHOWN;
    const name = filename ?? 'unnamed';
    return html`<h2>Attachment ${name}, <code>${mimeType}</code></h2>
      <p><a href="${id}/attachments/${at}" download>Download ${name}</a> (${bytes.length} bytes)</p>
      ${
        isShown
          ? html`<pre tabindex="0" role="region" aria-label="Attachment ${name}">${bytes.toString()}</pre> `
          : ''
      }`;
  });
  return html`${items}`;
}

export function renderMailPage(mail: PreviewMail): string {
  const { id, email } = mail;
  return renderPage({
    language: 'en',
    title: email.subject ?? NO_SUBJECT,
    wide: true,
    content: html`<div class="bar">
        <a href="../${LIST}">All mails</a>
        <a href="${id}/raw">Raw message</a>
      </div>
      ${renderShortCut(mail, '..')} ${renderMailFacts(mail)}
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
