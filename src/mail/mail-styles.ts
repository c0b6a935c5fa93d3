import { html, type SafeHtml } from '../platform/text/html.ts';

/** The first one is on every Windows: old Outlook shows Times if it does not know the first. */
const FONT =
  "font-family:'Segoe UI',-apple-system,system-ui,Roboto,'Helvetica Neue',Arial,sans-serif";

/** A style as an attribute value, escaped once instead of in every mail. */
const style = (declarations: string): SafeHtml => html`${declarations}`;

/**
 * Only the button has its own colours; text and page keep the mail program's. So dark mode cannot
 * put light text on light cards, and mails need no style sheet, which some programs drop.
 */
export const STYLES = {
  body: style('margin:0;padding:0'),
  margin: style('padding:24px 10px'),
  column: style(
    'width:100%;max-width:600px;margin:0 auto;text-align:left;word-break:break-word;overflow-wrap:anywhere',
  ),
  card: style(
    `padding:24px 24px 8px;border:1px solid #c9ced6;border-color:rgba(128,134,145,.4);border-radius:12px;font-size:16px;line-height:1.6;${FONT}`,
  ),
  heading: style('margin:0 0 4px;font-size:13px;line-height:1.4;opacity:.75'),
  title: style('margin:0 0 24px;font-size:21px;line-height:1.3;font-weight:700'),
  titleOfOrigin: style('margin:0 0 4px;font-size:21px;line-height:1.3;font-weight:700'),
  origin: style('margin:0 0 20px;font-size:13px;line-height:1.4;opacity:.75'),
  paragraph: style('margin:0 0 20px'),
  warning: style(
    'margin:0 0 20px;padding:10px 14px;background:rgba(224,168,0,.16);border:1px solid #c99a12;border-radius:8px;font-size:14px;line-height:1.5',
  ),
  quoted: style('margin:0 0 16px;padding:0 0 0 16px;border-left:3px solid #aab2bf'),
  fact: style('margin:0;padding:0 0 14px'),
  label: style('font-size:13px;font-weight:600;opacity:.75'),
  // Each line has the direction of its own script.
  value: style('white-space:pre-wrap;unicode-bidi:plaintext'),
  numbers: style('margin:0 0 20px;border-collapse:collapse'),
  numberName: style(
    'padding:6px 16px 6px 0;border-bottom:1px solid #c9ced6;border-color:rgba(128,134,145,.4);font-weight:400;text-align:left',
  ),
  number: style(
    'padding:6px 0;border-bottom:1px solid #c9ced6;border-color:rgba(128,134,145,.4);font-weight:600;text-align:right;white-space:nowrap',
  ),
  listHead: style('margin:0 0 6px'),
  list: style('margin:0 0 20px;padding:0 0 0 22px'),
  item: style('margin:0 0 6px'),
  buttonTable: style('margin:10px 0 24px'),
  // Old Outlook gives links no padding, so its cell has it.
  buttonCell: style('background:#1d4ed8;border-radius:8px;mso-padding-alt:12px 24px'),
  button: style(
    'display:inline-block;padding:12px 24px;color:#ffffff;font-size:16px;line-height:1.4;font-weight:600;text-decoration:none',
  ),
  link: style('color:inherit'),
  footer: style(`padding:16px 24px 8px;opacity:.75;${FONT}`),
  small: style('margin:0 0 6px;font-size:13px;line-height:1.5'),
} as const;
