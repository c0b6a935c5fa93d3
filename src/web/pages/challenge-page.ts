import type { Challenge } from '../../contract/schemas.ts';
import { SOLUTION_FIELD } from '../../fields/field-names.ts';
import { html, type SafeHtml } from '../../platform/text/html.ts';
import { wordsOf, type Language } from '../../catalogs/languages.ts';
import { solverScript } from '../../install/form-script.ts';
import { renderGivenField, type GivenField } from './given-field.ts';
import { FORM_STYLE } from './look.ts';
import { inlineScript, styleElement } from './page.ts';
import { lostFilesOf, renderWritten } from './send-again-page.ts';
import { postedPolicy, renderPostedForm, type Posted, type PostedPage } from './posted-form.ts';

/** Solutions after which the page no longer sends by itself: something is wrong with them. */
const MOST_TRIES = 2;

/**
 * Solves, and sends the visitor's text. Fields may replace members of the form by their names, so
 * the script trusts no member.
 */
const writeScript = () => `${solverScript()}

const field = document.getElementById('solution');
const status = document.getElementById('status');
const button = document.getElementById('send');
const progress = document.getElementById('progress');
const say = (what) => {
  status.textContent = status.dataset[what];
  button.hidden = what === 'working' || what === 'sending';
  progress.hidden = !button.hidden;
};
let isSent = false;
document.addEventListener('submit', (event) => {
  if (isSent) event.preventDefault();
  isSent = true;
  if (field.value) say('sending');
});
say('working');
solve(JSON.parse(field.dataset.challenge)).then(
  (solution) => {
    field.name = '${SOLUTION_FIELD}';
    field.value = solution;
    if (field.dataset.asks === 'true') return say('ready');
    isSent = true;
    say('sending');
    HTMLFormElement.prototype.submit.call(field.form);
  },
  () => {
    button.textContent = button.dataset.again;
    say('failed');
  },
);`;

/** Written for the first page, because types are stripped then. */
let script: ReturnType<typeof inlineScript> | undefined;

/** For browsers without scripts: other ways, and the texts that would be lost. */
function renderWithoutScript(language: Language, posted: Posted): SafeHtml {
  const { challenge } = wordsOf(language);
  const { settings } = posted;
  const unusual = settings.challenge === 'always' ? '' : html`<p>${challenge.unusual}</p>`;
  const { website } = settings;
  const otherWay = website
    ? html`<p>${challenge.otherWay} <a href="${website.url}">${website.name}</a></p>`
    : '';
  return html`<noscript>
    ${unusual} ${otherWay}
    ${renderWritten(language, posted)}
  </noscript>`;
}

function renderSendingForm(
  language: Language,
  posted: Posted,
  challenge: Challenge,
  lost: readonly GivenField[],
): SafeHtml {
  const { button, again } = wordsOf(language).challenge;
  const tries = posted.given.get(SOLUTION_FIELD)?.length ?? 0;
  // Files have to be chosen first, so that the visitor sends it.
  const asks = tries >= MOST_TRIES || lost.length > 0;
  // Without a name it is not sent; the script gives it one.
  const content = html`<input
      type="hidden"
      id="solution"
      data-challenge="${JSON.stringify(challenge)}"
      data-asks="${String(asks)}"
    />
    ${lost.map((field) => renderGivenField(field, language))}
    <button type="submit" id="send" data-again="${again}" hidden>${button}</button>
    <noscript><button type="submit">${again}</button></noscript>`;
  return renderPostedForm(posted, content, new Set(lost.map(({ field }) => field.name)));
}

/**
 * The page of `challenge_required`: it solves the challenge and sends the submission again. Its
 * script shows the status sentences in turn.
 */
export const challengePage: PostedPage = (language, { posted, error, website }) => {
  const { challenge: words, visitor } = wordsOf(language);
  const { challenge } = error.details as { challenge: Challenge };
  const lost = lostFilesOf(posted);
  const style = lost.length > 0 ? FORM_STYLE : '';
  script ??= inlineScript(writeScript());
  return {
    language,
    title: visitor.challenge_required.title,
    mark: 'ask',
    website,
    head: html`${script.element}${style && styleElement(style)}`,
    content: html`<p
        id="status"
        role="status"
        data-working="${lost.length > 0 ? words.files : words.working}"
        data-sending="${words.sending}"
        data-ready="${words.ready}"
        data-failed="${words.failed}"
      ></p>
      <progress id="progress" aria-labelledby="status" hidden></progress>
      <noscript>
        <p>${words.noScript}</p>
        <p>${words.turnOn}</p>
      </noscript>
      ${renderSendingForm(language, posted, challenge, lost)} ${renderWithoutScript(language, posted)}
      <p class="soft">${words.local}</p>`,
    policy: postedPolicy(posted, { script: `${script.policy}worker-src blob:; `, style }),
  };
};
