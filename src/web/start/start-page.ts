import { createHash } from 'node:crypto';
import { LANGUAGES, wordsOf, type Language } from '../../words/languages.ts';
import { PAGE_STYLE } from '../pages/page.ts';
import { html, SafeHtml } from '../../platform/text/html.ts';
import { START_STYLE } from './start-style.ts';

const STYLE = PAGE_STYLE + START_STYLE;
const STYLE_ELEMENT = new SafeHtml(`<style>${STYLE}</style>`);
const STYLE_HASH = createHash('sha256').update(STYLE).digest('base64');

/** Headers of the page: only scripts and requests of this origin, no frames. */
export const START_HEADERS = {
  'content-type': 'text/html; charset=utf-8',
  'content-security-policy':
    `default-src 'none'; script-src 'self'; style-src 'sha256-${STYLE_HASH}'; ` +
    `connect-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'`,
  'x-frame-options': 'DENY',
  'cache-control': 'no-store',
  vary: 'Accept-Language',
} as const;

/** The language that the visitor chose by its link, which overrides the browser's. */
export function parseLanguage(query: unknown): Language | undefined {
  return LANGUAGES.find((language) => language === query);
}

function languageLinks(current: Language): SafeHtml {
  const links = LANGUAGES.map((language) => {
    const here = new SafeHtml(language === current ? ' aria-current="true"' : '');
    const { tag, name } = wordsOf(language);
    return html`<li>
      <a href="start?lang=${language}" lang="${tag}" hreflang="${tag}" ${here}>${name}</a>
    </li>`;
  });
  return html`<nav class="languages" aria-label="${wordsOf(current).start.languages}">
    <ul role="list">
      ${links}
    </ul>
  </nav>`;
}

/** The page before its script runs. URLs are relative, so that they work behind a path prefix. */
export function renderStartPage(language: Language, { preview }: { preview: boolean }): string {
  const { tag, start } = wordsOf(language);
  const { title, lead, noScript } = start;
  return html`<!doctype html>
    <html lang="${tag}">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="description" content="${lead}" />
        <title>${title} · Letterslot</title>
        ${STYLE_ELEMENT}
        <script type="module" src="start/main.js"></script>
      </head>
      <body>
        <main class="start">
          <header>
            <p class="brand">
              <svg viewBox="0 0 24 24" aria-hidden="true"><path d="M3 6h18v12H3zM3 7l9 7 9-7" /></svg>
              Letterslot
            </p>
            <h1>${title}</h1>
            <p class="lead">${lead}</p>
          </header>
          <div id="app" data-language="${language}" data-preview="${String(preview)}">
            <noscript><p>${noScript}</p></noscript>
          </div>
          ${languageLinks(language)}
        </main>
      </body>
    </html>`.text;
}
