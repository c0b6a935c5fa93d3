import { html, htmlLines, type SafeHtml } from '../text/html.ts';

/**
 * One look for every mail. It sets no colours but the button's, so that text keeps the colours of the
 * mail client in light and dark, and the order of the elements reads well without any styles.
 */
export interface MailBody {
  /** BCP 47 tag of the mail's language. */
  language: string;
  title: string;
  content: SafeHtml;
  /** Who sent this and why the reader gets it; small print below the content. */
  footer: readonly string[];
}

const FONT = "font-family:system-ui,-apple-system,'Segoe UI',Roboto,Helvetica,Arial,sans-serif";
const LINE = '1px solid rgba(128,128,128,.35)';

/** A style as it stands in an attribute, escaped once and not in every mail. */
const style = (...declarations: string[]): SafeHtml => html`${declarations.join(';')}`;

export const MAIL_STYLES = {
  paragraph: style('margin:0 0 20px', 'font-size:16px', 'line-height:1.6'),
  small: style(
    'margin:0 0 8px',
    'font-size:13px',
    'line-height:1.6',
    'opacity:.75',
    'overflow-wrap:anywhere',
  ),
  button: style(
    'display:inline-block',
    'padding:12px 26px',
    'border:1px solid #1d4ed8',
    'border-radius:8px',
    'background:#1d4ed8',
    'color:#ffffff',
    'font-size:16px',
    'line-height:1.4',
    'font-weight:600',
    'text-decoration:none',
  ),
} as const;

const BODY = style('margin:0', 'padding:32px 20px', FONT);
const COLUMN = style('max-width:600px', 'margin:0 auto');
const HEADING = style(
  'margin:0 0 20px',
  'font-size:22px',
  'line-height:1.3',
  'font-weight:700',
  'overflow-wrap:anywhere',
);
const FOOTER = style('margin:32px 0 0', 'padding:20px 0 0', `border-top:${LINE}`);
const LABEL = style('padding:0 0 2px', 'font-size:13px', 'line-height:1.5', 'opacity:.75');
const LABEL_WEIGHT = style('font-weight:600');
const VALUE = style(
  'padding:0 0 20px',
  'font-size:16px',
  'line-height:1.6',
  'overflow-wrap:anywhere',
  'white-space:pre-wrap',
);

/** A named value of a mail; the value may have several lines. */
export interface MailFact {
  label: string;
  value: string;
}

/** Lines stay apart where a client drops `white-space`. */
function renderLines(value: string): SafeHtml {
  const [first = '', ...rest] = value.split('\n');
  return html`${first}${rest.map((line) => html`<br />${line}`)}`;
}

/** Facts as stacked rows, which read well on a phone; labels are strong in any client. */
export function renderFactsHtml(facts: readonly MailFact[]): SafeHtml {
  const rows = facts.map(
    ({ label, value }) =>
      html`<tr>
          <td style="${LABEL}"><strong style="${LABEL_WEIGHT}">${label}</strong></td>
        </tr>
        <tr>
          <td style="${VALUE}">${renderLines(value)}</td>
        </tr> `,
  );
  return html`<table
    role="presentation"
    cellpadding="0"
    cellspacing="0"
    style="width:100%;margin:0 0 8px;border-collapse:collapse;table-layout:fixed"
  >
    ${htmlLines(rows)}
  </table>`;
}

/** Facts as text. Every line of a value is indented, so that no value can pose as a label. */
export function renderFactsText(facts: readonly MailFact[]): string {
  return facts.map(({ label, value }) => `${label}:\n${value.replace(/^/gm, '  ')}`).join('\n\n');
}

export function renderMailHtml({ language, title, content, footer }: MailBody): string {
  const smallPrint = footer.map((line) => html`<p style="${MAIL_STYLES.small}">${line}</p> `);
  return html`<!doctype html>
    <html lang="${language}" style="color-scheme:light dark">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <meta name="supported-color-schemes" content="light dark" />
        <title>${title}</title>
      </head>
      <body style="${BODY}">
        <div role="main" style="${COLUMN}">
          <h1 style="${HEADING}">${title}</h1>
          ${content}
          <div style="${FOOTER}">
            ${htmlLines(smallPrint)}
          </div>
        </div>
      </body>
    </html> `.text;
}

/** The text part: content, then the footer behind the signature mark of RFC 3676. */
export function renderMailText(content: string, footer: readonly string[]): string {
  return `${content.trimEnd()}\n\n-- \n${footer.join('\n')}\n`;
}
