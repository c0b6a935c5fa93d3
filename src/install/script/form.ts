import { membersOf } from './members-of.ts';
import { send } from './send.ts';
import { showErrors } from './show-errors.ts';
import type { Result, Texts } from './types.ts';

/** The texts of a language; those with gaps for limits are filled in for each form. */
interface Words extends Texts {
  sending: string;
  onlyOne: string;
  reference: string;
  upload: string;
}

/** Words by language, in JSON, which the bundler takes from the catalogs. */
declare const WORDS_OF_CATALOGS: string;

const WORDS = JSON.parse(WORDS_OF_CATALOGS) as Readonly<Record<string, Words>> & { en: Words };

/** The start of endpoints of the service that this script comes from. */
const OWN_ENDPOINTS = new URL('f/', import.meta.url).href;

/** True if the form posts to this service, even at another of its addresses. */
function isOurs(form: HTMLFormElement): boolean {
  const action = form.getAttribute('action') ?? '';
  if (!action.includes('/f/')) return false;
  const { href, pathname } = new URL(action, document.baseURI);
  return href.startsWith(OWN_ENDPOINTS) || /\/f\/cfm_\w+\/?$/.test(pathname);
}

/** The words of the form's language, else of the page's, else of the browser's. */
function wordsOf(form: HTMLFormElement): Words {
  const { language } = form.dataset;
  const around = form.parentElement?.closest<HTMLElement>('[lang]')?.lang;
  const tags = [language, form.lang || around, ...navigator.languages];
  const known = tags.map((tag = '') => WORDS[tag.toLowerCase().split('-', 1)[0] ?? '']);
  return { ...WORDS.en, ...known.find(Boolean) };
}

function textsOf(words: Words, { maxBytes, maxFiles }: DOMStringMap): Texts {
  const form = { style: 'unit', unit: 'megabyte', maximumFractionDigits: 1 } as const;
  const size = new Intl.NumberFormat(words.language, form).format(Number(maxBytes) / 1e6);
  const tooMany = maxFiles === '1' ? words.onlyOne : words.tooMany;
  return {
    ...words,
    tooLarge: words.tooLarge.replace('{size}', size),
    tooMany: tooMany.replace('{count}', String(maxFiles)),
  };
}

let places = 0;

/** Adds the element in which the error of a field is shown. */
function addPlace(controls: HTMLInputElement[], name: string): void {
  const last = controls.at(-1);
  const group = controls.length > 1 ? last?.closest('fieldset') : undefined;
  const place = document.createElement('span');
  place.id = `letterslot-error-${(places += 1)}`;
  place.dataset.error = name;
  if (group) group.append(place);
  else (last?.closest('label') ?? last)?.after(' ', place);
  for (const described of group ? [group] : controls) {
    const others = described.getAttribute('aria-describedby') ?? '';
    described.setAttribute('aria-describedby', `${others} ${place.id}`.trim());
  }
}

/** Adds missing elements to a website's own form: errors, upload progress, and status. */
function complete(form: HTMLFormElement, words: Words): HTMLElement {
  const fields = 'input:not([type=hidden], [type=submit], [type=image]), select, textarea';
  const shown = [...form.querySelectorAll<HTMLInputElement>(fields)].filter(
    (control) => control.name && !control.closest('[hidden]'),
  );
  for (const { name } of shown) {
    if (form.querySelector(`[data-error="${CSS.escape(name)}"]`)) continue;
    const controls = shown.filter((control) => control.name === name);
    addPlace(controls, name);
  }
  if (shown.some(({ type }) => type === 'file') && !form.querySelector('progress')) {
    const bar = document.createElement('progress');
    bar.hidden = true;
    bar.setAttribute('aria-label', words.upload);
    form.append(bar);
  }
  const status = form.querySelector<HTMLElement>('[role="status"]') ?? document.createElement('p');
  if (!status.isConnected) form.append(status);
  status.setAttribute('role', 'status');
  status.tabIndex = -1;
  return status;
}

/** Puts a text on a button; returns how to undo that. */
function relabel(button: HTMLElement, text: string): () => void {
  if (button instanceof HTMLInputElement) {
    const { value } = button;
    button.value = text;
    return () => void (button.value = value);
  }
  const content = [...button.childNodes];
  button.replaceChildren(text);
  return () => button.replaceChildren(...content);
}

/** Shows that the form is being sent; returns how to end that. */
function showBusy(form: HTMLFormElement, pressed: HTMLElement | null, text: string): () => void {
  const all = form.querySelectorAll<HTMLButtonElement>('button, [type=submit], [type=image]');
  const enabled = [...all].filter((button) => button.type !== 'button' && !button.disabled);
  for (const button of enabled) button.disabled = true;
  const undo = pressed && relabel(pressed, text);
  return () => {
    undo?.();
    for (const button of enabled) button.disabled = false;
  };
}

/** Tells the scripts of the page, which listen at the form or around it. */
function tell(form: HTMLFormElement, { ok, message, answer }: Result): void {
  const detail = { message, answer };
  const name = ok ? 'letterslot:sent' : 'letterslot:error';
  form.dispatchEvent(new CustomEvent(name, { bubbles: true, detail }));
}

/** The form's final message. Like the service's page, it has the owner's mail reference. */
function outcomeOf({ message, answer = {} }: Result, words: Words): string {
  const { reference } = answer as { reference?: string };
  return reference ? `${message} ${words.reference.replace('{reference}', reference)}` : message;
}

async function submit(posted: HTMLFormElement, button: HTMLElement | null): Promise<void> {
  const form = membersOf(posted);
  const words = wordsOf(form);
  const status = complete(form, words);
  const say = (text: string): void => void (status.textContent = text);
  form.dataset.state = 'working';
  say('');
  showErrors(form, new Map());
  const fields = new FormData(posted, button);
  const sending = send(form, { texts: textsOf(words, form.dataset), say, fields });
  // Not before: a button that is disabled has no value to send.
  const endBusy = showBusy(form, button, words.sending);
  const result = await sending;
  endBusy();
  if (result.ok) form.reset();
  form.dataset.state = result.ok ? 'sent' : 'failed';
  say(outcomeOf(result, words));
  (showErrors(form, result.errors) ?? status).focus();
  tell(form, result);
}

// One listener for all forms, those that the page adds later too.
document.addEventListener('submit', (event) => {
  const posted = event.target as HTMLFormElement;
  const form = membersOf(posted);
  const button = event.submitter;
  if (event.defaultPrevented || button?.hasAttribute('formaction') || !isOurs(form)) return;
  event.preventDefault();
  if (form.dataset.state !== 'working') void submit(posted, button);
});
