import { Script } from 'node:vm';
import { FRAMEWORK_NAMES } from '../../contract/enums.ts';
import { LANGUAGES, wordsOf, type Language } from '../../catalogs/languages.ts';
import type { InboxPageWords } from '../../catalogs/catalog.ts';
import { html, SafeHtml } from '../../platform/text/html.ts';
import { FACTS_ID, type PageFacts } from '../../pages/page-facts.ts';
import { renderLogo, renderOperator, UNNAMED } from '../pages/operator.ts';
import { ICON_LINK } from '../pages/page.ts';
import type { AppName, Pages } from './assets.ts';

/** Headers of a page: scripts, styles, requests and script workers of this origin; no frames. */
export const APP_HEADERS = {
  'content-type': 'text/html; charset=utf-8',
  'content-security-policy':
    `default-src 'none'; script-src 'self'; worker-src blob:; style-src 'self'; ` +
    `img-src data:; connect-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'`,
  'x-frame-options': 'DENY',
  'cache-control': 'no-store',
  vary: 'Accept-Language, Accept-Encoding',
} as const;

/** The language that the visitor chose by its link, which overrides the browser's. */
export function parseLanguage(query: unknown): Language | undefined {
  return LANGUAGES.find((language) => language === query);
}

/** The facts about the deployment that the pages need. */
export type AppFacts = Pick<PageFacts, 'preview' | 'startPage' | 'maxFileBytes' | 'sendsReplies'>;

/** The words of /inbox with those of mails and pages that it shows examples of. */
function inboxWords(language: Language): InboxPageWords {
  const { inbox, settings, accepted, mails, start } = wordsOf(language);
  const { title, thanks, backTo } = accepted;
  const shown = { via: mails.submission.via, title, thanks, back: backTo };
  const languages = LANGUAGES.map((id) => [id, wordsOf(id).name]);
  return {
    ...inbox,
    names: settings.names,
    languageNames: Object.fromEntries(languages) as InboxPageWords['languageNames'],
    preview: { ...inbox.preview, ...shown },
    test: { ...inbox.test, ...start.test },
  };
}

function factsFor(app: AppName, language: Language, facts: AppFacts): PageFacts {
  const { tag, browser, givenBack, start, samples } = wordsOf(language);
  // As form code and given back forms have them.
  const shared = { ...browser, choose: givenBack.choose, optional: givenBack.optional };
  const page = app === 'start' ? { ...start, samples } : inboxWords(language);
  return { ...facts, language, tag, frameworks: FRAMEWORK_NAMES, words: { shared, page } };
}

/** Runs the code that renders a page, with the facts where it finds them in a browser. */
function drawFirst(code: string, facts: string): SafeHtml {
  const document = {
    getElementById: (id: string) => (id === FACTS_ID ? { textContent: facts } : null),
  };
  return new SafeHtml(String(new Script(code).runInNewContext({ document })));
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

const OWN_LOGO = html`<svg viewBox="0 0 24 24" aria-hidden="true">
  <path d="M3 6h18v12H3zM3 7l9 7 9-7" />
</svg>`;

/** The path of llms.txt in a text becomes a link. */
function withLink(text: string): SafeHtml {
  const path = '/llms.txt';
  const [before = '', after] = text.split(path);
  return after === undefined
    ? html`${text}`
    : html`${before}<a href="llms.txt">${path}</a>${after}`;
}

/** A page before its script runs. URLs are relative, so that they work behind a path prefix. */
export function renderAppPage(
  app: AppName,
  language: Language,
  appFacts: AppFacts,
  { style, apps: { [app]: bundled } }: Pages,
  operator = UNNAMED,
): string {
  const { tag, doors, [app]: words } = wordsOf(language);
  const { title, lead, noScript } = words;
  const script = `assets/${bundled.script.name}`;
  const facts = JSON.stringify(factsFor(app, language, appFacts));
  return html`<!doctype html>
    <html lang="${tag}">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="description" content="${lead}" />
        <title>${title} · ${operator.name}</title>
        ${ICON_LINK}
        <link rel="stylesheet" href="assets/${style.name}" />
        <link rel="modulepreload" href="${script}" />
        <script type="module" src="${script}"></script>
      </head>
      <body>
        <main class="app ${app}">
          <header>
            <p class="brand">
              ${renderLogo(operator) || OWN_LOGO} ${operator.name}
            </p>
            <h1>${title}</h1>
            <p class="lead">${lead}</p>
          </header>
          <noscript><p>${withLink(noScript)}</p></noscript>
          <div id="app">${drawFirst(bundled.first, facts)}</div>
          ${languageLinks(app, language)}
          ${app === 'start' ? html`<p class="soft"><a href="docs">${doors.develop}</a></p>` : ''}
        </main>
        ${renderOperator(operator, language)}
        <script type="application/json" id="${FACTS_ID}">
          ${new SafeHtml(facts.replaceAll('<', '\\u003c'))}
        </script>
      </body>
    </html>`.text;
}
