import { html } from '../../platform/text/html.ts';
import { quotable } from '../../platform/text/strangers-words.ts';
import { describeChange, type Change } from '../../catalogs/describe-change.ts';
import { fill } from '../../catalogs/catalog.ts';
import { wordsOf, type Language } from '../../catalogs/languages.ts';
import { renderFacts, renderNotice, renderQuestion, tokenForm } from './page.ts';

/** Asks the owner of an inbox to accept a change of a form's settings, and shows every difference. */
export function renderChangePage(
  language: Language,
  alias: string,
  changes: readonly Change[],
  token: string,
): string {
  const words = wordsOf(language);
  const { title, explanation, button, ignore } = words.owners.change;
  const differences = changes.map((change) => {
    const { name, lines } = describeChange(words, change);
    return [name, html`${lines.map((line) => html`${quotable(line)}<br />`)}`] as const;
  });
  const facts = renderFacts([
    [words.facts.name, fill(words.quote, { text: quotable(alias) })],
    ...differences,
  ]);
  const form = tokenForm('settings', token, button);
  return renderQuestion({ language, title }, { text: explanation, facts, form, otherwise: ignore });
}

export function renderChangedPage(language: Language): string {
  const { owners, hints } = wordsOf(language);
  const { title, explanation } = owners.changed;
  return renderNotice(
    { language, title, mark: 'done' },
    { text: explanation, hint: hints.closePage },
  );
}

/** For the link to a change that was replaced, accepted with a later one, or is too old. */
export function renderOldChangePage(language: Language): string {
  const { variants, hints } = wordsOf(language);
  const { title, message } = variants.outdated_change;
  return renderNotice({ language, title, mark: 'halt' }, { text: message, hint: hints.unchanged });
}
