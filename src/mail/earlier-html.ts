import { html, htmlLines, type SafeHtml } from '../platform/text/html.ts';
import { renderLines, type MailFact, type MailLink } from './mail-layout.ts';

/** What the text part of an earlier submission's mail says. */
interface EarlierText {
  facts: readonly MailFact[];
  footer: readonly string[];
  links: readonly MailLink[];
}

const FONT = "font-family:system-ui,-apple-system,'Segoe UI',Roboto,Arial,sans-serif";
const PARAGRAPH = 'margin:0 0 20px';
const SMALL = 'margin:0 0 8px;font-size:13px';
const BODY = 'margin:0;padding:32px 20px';
const COLUMN = `max-width:600px;margin:0 auto;font-size:16px;line-height:1.6;overflow-wrap:anywhere;${FONT}`;
const HEADING = 'margin:0 0 20px;font-size:22px;line-height:1.3';
const FOOTER =
  'margin:32px 0 0;padding:20px 0 0;border-top:1px solid rgba(128,128,128,.35);opacity:.75';
const LINK = 'color:inherit';
const QUOTED = 'margin:0;padding:0 0 0 16px;border-left:3px solid rgba(128,128,128,.35)';
const LABEL = 'font-size:13px;font-weight:600;opacity:.75';
const VALUE = 'white-space:pre-wrap';

const renderFact = ({ label, value }: MailFact): SafeHtml =>
  html`<p style="${PARAGRAPH}">
    <strong dir="auto" style="${LABEL}">${label}</strong><br />
    <span dir="auto" style="${VALUE}">${renderLines(value)}</span>
  </p>`;

/** The HTML part as it was between releases 1.0 and 1.1. */
function htmlBefore1_1(title: string, { facts, footer, links }: EarlierText): string {
  const smallPrint = [
    ...footer.map((line) => html`<p style="${SMALL}">${line}</p> `),
    ...links.map(
      ({ label, url }) =>
        html`<p style="${SMALL}"><a href="${url}" style="${LINK}">${label}</a></p> `,
    ),
  ];
  return html`<!doctype html>
    <html lang="en" style="color-scheme:light dark">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <title>${title}</title>
      </head>
      <body style="${BODY}">
        <div role="main" style="${COLUMN}">
          <h1 style="${HEADING}">${title}</h1>
          <blockquote style="${QUOTED}">
            ${htmlLines(facts.map(renderFact))}
          </blockquote>
          <div style="${FOOTER}">
            ${htmlLines(smallPrint)}
          </div>
        </div>
      </body>
    </html> `.text;
}

/** HTML with quoted facts as release 1.0 wrote it. */
const toHtmlOf1_0 = (mail: string): string =>
  mail.replace(/<blockquote [^<>]*>\r\n|\r\n<\/blockquote>/g, '').replaceAll(' dir="auto"', '');

/** Every HTML part that an earlier mail of a submission to the form `name` has with this text part. */
export function possibleEarlierHtml(name: string, text: EarlierText): string[] {
  const titles = [`New submission: ${name}`, `Test submission: ${name}`];
  const newer = titles.map((title) => htmlBefore1_1(title, text));
  return [...newer, ...newer.map(toHtmlOf1_0)];
}
