import { OPERATIONS } from '../../contract/operations.ts';
import { html } from '../../platform/text/html.ts';
import { allowLogo, type Operator } from '../pages/operator.ts';
import { PAGE_HEADERS, pagePolicy, renderPage } from '../pages/page.ts';
import type { Viewer } from './bundled.ts';

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
          Every operation of this service, with examples. The same as
          <a href="${relative(openApi)}">an OpenAPI document</a>, and in brief as
          <a href="${relative(llmsText)}">plain text</a>.
        </p>
        <noscript><p>This view needs JavaScript; the two others don’t.</p></noscript>
        <div id="viewer"></div>`,
    },
    operator,
  );
}
