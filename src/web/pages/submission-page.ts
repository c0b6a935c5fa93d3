import { html } from '../../platform/text/html.ts';
import { quotable } from '../../platform/text/strangers-words.ts';
import { fill } from '../../catalogs/catalog.ts';
import { type Language, wordsOf } from '../../catalogs/languages.ts';
import { renderFacts, type Page, type Website } from './page.ts';
import type { SubmissionAccepted } from '../../contract/schemas.ts';

interface AcceptedFacts {
  test?: { echo: string | null } | undefined;
  website?: Website | undefined;
  /** The owner's own thanks. */
  message?: string | undefined;
  /** Of what was delivered. */
  reference?: string | undefined;
}

/** The page for a visitor after a received submission. */
export function acceptedPage(
  language: Language,
  { test, website, message, reference: delivered }: AcceptedFacts = {},
): Page {
  const { accepted, quote, reference } = wordsOf(language);
  const echo =
    test && test.echo !== null
      ? ` ${fill(accepted.echo, { quoted: fill(quote, { text: quotable(test.echo) }) })}`
      : '';
  const note = test ? html`<p>${accepted.test}${echo}</p>` : '';
  const close = website ? '' : html`<p class="soft">${accepted.close}</p>`;
  const named =
    delivered === undefined
      ? ''
      : html`<p class="soft">${fill(reference, { reference: delivered })}</p>`;
  return {
    language,
    title: accepted.title,
    mark: 'done',
    website,
    content: html`<p class="said" dir="auto">${message ?? accepted.thanks}</p>
      ${note} ${named} ${close}`,
  };
}

/** The page at `/thanks`, which anyone can open: it thanks nobody who sent nothing. */
export function thanksPage(language: Language): Page {
  const { unproven, close } = wordsOf(language).accepted;
  return {
    language,
    title: unproven.title,
    content: html`<p class="said">${unproven.text}</p>
      <p class="soft">${close}</p>`,
  };
}

type Would = NonNullable<SubmissionAccepted['would']>;

const NONE = 'none';

/** The effects of a real submission, by topic. */
function outcomesOf({ deliver, ...would }: Would): [about: string, outcome: string][] {
  const channels = Object.entries(deliver).flatMap(([name, carries]) => (carries ? [name] : []));
  const attached = (would.files ?? []).map(({ name }) => name || '(no name)');
  if (would.attach_json) attached.push('submission.json');
  const marks = [would.test ? 'test' : '', ...(would.suspicious ?? [])];
  return [
    ['Sent by', channels.join(' and ') || 'nothing: a spam trap is filled'],
    ['Subject', would.subject],
    ['Replies go to', would.reply_to ?? NONE],
    ['Then the visitor sees', would.redirect ?? 'the page of this service'],
    ['Marked as', marks.filter(Boolean).join(', ') || NONE],
    ['Attachment', attached.join(', ') || NONE],
  ];
}

/** The page after a dry run, for developers; in English, like the names of fields. */
export function dryRunPage({ message, would, fields = [] }: SubmissionAccepted): Page {
  const outcomes = would ? outcomesOf(would) : [];
  const effects = fields.map(
    ({ name, effect, note }) => [name, note === undefined ? effect : `${effect}: ${note}`] as const,
  );
  return {
    language: 'en',
    title: 'Dry run: nothing was sent',
    mark: 'ask',
    content: html`<p>${message}</p>
      <h2>What a real submission would do</h2>
      ${renderFacts(outcomes)}
      <h2>What each field does</h2>
      ${renderFacts(effects)}
      <p class="soft">Take the field _dry_run out of the form to send for real.</p>`,
  };
}
