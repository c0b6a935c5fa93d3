import { html } from '../../platform/text/html.ts';
import { type Language, wordsOf } from '../../catalogs/languages.ts';
import { renderPage } from './page.ts';

/** URLs that lead on; `start` is undefined if that page is switched off. */
export interface Ways {
  start: string | undefined;
  llmsText: string;
  openApi: string;
}

/**
 * The page of an address with nothing to do: the root without /start, a path that nothing answers,
 * or a form id that no form has.
 */
export function renderDoorPage(
  language: Language,
  door: 'home' | 'nothing' | 'noForm',
  { start, llmsText, openApi }: Ways,
): string {
  const { develop, create, ...doors } = wordsOf(language).doors;
  const { title, message } = doors[door];
  const way =
    start === undefined
      ? html`<p class="soft">
          ${develop}: <a href="${llmsText}">llms.txt</a>, <a href="${openApi}">openapi.json</a>
        </p>`
      : html`<p><a class="button" href="${start}">${create}</a></p>`;
  const content = html`<p>${message}</p>
    ${way}`;
  return renderPage({ language, title, mark: door === 'home' ? 'ask' : 'halt', content });
}

/** For a browser that opens the address of a form. Anyone may, so it says nothing about that form. */
export function renderFormPage(
  language: Language,
  { endpoint, code }: { endpoint: string; code: string },
): string {
  const { form } = wordsOf(language).doors;
  return renderPage({
    language,
    title: form.title,
    mark: 'ask',
    content: html`<p>${form.message}</p>
      <p>${form.visitor}</p>
      <p>${form.owner}</p>
      <p><code>${endpoint}</code></p>
      <p><a class="button" href="${code}">${form.code}</a></p>`,
  });
}
