import { html, SafeHtml } from '../text/html.ts';

/** One look for every mail: a plain card that mail clients, dark modes and screen readers cope with. */
export interface MailBody {
  /** BCP 47 tag of the mail's language. */
  language: string;
  title: string;
  content: SafeHtml;
  /** Who sent this and why the reader gets it; small print below the card. */
  footer: readonly string[];
}

const FONT = "font-family:system-ui,-apple-system,'Segoe UI',Roboto,Helvetica,Arial,sans-serif";

export const MAIL_STYLES = {
  paragraph: 'margin:0 0 16px;font-size:16px;line-height:1.5',
  small: 'margin:0 0 6px;font-size:13px;line-height:1.5;color:#595959',
  button:
    'display:inline-block;padding:12px 22px;border-radius:6px;background:#1d4ed8;color:#ffffff;' +
    'font-size:16px;font-weight:600;text-decoration:none',
} as const;

const LABEL = 'padding:12px 0 2px;font-size:13px;line-height:1.4;color:#595959;font-weight:600';
const VALUE =
  'padding:0 0 12px;font-size:16px;line-height:1.5;border-bottom:1px solid #e4e4e4;' +
  'overflow-wrap:anywhere;white-space:pre-wrap';

/** A named value of a mail; the value may have several lines. */
export interface MailFact {
  label: string;
  value: string;
}

/** Facts as stacked rows, which read well on a phone. */
export function renderFactsHtml(facts: readonly MailFact[]): SafeHtml {
  const rows = facts.map(
    ({ label, value }) =>
      html`<tr>
          <td style="${LABEL}">${label}</td>
        </tr>
        <tr>
          <td style="${VALUE}">${value}</td>
        </tr> `,
  );
  return html`<table
    role="presentation"
    cellpadding="0"
    cellspacing="0"
    style="width:100%;margin:0 0 24px;border-collapse:collapse;table-layout:fixed"
  >
    ${rows}
  </table>`;
}

/** Facts as text. Every line of a value is indented, so that no value can pose as a label. */
export function renderFactsText(facts: readonly MailFact[]): string {
  return facts.map(({ label, value }) => `${label}:\n${value.replace(/^/gm, '  ')}`).join('\n\n');
}

export function renderMailHtml({ language, title, content, footer }: MailBody): string {
  const smallPrint = footer.map((line) => html`<p style="${MAIL_STYLES.small}">${line}</p> `);
  return html`<!doctype html>
    <html lang="${language}">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light" />
        <title>${title}</title>
      </head>
      <body style="margin:0;padding:24px 12px;background:#f4f4f2;color:#1c1c1c;${FONT}">
        <div
          style="max-width:600px;margin:0 auto;padding:24px 28px;background:#ffffff;border:1px solid #e0e0dc;border-radius:10px"
        >
          <h1 style="margin:0 0 16px;font-size:20px;line-height:1.3">${title}</h1>
          ${content}
        </div>
        <div style="max-width:600px;margin:0 auto;padding:16px 28px 0">${smallPrint}</div>
      </body>
    </html> `.text;
}

/** The text part: content, then the footer behind the signature mark of RFC 3676. */
export function renderMailText(content: string, footer: readonly string[]): string {
  return `${content.trimEnd()}\n\n-- \n${footer.join('\n')}\n`;
}
