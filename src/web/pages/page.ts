import { createHash } from 'node:crypto';
import type { ErrorCode } from '../../contract/error-codes.ts';
import { html, SafeHtml } from '../../platform/text/html.ts';
import { fill } from '../../catalogs/catalog.ts';
import { wordsOf, type Language } from '../../catalogs/languages.ts';
import { renderOperator, UNNAMED } from './operator.ts';

/** Colours and elements of every page, in light and dark. */
export const PAGE_STYLE = `
:root{color-scheme:light dark;--ground:#f5f5f2;--paper:#fff;--ink:#1d1d1b;--soft:#5c5c58;--line:#e3e2dc;--edge:#85857f;--act:#1d4ed8;--on-act:#fff;--act-tint:#e9effd;--done:#15703a;--done-tint:#e6f3e9;--halt:#8a5200;--halt-tint:#fbf0dc}
@media (prefers-color-scheme:dark){:root{--ground:#121315;--paper:#1b1c1f;--ink:#ebebe8;--soft:#acaca7;--line:#33353a;--edge:#7d8087;--act:#93b4ff;--on-act:#0f1420;--act-tint:#1f2a45;--done:#82d8a0;--done-tint:#17301f;--halt:#efbf75;--halt-tint:#33280f}}
*{box-sizing:border-box}
body{margin:0;min-height:100vh;min-height:100svh;display:flex;flex-direction:column;align-items:center;padding:clamp(16px,4vw,48px) 16px;background:var(--ground);color:var(--ink);font:16px/1.6 system-ui,-apple-system,"Segoe UI",Roboto,Helvetica,Arial,sans-serif;-webkit-text-size-adjust:100%}
main{width:100%;max-width:32rem;margin:auto;padding:clamp(24px,6vw,44px);background:var(--paper);border:1px solid var(--line);border-radius:16px;overflow-wrap:anywhere}
main.wide{max-width:52rem;margin:0}
main>:last-child{margin-bottom:0}
h1{margin:0 0 12px;font-size:1.6rem;line-height:1.25;letter-spacing:-.01em;text-wrap:balance}
h2{margin:40px 0 12px;font-size:1.05rem;line-height:1.4}
p{margin:0 0 16px}
a{color:var(--act);text-underline-offset:.2em}
code{font:.92em ui-monospace,SFMono-Regular,Menlo,Consolas,monospace}
.soft{color:var(--soft);font-size:.9rem}
.mark{display:block;width:48px;height:48px;margin:0 0 20px;padding:12px;border-radius:50%;fill:none;stroke:currentColor;stroke-width:2;stroke-linecap:round;stroke-linejoin:round}
.ask{color:var(--act);background:var(--act-tint)}
.done{color:var(--done);background:var(--done-tint)}
.halt{color:var(--halt);background:var(--halt-tint)}
dl{margin:24px 0;padding:0;border-top:1px solid var(--line)}
dl div{padding:12px 0;border-bottom:1px solid var(--line)}
dt{color:var(--soft);font-size:.85rem}
dd{margin:0}
form{margin:24px 0}
.site{margin:0 0 4px;color:var(--soft);font-weight:600}
.said{white-space:pre-line}
.fine{color:var(--soft);font-size:.8rem}
button,a.button{font:inherit;font-weight:600;min-height:48px;padding:10px 28px;border:1px solid var(--act);border-radius:10px;background:var(--act);color:var(--on-act);cursor:pointer}
a.button{display:inline-block;text-decoration:none;text-align:center}
button.quiet,a.quiet{background:none;color:var(--act)}
form p.choices{display:flex;flex-wrap:wrap;gap:12px;margin:0}
button:hover,a.button:hover{text-decoration:underline;text-underline-offset:.2em}
:focus-visible{outline:3px solid var(--act);outline-offset:3px;border-radius:4px}
button:focus-visible,a.button:focus-visible{border-radius:10px}
.bar{display:flex;flex-wrap:wrap;gap:8px 24px;justify-content:space-between;align-items:baseline;margin:0 0 20px}
.mails{list-style:none;margin:28px 0 0;padding:0;border-bottom:1px solid var(--line)}
.mails li{position:relative;display:grid;grid-template-columns:1fr auto;gap:2px 24px;padding:16px 0;border-top:1px solid var(--line)}
.mails .subject{font-weight:600;text-decoration:none}
.mails .subject::after{content:"";position:absolute;inset:0}
.mails li:hover .subject{text-decoration:underline}
.mails .cut{position:relative;justify-self:start;margin-top:8px}
.cut .button{min-height:40px;padding:6px 22px}
.mails p{grid-column:1/-1;margin:0}
progress{display:block;width:100%;height:8px;margin:0 0 24px;accent-color:var(--act)}
progress[hidden]{display:none}
.house{display:flex;flex-wrap:wrap;justify-content:center;align-items:center;gap:4px 20px;margin:24px 0 0;color:var(--soft);font-size:.9rem}
.house span{display:flex;align-items:center;gap:10px;font-weight:600}
.house a{color:inherit}
.logo{height:28px;max-width:160px;object-fit:contain}
.empty{padding:40px 0 24px;text-align:center;color:var(--soft)}
.facts div{display:grid;grid-template-columns:6rem 1fr;gap:0 16px;padding:8px 0;align-items:baseline}
pre{white-space:pre-wrap;margin:0;padding:20px;background:var(--ground);border:1px solid var(--line);border-radius:10px;font:14px/1.6 ui-monospace,SFMono-Regular,Menlo,Consolas,monospace}
iframe{display:block;width:100%;height:48rem;border:1px solid var(--line);border-radius:10px}
@media (max-width:30rem){button,a.button{width:100%}.facts div,.mails li{grid-template-columns:1fr}}
`;

/** A style sheet of a page; its policy has to name it. */
export const styleElement = (style: string) => new SafeHtml(`<style>${style}</style>`);

const STYLE_ELEMENT = styleElement(PAGE_STYLE);

/** A text within the page, as its policy names it. */
const sourceOf = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;

/** A script within a page, and its directive for the policy. */
export const inlineScript = (script: string) => ({
  element: new SafeHtml(`<script type="module">${script}</script>`),
  policy: `script-src ${sourceOf(script)}; `,
});

const STYLE_SOURCE = sourceOf(PAGE_STYLE);

/**
 * The policy of a page: nothing from other origins, no frames around it, and no script unless one is named.
 * Its forms may lead to `formAction` too, and it may have one more `style`.
 */
export function pagePolicy({ script = '', formAction = '', style = '' } = {}): string {
  const styles = style === '' ? STYLE_SOURCE : `${STYLE_SOURCE} ${sourceOf(style)}`;
  return (
    `default-src 'none'; ${script}style-src ${styles}; img-src data:; frame-src 'self'; ` +
    `form-action ${`'self' ${formAction}`.trim()}; base-uri 'none'; frame-ancestors 'none'`
  );
}

/** Headers of every page. */
export const PAGE_HEADERS = {
  'content-type': 'text/html; charset=utf-8',
  'content-security-policy': pagePolicy(),
  'x-frame-options': 'DENY',
  'cache-control': 'no-store',
} as const;

/** The letter slot of the pages, white on blue, so that it is seen on light and dark tabs. */
const ICON_SVG =
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32">' +
  '<rect width="32" height="32" rx="8" fill="#1d4ed8"/>' +
  '<path d="M6 9h20v14H6zM6 10l10 8 10-8" fill="none" stroke="#fff" stroke-width="2.6" ' +
  'stroke-linecap="round" stroke-linejoin="round"/></svg>';

/** The same as a PNG of 32 by 32 pixels within an ICO file, for browsers that ask for /favicon.ico. */
export const ICON_ICO = Buffer.from(
  'AAABAAEAICAAAAEAIAB3AwAAFgAAAIlQTkcNChoKAAAADUlIRFIAAAAgAAAAIAgGAAAAc3p69AAAAyxJREFUeJzEV11I' +
    'FFEU/u7s+BdYSKjh76bmbgth9BBlBL0FldZrD6VFUkERkSQUYiVFlhVREGFaLz1ID6FJ0EMPJURIkRLtFpY/uLv+hAhr' +
    'lvt7O3dk3dkd3R/cXT+Y3TPnnnu+M/ece2aujBDkVw3uYPAcY4xt5uAmBrYeKwD5mCYfZhLMPuie2V5t+qgeZ35Bv2c4' +
    '3bPWeZXEC6TUIQHggJd+Wq12QyM+M/diAPkHflQwiXfSjQFJAOcY4JzV2HoMA5ISBeOHk0W+wIcKwanIefstlZKO9VIA' +
    'EpIISoeP+9g2WSexo0gyuYB4YFqF0xJnfCtWCbRDjDJtEWPoQH62jMLcVMQTY5Mu2H57gnS0CkaZ/teplcUbUtD7uASJ' +
    'wK66IYxNuVURsFxN7ssK4vvkapQXaX3LoQoecv/L5kJT2xRcbo5YkJ7KcOVEDkryA6ReHyIHQKUZdF9KDi7VZKO22YqJ' +
    'aQ+igaih9ssFQeQCuiX2WlTbz7QxDW/u67HdlBHRtnLLGry+p1fmRANNAJwHlvpUix3dvbOKnJWpQ+f1ItQdzFrWmRh7' +
    'fq1QsRUQc0/etAV8RxOAGvMuH8602tHcMaXkTyxh4/EcPKzPQ6ocSFUa5VvoxJiwEbZijpjrVmWNLcGhqQGmqgG/1NY1' +
    'g29DTjxqyFOernp3prJbRF0IQpFv/5LPzHpRd8OGPvM/RAMZUeLD17/Yd35kkUxcfR2lQTbmYWdMxSoQtgZCITrZoYuj' +
    '6Hrv0Iy9fOdAdf2ohjycvyUDYIyFnTDv4jh7Z3yxLvz5Pnd3HC6PliySP20j4tE1HFEXbz/NKfbDdveydpH8hS3CSBii' +
    'LhkJK1oBoz4Nc/OxteBQGIpTYwtAHXHDkWwkGpoAvo86kShYRrS+WWGVZUK8l9XKZH2QUL4nZc5YPy36XrVeGGqMEwDB' +
    'LdEboh+rBeKmAFLaSYq8n+LOzf+AyU8ka0/pIPdJTUgy6GTUaO0u+6m0YmtG+W2K6AuSBOos/bZ0wwMhL7wLXjCv7Eiv' +
    'pB7UohwgE0fspeuW7EjbKTiFTtMnxfFcgreWRkzxPJ5Th7VwyE9Dj+f/AQAA//9eaCvgAAAABklEQVQDACFQNttaTRes' +
    'AAAAAElFTkSuQmCC',
  'base64',
);

/** Part of the page: behind a path prefix, a page does not know the path of a style sheet. */
export const ICON_LINK = html`<link
  rel="icon"
  href="data:image/svg+xml,${encodeURIComponent(ICON_SVG)}"
/>`;

/** The sign above a title; only decoration, the words say the same. */
type Mark = 'ask' | 'done' | 'halt';

const MARK_PATHS: Record<Mark, string> = {
  ask: 'M3 6h18v12H3zM3 7l9 7 9-7',
  done: 'M5 12.5l4.5 4.5L19 7.5',
  halt: 'M12 5v9M12 18.5v.5',
};

/** Where a visitor came from, and the way back to it. */
export interface Website {
  /** Its name for visitors; undefined if only its address is known. */
  name?: string | undefined;
  url: string;
}

export interface Page {
  language: Language;
  title: string;
  content: SafeHtml;
  mark?: Mark;
  /** The website that the page belongs to. The page ends with the way back: without script there is no back button. */
  website?: Website | undefined;
  /** The code of the error that it is about. */
  code?: ErrorCode;
  /** An element for the head. */
  head?: SafeHtml;
  /** Room for lists and frames. */
  wide?: boolean;
  /** Its Content-Security-Policy, if it has one of its own. */
  policy?: string;
}

const renderMark = (
  mark: Mark,
) => html`<svg class="mark ${mark}" viewBox="0 0 24 24" aria-hidden="true">
  <path d="${MARK_PATHS[mark]}" />
</svg>`;

/** After a success there is nothing else to do. */
function renderWayBack({ language, mark, website }: Page): SafeHtml | '' {
  if (!website) return '';
  const { name = new URL(website.url).host, url } = website;
  const look = mark === 'done' ? 'button quiet' : 'soft';
  return html`<p>
    <a class="${look}" href="${url}">${fill(wordsOf(language).accepted.backTo, { name })}</a>
  </p>`;
}

/** A complete page. Works without script, on a phone and with a screen reader. */
export function renderPage(page: Page, operator = UNNAMED): string {
  const { language, title, content, mark, website, code, head, wide = false } = page;
  const { tag, errorCode } = wordsOf(language);
  return html`<!doctype html>
    <html lang="${tag}">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="robots" content="noindex" />
        <meta name="format-detection" content="telephone=no" />
        <title>${title}</title>
        ${ICON_LINK} ${STYLE_ELEMENT} ${head ?? ''}
      </head>
      <body>
        <main class="${wide ? 'wide' : 'card'}">
          ${mark ? renderMark(mark) : ''}
          ${website?.name === undefined ? '' : html`<p class="site">${website.name}</p>`}
          <h1>${title}</h1>
          ${content} ${renderWayBack(page)}
          ${code === undefined ? '' : html`<p class="fine">${errorCode} <code>${code}</code></p>`}
        </main>
        ${renderOperator(operator, language)}
      </body>
    </html> `.text;
}

/** Facts on a page, below each other: name, then value. */
export function renderFacts(
  facts: readonly (readonly [name: string, value: string | SafeHtml])[],
  look = 'list',
) {
  const rows = facts.map(
    ([name, value]) =>
      html`<div>
        <dt>${name}</dt>
        <dd>${value}</dd>
      </div>`,
  );
  return html`<dl class="${look}">
    ${rows}
  </dl>`;
}
