import { createHash } from 'node:crypto';
import type { ErrorCode } from '../../contract/error-codes.ts';
import { html, SafeHtml } from '../../platform/text/html.ts';
import { fill } from '../../catalogs/catalog.ts';
import { wordsOf, type Language } from '../../catalogs/languages.ts';
import { ICON_SVG, PAGE_STYLE } from './look.ts';
import { renderOperator, UNNAMED } from './operator.ts';

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
 * A page's policy: no other origins, no frames, and only the named script. Forms may also lead to
 * `formAction`, and one more `style` is possible.
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
  /** The page's website. The page ends with a link back, since no script means no back button. */
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
  const { tag, errorTitle } = wordsOf(language);
  return html`<!doctype html>
    <html lang="${tag}">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="robots" content="noindex" />
        <meta name="format-detection" content="telephone=no" />
        ${code === undefined ? '' : html`<meta name="error-code" content="${code}" />`}
        <title>${code === undefined ? title : fill(errorTitle, { title })}</title>
        ${ICON_LINK} ${STYLE_ELEMENT} ${head ?? ''}
      </head>
      <body>
        <main class="${wide ? 'wide' : 'card'}">
          ${mark ? renderMark(mark) : ''}
          ${website?.name === undefined ? '' : html`<p class="site">${website.name}</p>`}
          <h1>${title}</h1>
          ${content} ${renderWayBack(page)}
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
