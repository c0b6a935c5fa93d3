import { OPERATIONS } from '../../contract/operations.ts';
import { html, SafeHtml } from '../../platform/text/html.ts';
import { allowLogo, type Operator } from '../pages/operator.ts';
import { PAGE_HEADERS, pagePolicy, renderPage, styleElement } from '../pages/page.ts';
import type { Guide, Viewer } from './bundled.ts';

/** The page loads a script, a style and the document, all from this origin. */
const POLICY = pagePolicy({ script: "script-src 'self'; connect-src 'self'; " }).replace(
  'style-src',
  "style-src 'self'",
);

export const docsHeaders = (operator: Operator) => ({
  ...PAGE_HEADERS,
  'content-security-policy': allowLogo(POLICY, operator),
  'content-language': 'en',
  vary: 'Accept-Encoding',
});

/** URLs are relative, so that they work behind a path prefix. */
const relative = (path: string) => path.slice(1);

export function renderDocsPage({ script, style }: Viewer, operator: Operator): string {
  const [openApi, llmsText] = [OPERATIONS.getOpenApi.path, OPERATIONS.getLlmsText.path];
  return renderPage(
    {
      language: 'en',
      title: 'API reference',
      wide: true,
      head: html`<link rel="stylesheet" href="assets/${style.name}" />
        <script type="module" src="assets/${script.name}"></script>`,
      content: html`<p>
          <a href="docs/overview">Guides, settings, troubleshooting and everything else</a> of this version.
        </p>
        <p>
          Below is every operation of this service, with examples. The same as
          <a href="docs/api">one page</a>, as <a href="${relative(openApi)}">an OpenAPI document</a>, and in
          brief as <a href="${relative(llmsText)}">plain text</a>.
        </p>
        <noscript><p>This view needs JavaScript; the others don’t.</p></noscript>
        <div id="viewer"></div>`,
    },
    operator,
  );
}

const GUIDE_STYLE = `
.contents{margin:0 0 24px;padding:10px 16px;border:1px solid var(--line);border-radius:10px}
.contents summary{cursor:pointer;font-weight:600}
.contents h2{margin:20px 0 4px;font-size:.9rem;color:var(--soft)}
.contents ul{list-style:none;margin:0;padding:0;display:flex;flex-wrap:wrap;gap:4px 20px}
main.wide{max-width:60rem}
h2{font-size:1.3rem}
h3{margin:32px 0 8px;font-size:1.05rem}
ul,ol{margin:0 0 16px;padding-left:1.4em}
img{display:block;max-width:100%;height:auto;margin:0 0 16px}
pre{overflow-x:auto;white-space:pre;margin:0 0 16px}
.table{overflow-x:auto;margin:0 0 16px}
table{border-collapse:collapse;font-size:.92rem;overflow-wrap:normal}
th,td{padding:8px 14px 8px 0;border-bottom:1px solid var(--line);text-align:left;vertical-align:top;min-width:6rem}
`;

const GUIDE_POLICY = pagePolicy({ style: GUIDE_STYLE });

/** A page of docs changes with the version alone, so that browsers may keep it and ask whether it did. */
export const guideHeaders = (operator: Operator) => ({
  ...PAGE_HEADERS,
  'cache-control': 'no-cache',
  'content-security-policy': allowLogo(GUIDE_POLICY, operator),
  'content-language': 'en',
  vary: 'Accept-Encoding',
});

/** The HTML was made from our own files, with every value escaped. */
export function renderGuide(guide: Guide, contents: string, operator: Operator): string {
  return renderPage(
    {
      language: 'en',
      title: guide.title,
      wide: true,
      head: styleElement(GUIDE_STYLE),
      content: html`<details class="contents">
          <summary>All pages</summary>
          <p><a href="../docs">The API in a viewer</a></p>
          <nav aria-label="Documentation">${new SafeHtml(contents)}</nav>
        </details>
        ${new SafeHtml(guide.html)}`,
    },
    operator,
  );
}
