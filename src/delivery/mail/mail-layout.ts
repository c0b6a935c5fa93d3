import { escapeHtml, html, htmlLines, SafeHtml } from '../../platform/text/html.ts';

/** A part of a mail's body, in both of its forms: so they have the same links. */
export interface MailBlock {
  text: string;
  html: SafeHtml;
}

/**
 * One layout for every mail. Only the button has colours, so that text keeps those of the mail client
 * in light and dark; the order of the elements also works without styles.
 */
interface MailFrame {
  /** BCP 47 tag of the mail's language. */
  language: string;
  title: string;
  /** Who sent this and why the reader gets it; small print below the body. */
  footer: readonly string[];
  /** How the reader can end such mails, below the footer. */
  links: readonly MailLink[];
  /** Phones may turn numbers and dates into links: wanted in submissions, which their owner agreed to. */
  detectable?: boolean;
}

export interface MailLink {
  label: string;
  url: string;
}

const FONT = "font-family:system-ui,-apple-system,'Segoe UI',Roboto,Arial,sans-serif";

/** A style as an attribute value, escaped once instead of in every mail. */
const style = (...declarations: string[]): SafeHtml => html`${declarations.join(';')}`;

const MAIL_STYLES = {
  paragraph: style('margin:0 0 20px'),
  small: style('margin:0 0 8px', 'font-size:13px'),
  button: style(
    'display:inline-block',
    'padding:12px 26px',
    'border:1px solid #1d4ed8',
    'border-radius:8px',
    'background:#1d4ed8',
    'color:#ffffff',
    'line-height:1.4',
    'font-weight:600',
    'text-decoration:none',
  ),
} as const;

const BODY = style('margin:0', 'padding:32px 20px');
const COLUMN = style(
  'max-width:600px',
  'margin:0 auto',
  'font-size:16px',
  'line-height:1.6',
  'overflow-wrap:anywhere',
  FONT,
);
const HEADING = style('margin:0 0 20px', 'font-size:22px', 'line-height:1.3');
const FOOTER = style(
  'margin:32px 0 0',
  'padding:20px 0 0',
  'border-top:1px solid rgba(128,128,128,.35)',
  'opacity:.75',
);
const LINK = style('color:inherit');
const QUOTED = style(
  'margin:0',
  'padding:0 0 0 16px',
  'border-left:3px solid rgba(128,128,128,.35)',
);
const LABEL = style('font-size:13px', 'font-weight:600', 'opacity:.75');
const VALUE = style('white-space:pre-wrap');

/** A named value of a mail; the value may have several lines. */
export interface MailFact {
  label: string;
  value: string;
}

/** Keeps lines separate in clients that drop `white-space`. */
export function renderLines(value: string): SafeHtml {
  return new SafeHtml(escapeHtml(value).replaceAll('\n', '<br />'));
}

/** Facts below each other, which suits phones; labels are bold in every client. */
export function renderFactsHtml(facts: readonly MailFact[]): SafeHtml {
  const { paragraph } = MAIL_STYLES;
  return htmlLines(
    facts.map(
      ({ label, value }) =>
        html`<p style="${paragraph}">
          <strong dir="auto" style="${LABEL}">${label}</strong><br />
          <span dir="auto" style="${VALUE}">${renderLines(value)}</span>
        </p>`,
    ),
  );
}

/** A submission, with a line at the left that the service's own words never have. */
export const quoteHtml = (content: SafeHtml): SafeHtml =>
  html`<blockquote style="${QUOTED}">
    ${content}
  </blockquote>`;

/** HTML with quoted facts as release 1.0 wrote it: its mails can still be verified. */
export const htmlOf1_0 = (mail: string): string =>
  mail.replace(/<blockquote [^<>]*>\r\n|\r\n<\/blockquote>/g, '').replaceAll(' dir="auto"', '');

/** Precedes every line of a value in the text part. */
export const FACT_INDENT = '  ';

/** Precedes every line of a submission in the text part, and no line of the service's own words. */
export const QUOTE_BAR = '|';

/** Separates content and footer (RFC 3676, 4.3). */
export const SIGNATURE_MARK = '-- ';

/** How a language writes what stands before a value: in English with a colon. */
export type WriteLabel = (label: string) => string;

const withColon: WriteLabel = (label) => `${label}:`;

/** Facts as text. No value can pose as a label, because its lines are indented. */
function renderFactsText(facts: readonly MailFact[], write = withColon): string {
  const indent = (value: string) => value.replace(/^/gm, FACT_INDENT);
  return facts.map(({ label, value }) => `${write(label)}\n${indent(value)}`).join('\n\n');
}

/** The fields of a submission as text, behind the bar, so that none can look like our words. */
export function quoteFactsText(facts: readonly MailFact[]): string {
  if (facts.length === 0) return '';
  // A blank line has no space at its end, because mail servers may strip it.
  const isBlank = (line: string) => line === '' || line === FACT_INDENT;
  const lines = renderFactsText(facts).split('\n');
  return lines.map((line) => (isBlank(line) ? QUOTE_BAR : `${QUOTE_BAR} ${line}`)).join('\n');
}

export const paragraph = (text: string, inHtml = text): MailBlock => ({
  text,
  html: html`<p style="${MAIL_STYLES.paragraph}">${inHtml}</p>`,
});

export const facts = (values: readonly MailFact[], write: WriteLabel): MailBlock => ({
  text: renderFactsText(values, write),
  html: renderFactsHtml(values),
});

/** A link as a button; `introduction` stands above it in the text part. */
export const button = ({ label, url }: MailLink, introduction: string): MailBlock => ({
  text: `${introduction}\n\n${url}`,
  html: html`<p style="${MAIL_STYLES.paragraph}">
    <a href="${url}" style="${MAIL_STYLES.button}">${label}</a>
  </p>`,
});

/** A paragraph that ends with a link; the text part has its URL below. */
export const closingLink = (text: string, { label, url }: MailLink): MailBlock => ({
  text: `${text}\n\n${url}`,
  html: html`<p style="${MAIL_STYLES.paragraph}">
    ${text} <a href="${url}" style="${LINK}">${label}</a>
  </p>`,
});

const DETECT_NOTHING = 'telephone=no,date=no,address=no,email=no,url=no';

export function renderMailHtml(
  { language, title, footer, links, detectable = false }: MailFrame,
  content: SafeHtml,
): string {
  const { small } = MAIL_STYLES;
  const meta = [
    html`<meta name="color-scheme" content="light dark" />`,
    ...(detectable ? [] : [html`<meta name="format-detection" content="${DETECT_NOTHING}" />`]),
  ];
  const smallPrint = [
    ...footer.map((line) => html`<p style="${small}">${line}</p> `),
    ...links.map(
      ({ label, url }) =>
        html`<p style="${small}"><a href="${url}" style="${LINK}">${label}</a></p> `,
    ),
  ];
  return html`<!doctype html>
    <html lang="${language}" style="color-scheme:light dark">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        ${htmlLines(meta)}
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

/** The text part: body, then the footer behind the signature mark. */
function renderMailText({ footer, links }: MailFrame, body: string, write: WriteLabel): string {
  const ways = links.map(({ label, url }) => `${write(label)} ${url}`);
  return `${body.trimEnd()}\n\n${SIGNATURE_MARK}\n${[...footer, ...ways].join('\n')}\n`;
}

/** A mail has a footer that says at least who sent it. */
interface WholeMail extends MailFrame {
  body: readonly MailBlock[];
  footer: readonly [string, ...string[]] | readonly [...string[], string];
}

/** Both parts of a mail, from the same blocks. */
export function renderMail({ body, ...frame }: WholeMail, write = withColon) {
  const text = body.map((block) => block.text).join('\n\n');
  const content = htmlLines(body.map((block) => block.html));
  return { text: renderMailText(frame, text, write), html: renderMailHtml(frame, content) };
}
