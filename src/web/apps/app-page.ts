import { createHash } from 'node:crypto';
import { FRAMEWORK_NAMES } from '../../contract/enums.ts';
import { LANGUAGES, wordsOf, type Language } from '../../catalogs/languages.ts';
import { ICON_LINK, PAGE_STYLE } from '../pages/page.ts';
import { html, SafeHtml } from '../../platform/text/html.ts';
import { APP_STYLE } from './app-style.ts';
import type { AppName } from './assets.ts';

const STYLE = PAGE_STYLE + APP_STYLE;
const STYLE_ELEMENT = new SafeHtml(`<style>${STYLE}</style>`);
const STYLE_HASH = createHash('sha256').update(STYLE).digest('base64');

/** Headers of the page: only scripts and requests of this origin, workers of its scripts, no frames. */
export const APP_HEADERS = {
  'content-type': 'text/html; charset=utf-8',
  'content-security-policy':
    `default-src 'none'; script-src 'self'; worker-src blob:; style-src 'sha256-${STYLE_HASH}'; ` +
    `img-src data:; connect-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'`,
  'x-frame-options': 'DENY',
  'cache-control': 'no-store',
  vary: 'Accept-Language',
} as const;

/** The language that the visitor chose by its link, which overrides the browser's. */
export function parseLanguage(query: unknown): Language | undefined {
  return LANGUAGES.find((language) => language === query);
}

/** What the pages have to know of the deployment. */
export interface AppFacts {
  /** Whether mails go to the mailbox at /preview. */
  preview: boolean;
  /** START_PAGE: whether /start is served. */
  startPage: boolean;
  /** MAX_FILE_BYTES; 0 for no files. */
  maxFileBytes: number;
  /** AUTO_REPLIES. */
  sendsReplies: boolean;
}

function languageLinks(app: AppName, current: Language): SafeHtml {
  const links = LANGUAGES.map((language) => {
    const here = new SafeHtml(language === current ? ' aria-current="true"' : '');
    const { tag, name } = wordsOf(language);
    return html`<li>
      <a href="${app}?lang=${language}" lang="${tag}" hreflang="${tag}" ${here}>${name}</a>
    </li>`;
  });
  return html`<nav class="languages" aria-label="${wordsOf(current).browser.languages}">
    <ul role="list">
      ${links}
    </ul>
  </nav>`;
}

/** A page before its script runs. URLs are relative, so that they work behind a path prefix. */
export function renderAppPage(
  app: AppName,
  language: Language,
  { preview, startPage, maxFileBytes, sendsReplies }: AppFacts,
): string {
  const { tag, [app]: words } = wordsOf(language);
  const { title, lead, noScript } = words;
  return html`<!doctype html>
    <html lang="${tag}">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="description" content="${lead}" />
        <title>${title} · Letterslot</title>
        ${ICON_LINK} ${STYLE_ELEMENT}
        <script type="module" src="modules/web/browser/${app}/main.js"></script>
      </head>
      <body>
        <main class="app ${app}">
          <header>
            <p class="brand">
              <svg viewBox="0 0 24 24" aria-hidden="true"><path d="M3 6h18v12H3zM3 7l9 7 9-7" /></svg>
              Letterslot
            </p>
            <h1>${title}</h1>
            <p class="lead">${lead}</p>
          </header>
          <div
            id="app"
            data-language="${language}"
            data-preview="${String(preview)}"
            data-start-page="${String(startPage)}"
            data-max-file-bytes="${String(maxFileBytes)}"
            data-sends-replies="${String(sendsReplies)}"
            data-frameworks="${JSON.stringify(FRAMEWORK_NAMES)}"
          >
            <noscript><p>${noScript}</p></noscript>
          </div>
          ${languageLinks(app, language)}
        </main>
      </body>
    </html>`.text;
}
