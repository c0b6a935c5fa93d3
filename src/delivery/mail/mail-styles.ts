import { html, SafeHtml } from '../../platform/text/html.ts';

const FONT = "font-family:system-ui,-apple-system,'Segoe UI',Roboto,Helvetica,Arial,sans-serif";

/** A style as an attribute value, escaped once instead of in every mail. */
const style = (...declarations: string[]): SafeHtml => html`${declarations.join(';')}`;

/**
 * Every colour of text stands with the colour behind it, and the style sheet changes both: so no mail
 * program's dark mode can leave light text on a light card.
 */
export const STYLES = {
  body: style('margin:0', 'padding:0', 'background:#f3f4f6'),
  page: style('background:#f3f4f6'),
  margin: style('padding:24px 12px'),
  column: style(
    'width:100%',
    'max-width:600px',
    'margin:0 auto',
    'text-align:left',
    'word-break:break-word',
    'overflow-wrap:anywhere',
    FONT,
  ),
  card: style(
    'padding:28px 28px 12px',
    'background:#ffffff',
    'border:1px solid #e3e6ea',
    'border-radius:12px',
    'color:#1f2328',
    'font-size:16px',
    'line-height:1.6',
    FONT,
  ),
  heading: style('margin:0 0 4px', 'color:#5b6370', 'font-size:13px', 'line-height:1.4'),
  title: style(
    'margin:0 0 24px',
    'color:#1f2328',
    'font-size:21px',
    'line-height:1.3',
    'font-weight:700',
  ),
  paragraph: style('margin:0 0 20px'),
  warning: style(
    'margin:0 0 20px',
    'padding:10px 14px',
    'background:#fff6dd',
    'border:1px solid #e8c96a',
    'border-radius:8px',
    'color:#533f03',
    'font-size:14px',
    'line-height:1.5',
  ),
  quoted: style('margin:0 0 16px', 'padding:0 0 0 16px', 'border-left:3px solid #d0d5dc'),
  fact: style('margin:0', 'padding:0 0 14px'),
  label: style('color:#5b6370', 'font-size:13px', 'font-weight:600'),
  value: style('white-space:pre-wrap'),
  // Old Outlook gives links no padding, so its cell has it.
  buttonTable: style('margin:10px 0 24px'),
  buttonCell: style('background:#1d4ed8', 'border-radius:8px', 'mso-padding-alt:12px 24px'),
  button: style(
    'display:inline-block',
    'padding:12px 24px',
    'color:#ffffff',
    'font-size:16px',
    'line-height:1.4',
    'font-weight:600',
    'text-decoration:none',
  ),
  link: style('color:#1d4ed8'),
  footer: style('padding:16px 28px 8px', FONT),
  small: style('margin:0 0 6px', 'color:#5b6370', 'font-size:13px', 'line-height:1.5'),
  way: style('color:#5b6370'),
} as const;

/** Dark mode, and more room on phones, in the mail programs that read a style sheet. */
export const MAIL_STYLE_SHEET = new SafeHtml(
  '<style>:root{color-scheme:light dark;supported-color-schemes:light dark}' +
    '@media (prefers-color-scheme:dark){.page{background:#15181d!important}' +
    '.card{background:#1f242b!important;border-color:#333a44!important;color:#e8eaed!important}' +
    '.ink{color:#f4f5f7!important}.soft{color:#a9b1bd!important}.line{border-color:#4b5462!important}' +
    '.link{color:#8ab4f8!important}' +
    '.warning{background:#3a3116!important;border-color:#6d5a1e!important;color:#f5e3ad!important}}' +
    '@media (max-width:480px){.card{padding:20px 18px 6px!important}.foot{padding:14px 18px 6px!important}}</style>' +
    '<!--[if mso]><style>td,p,h1,a,strong,span{font-family:Arial,sans-serif!important}</style><![endif]-->',
);
