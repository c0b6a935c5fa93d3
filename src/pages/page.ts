import { createHash } from 'node:crypto';
import { html, SafeHtml } from '../text/html.ts';

const STYLE = `
:root{color-scheme:light dark;--paper:#fff;--ground:#f4f4f2;--ink:#1c1c1c;--soft:#595959;--line:#dcdcd6;--act:#1d4ed8;--on-act:#fff}
@media (prefers-color-scheme:dark){:root{--paper:#1d1e21;--ground:#131416;--ink:#ececec;--soft:#b3b3b3;--line:#3a3b3f;--act:#8fb4ff;--on-act:#10131a}}
*{box-sizing:border-box}
body{margin:0;min-height:100vh;display:flex;flex-direction:column;align-items:center;justify-content:center;padding:24px 16px;background:var(--ground);color:var(--ink);font:16px/1.55 system-ui,-apple-system,"Segoe UI",Roboto,Helvetica,Arial,sans-serif}
main{width:100%;max-width:34rem;padding:28px;background:var(--paper);border:1px solid var(--line);border-radius:12px}
main.wide{max-width:56rem}
h1{margin:0 0 12px;font-size:1.5rem;line-height:1.25;overflow-wrap:anywhere}
h2{margin:28px 0 8px;font-size:1.1rem}
p{margin:0 0 16px}
.soft{color:var(--soft);font-size:.9rem}
dl{margin:0 0 20px}
dt{color:var(--soft);font-size:.85rem;font-weight:600}
dd{margin:0 0 12px;overflow-wrap:anywhere}
a{color:var(--act)}
button{font:inherit;font-weight:600;padding:12px 22px;border:0;border-radius:8px;background:var(--act);color:var(--on-act);cursor:pointer}
button:focus-visible,a:focus-visible{outline:3px solid var(--act);outline-offset:3px}
form{margin:0 0 16px}
.mails{list-style:none;margin:0;padding:0}
.mails li{border-top:1px solid var(--line);padding:12px 0}
.mails a{font-weight:600;overflow-wrap:anywhere}
pre{white-space:pre-wrap;overflow-wrap:anywhere;margin:0;padding:16px;background:var(--ground);border-radius:8px;font:14px/1.5 ui-monospace,SFMono-Regular,Menlo,Consolas,monospace}
iframe{width:100%;height:34rem;border:1px solid var(--line);border-radius:8px;background:#fff}
footer{width:100%;max-width:34rem;padding:16px 28px 0;color:var(--soft);font-size:.85rem}
`;

const STYLE_ELEMENT = new SafeHtml(`<style>${STYLE}</style>`);
const STYLE_HASH = createHash('sha256').update(STYLE).digest('base64');

/** What every page is sent with: no script, nothing from elsewhere, no frame around it. */
export const PAGE_HEADERS = {
  'content-type': 'text/html; charset=utf-8',
  'content-security-policy':
    `default-src 'none'; style-src 'sha256-${STYLE_HASH}'; frame-src 'self'; ` +
    `form-action 'self'; base-uri 'none'; frame-ancestors 'none'`,
  'x-frame-options': 'DENY',
  'cache-control': 'no-store',
} as const;

export interface Page {
  title: string;
  content: SafeHtml;
  /** Room for lists and frames. */
  wide?: boolean;
}

/** A whole page in the one layout. Works without script, on a phone and with a screen reader. */
export function renderPage({ title, content, wide = false }: Page): string {
  return html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="robots" content="noindex" />
        <title>${title}</title>
        ${STYLE_ELEMENT}
      </head>
      <body>
        <main class="${wide ? 'wide' : 'card'}">
          <h1>${title}</h1>
          ${content}
        </main>
      </body>
    </html> `.text;
}
