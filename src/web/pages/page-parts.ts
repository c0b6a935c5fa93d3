import { html, type SafeHtml } from '../../platform/text/html.ts';

/** What a page says about something, one below the other: name, then value. */
export function renderFacts(facts: readonly (readonly [name: string, value: string | SafeHtml])[]) {
  const rows = facts.map(
    ([name, value]) =>
      html`<div>
        <dt>${name}</dt>
        <dd>${value}</dd>
      </div>`,
  );
  return html`<dl>
    ${rows}
  </dl>`;
}

/** The token of an emailed link, which the button of its page sends on. */
export const tokenInput = (token: string): SafeHtml =>
  html`<input type="hidden" name="token" value="${token}" />`;
