import { fill } from '../catalogs/catalog.ts';
import { escapeHtml, html, htmlLines, SafeHtml } from '../platform/text/html.ts';
import { STYLES } from './mail-styles.ts';
import { FACT_INDENT, SIGNATURE_MARK, type MailFact } from './quoted-facts.ts';

/** A part of a mail's body, in both of its forms: so they have the same links. */
export interface MailBlock {
  text: string;
  html: SafeHtml;
}

/** One layout for every mail: a card on a quiet page, with the small print below it. */
interface MailFrame {
  /** BCP 47 tag of the mail's language. */
  language: string;
  /** Above the title: who writes, or what it is about. */
  heading: string;
  title: string;
  /** Below the title: where it comes from, and when. */
  origin?: string;
  /** Who sent this and why the reader gets it; small print below the body. */
  footer: readonly string[];
  /** Ways to act on such mails, below the footer. */
  links: readonly MailLink[];
  /** Lets phones link numbers and dates, as in submissions, which owners have agreed to. */
  detectable?: boolean;
}

export interface MailLink {
  label: string;
  url: string;
}

/** Keeps lines separate in clients that drop `white-space`. */
export function renderLines(value: string): SafeHtml {
  return new SafeHtml(escapeHtml(value).replaceAll('\n', '<br />'));
}

/** Facts below each other, which suits phones; labels are bold in every client. */
export function renderFactsHtml(facts: readonly MailFact[]): SafeHtml {
  return htmlLines(
    facts.map(
      ({ label, value }) =>
        html`<p style="${STYLES.fact}">
          <strong dir="auto" style="${STYLES.label}">${label}</strong><br />
          <span dir="auto" style="${STYLES.value}">${renderLines(value)}</span>
        </p>`,
    ),
  );
}

/** A submission, with a line at the left that the service's own words never have. */
export const quoteHtml = (content: SafeHtml): SafeHtml =>
  html`<blockquote style="${STYLES.quoted}">
    ${content}
  </blockquote>`;

/** Facts as text. No value can pose as a label, because its lines are indented. */
function renderFactsText(facts: readonly MailFact[], label: string): string {
  const indent = (value: string) => value.replace(/^/gm, FACT_INDENT);
  return facts
    .map((fact) => `${fill(label, { text: fact.label })}\n${indent(fact.value)}`)
    .join('\n\n');
}

export const paragraph = (text: string, inHtml = text): MailBlock => ({
  text,
  html: html`<p style="${STYLES.paragraph}">${inHtml}</p>`,
});

/** A line that the reader should see before the rest. */
export const warning = (text: string): MailBlock => ({
  text,
  html: html`<p style="${STYLES.warning}">${text}</p>`,
});

/** Named values; `label` is how their language writes a name. */
export const facts = (values: readonly MailFact[], label: string): MailBlock => ({
  text: renderFactsText(values, label),
  html: renderFactsHtml(values),
});

/** Numbers by their names, as a table of two columns; a line each in the text part. */
export const numbers = (values: readonly MailFact[], label: string): MailBlock => ({
  text: values.map((each) => `${fill(label, { text: each.label })} ${each.value}`).join('\n'),
  html: html`<table width="100%" border="0" cellspacing="0" cellpadding="0" style="${STYLES.numbers}">
    ${values.map(
      (each) =>
        html`<tr>
          <th scope="row" align="left" style="${STYLES.numberName}">${each.label}</th>
          <td align="right" style="${STYLES.number}">${each.value}</td>
        </tr>`,
    )}
  </table>`,
});

/** A list of sentences below the words that introduce it. */
export const list = (introduction: string, items: readonly string[]): MailBlock => ({
  text: [introduction, ...items.map((item) => `- ${item}`)].join('\n'),
  html: html`<p style="${STYLES.listHead}">${introduction}</p>
    <ul style="${STYLES.list}">
      ${items.map((item) => html`<li style="${STYLES.item}">${item}</li>`)}
    </ul>`,
});

/** A link as a button; `introduction` stands above it in the text part. */
export const button = ({ label, url }: MailLink, introduction: string): MailBlock => ({
  text: `${introduction}\n\n${url}`,
  html: html`<table role="presentation" border="0" cellspacing="0" cellpadding="0" style="${STYLES.buttonTable}">
    <tr>
      <td bgcolor="#1d4ed8" style="${STYLES.buttonCell}"><a href="${url}" style="${STYLES.button}">${label}</a></td>
    </tr>
  </table>`,
});

/** A paragraph that ends with a link; the text part has its URL or address below. */
export const closingLink = (text: string, { label, url }: MailLink): MailBlock => ({
  text: `${text}\n\n${url.replace(/^mailto:/, '')}`,
  html: html`<p style="${STYLES.paragraph}">
    ${text} <a href="${url}" style="${STYLES.link}">${label}</a>
  </p>`,
});

const DETECT_NOTHING = 'telephone=no,date=no,address=no,email=no,url=no';

/** Old Outlook on Windows ignores `max-width`, so a table of a fixed width surrounds the column. */
const OUTLOOK_BEGIN = new SafeHtml(
  '<!--[if mso]><table role="presentation" width="600" align="center" cellspacing="0" cellpadding="0"><tr><td><![endif]-->',
);
const OUTLOOK_END = new SafeHtml('<!--[if mso]></td></tr></table><![endif]-->');

/** The links of the small print, in one line. */
const renderWays = (links: readonly MailLink[]): SafeHtml =>
  new SafeHtml(
    links
      .map(({ label, url }) => html`<a href="${url}" style="${STYLES.link}">${label}</a>`.text)
      .join(' &nbsp;·&nbsp; '),
  );

function renderMailHtml(
  { language, heading, title, origin, footer, links, detectable = false }: MailFrame,
  content: SafeHtml,
): string {
  const meta = detectable
    ? new SafeHtml('')
    : html`<meta name="format-detection" content="${DETECT_NOTHING}" />`;
  const smallPrint = [
    ...footer.map((line) => html`<p style="${STYLES.small}">${line}</p>`),
    ...(links.length > 0 ? [html`<p style="${STYLES.small}">${renderWays(links)}</p>`] : []),
  ];
  return html`<!doctype html>
    <html lang="${language}" style="color-scheme:light dark">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        ${meta}
        <title>${title}</title>
      </head>
      <body style="${STYLES.body}">
        <table role="presentation" width="100%" border="0" cellspacing="0" cellpadding="0">
          <tr>
            <td align="center" style="${STYLES.margin}">
              ${OUTLOOK_BEGIN}
              <table role="main" width="100%" border="0" cellspacing="0" cellpadding="0" style="${STYLES.column}">
                <tr>
                  <td style="${STYLES.card}">
                    <p style="${STYLES.heading}">${heading}</p>
                    <h1 dir="auto" style="${origin === undefined ? STYLES.title : STYLES.titleOfOrigin}">${title}</h1>
                    ${origin === undefined ? '' : html`<p style="${STYLES.origin}">${origin}</p>`}
                    ${content}
                  </td>
                </tr>
                <tr>
                  <td style="${STYLES.footer}">
                    ${htmlLines(smallPrint)}
                  </td>
                </tr>
              </table>
              ${OUTLOOK_END}
            </td>
          </tr>
        </table>
      </body>
    </html> `.text;
}

/** The text part: body, then the footer behind the signature mark. */
function renderMailText({ footer, links }: MailFrame, body: string, writing: string): string {
  const ways = links.map(({ label, url }) => `${fill(writing, { text: label })} ${url}`);
  return `${body.trimEnd()}\n\n${SIGNATURE_MARK}\n${[...footer, ...ways].join('\n')}\n`;
}

/** A mail has a footer that says at least who sent it. */
interface WholeMail extends MailFrame {
  body: readonly MailBlock[];
  footer: readonly [string, ...string[]];
}

/** Both parts of a mail, from the same blocks; `label` is how its language writes one. */
export function renderMail({ body, ...frame }: WholeMail, label: string) {
  const blocks = body.map((block) => block.text);
  const text = (frame.origin === undefined ? blocks : [frame.origin, ...blocks]).join('\n\n');
  const content = htmlLines(body.map((block) => block.html));
  return { text: renderMailText(frame, text, label), html: renderMailHtml(frame, content) };
}
