import { complete, showBusy, shownIn } from './complete-form.ts';
import { findKept, forget, giveBack, keep } from './kept-words.ts';
import { membersOf } from './members-of.ts';
import { contentOf } from './post-files.ts';
import { copy, mayPass, nextTry, offer, type FullAnswer, type Turn } from './send-again.ts';
import { keys, send } from './send.ts';
import { showErrors } from './show-errors.ts';
import type { Result, Texts } from './types.ts';

/** Texts that inline code lacks. */
type FurtherText =
  | ('sending' | 'onlyOne' | 'upload' | 'chooseAgain')
  | ('cut' | 'busy' | 'later' | 'stopped' | 'unconfirmed' | 'doubt' | 'kept')
  | ('stop' | 'again' | 'copy' | 'copied' | 'discard');

/** The texts of a language; those with gaps for limits are filled in for each form. */
type Words = Texts & Record<FurtherText, string>;

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

/** Tells the scripts of the page, which listen at the form or around it. */
function tell(form: HTMLFormElement, { ok, message, answer }: Result): void {
  const detail = { message, answer };
  const name = ok ? 'letterslot:sent' : 'letterslot:error';
  form.dispatchEvent(new CustomEvent(name, { bubbles: true, detail }));
}

/** The last message of each form, until it is sent, cleared or left to the visitor. */
const turns = new WeakMap<HTMLFormElement, Turn>();

/** Forms whose words of before the page was loaded again were looked for. */
const restored = new WeakSet<HTMLFormElement>();

/** A form by its own members, with what the script adds to it. */
function open(posted: HTMLFormElement) {
  const form = membersOf(posted);
  const words = wordsOf(form);
  return { form, words, status: complete(form, words.upload), keeps: form.dataset.keep !== 'off' };
}

/** What a form sends now; its framework may have replaced the button. */
const read = (posted: HTMLFormElement, button: HTMLElement | null): FormData =>
  new FormData(posted, button?.isConnected ? button : null);

/** Ends what goes on by itself. Returns whether the visitor saw it. */
function endTurn(posted: HTMLFormElement): boolean {
  clearTimeout(turns.get(posted)?.timer);
  turns.delete(posted);
  const offered = membersOf(posted).querySelector('[data-kept]');
  offered?.remove();
  return offered !== null;
}

function clear(posted: HTMLFormElement, isSame: boolean): void {
  forget(posted);
  if (isSame) membersOf(posted).reset();
}

/** What the visitor wrote, to be pasted elsewhere. */
function textIn(posted: HTMLFormElement): string {
  const shown = new Set(shownIn(membersOf(posted)).map(({ name }) => name));
  const lines = [...new FormData(posted)].map(([name, value]) =>
    shown.has(name) && typeof value === 'string' && value ? `${name}: ${value}` : '',
  );
  return lines.filter(Boolean).join('\n');
}

/** Leaves the message to the visitor: says why, and offers to send, copy or clear it. */
function leave(posted: HTMLFormElement, button: HTMLElement | null, why: string, canSend = true) {
  const { form, words, status } = open(posted);
  endTurn(posted);
  form.dataset.state = 'failed';
  status.textContent = `${why} ${words.kept}`;
  offer(status, {
    ...(canSend && { [words.again]: () => void submit(posted, button) }),
    [words.copy]: (pressed) => void copy(textIn(posted), pressed, words.copied),
    [words.discard]: () => form.reset(),
  });
}

/** Says when the message is sent again. The visitor can stop that, and does by writing. */
function wait(posted: HTMLFormElement, turn: Turn, due: number, why: string, again: () => void) {
  const { form, words, status } = open(posted);
  const time = new Date(due).toLocaleTimeString(words.language);
  form.dataset.state = 'waiting';
  status.textContent = `${why} ${words.later.replace('{time}', time)}`;
  offer(status, { [words.stop]: () => turn.stop?.() });
  turn.tries += 1;
  turn.timer = setTimeout(() => {
    // After a minute, the page stood still: nobody expects it any more.
    if (Date.now() > due + 60_000 || !form.isConnected) turn.stop?.();
    else again();
  }, due - Date.now());
}

interface Shown {
  button: HTMLElement | null;
  /** The visitor has sent it just now, and has the focus led to what is said. */
  isFirst: boolean;
  /** Why the message is left to the visitor, unless it was sent or refused. */
  left: string | undefined;
}

/** Shows an outcome that is not followed by another try. */
function show(posted: HTMLFormElement, result: Result, { button, isFirst, left }: Shown): void {
  const { form, status } = open(posted);
  endTurn(posted);
  form.dataset.state = result.ok ? 'sent' : 'failed';
  if (left !== undefined) leave(posted, button, left);
  else status.textContent = result.message;
  const faulty = showErrors(form, result.errors);
  if (isFirst) (faulty ?? status).focus();
  tell(form, result);
}

async function submit(
  posted: HTMLFormElement,
  button: HTMLElement | null,
  fields = read(posted, button),
  turn: Turn = { tries: 0 },
): Promise<void> {
  const { form, words, status, keeps } = open(posted);
  const say = (text: string): void => void (status.textContent = text);
  const isFirst = turn.tries === 0;
  endTurn(posted);
  turn.stop = undefined;
  turns.set(posted, turn);
  form.dataset.state = 'working';
  say(isFirst ? '' : words.sending);
  showErrors(form, new Map());
  const sent = new FormData();
  for (const [name, value] of fields) sent.append(name, value);
  const sending = send(form, { texts: textsOf(words, form.dataset), say, fields: sent });
  const content = contentOf(fields);
  const kept = { key: keys.get(content) ?? '', content, at: Date.now() };
  if (keeps) keep(posted, kept);
  // Not before: a button that is disabled has no value to send.
  const endBusy = showBusy(form, button, words.sending);
  const result = await sending;
  endBusy();
  const answer: FullAnswer | undefined = result.answer;
  const isLeft = !result.ok && keeps && turns.get(posted) === turn && mayPass(answer);
  const due = isLeft ? nextTry(answer, turn) : undefined;
  if (due !== undefined) {
    turn.stop = () => leave(posted, button, words.stopped);
    const again = () => void submit(posted, button, fields, turn);
    wait(posted, turn, due, answer ? words.busy : words.cut, again);
    return;
  }
  const isDoubtful = answer?.doubtful === true;
  if (isLeft && isDoubtful) keep(posted, { ...kept, isDoubtful });
  // While it was sent by itself, the visitor may have written something new.
  const isSame = isFirst || contentOf(read(posted, button)) === content;
  if (result.ok) clear(posted, isSame);
  const why = isDoubtful ? words.doubt : result.message;
  show(posted, result, { button, isFirst, left: isLeft ? why : undefined });
}

/** Gives back what was not sent before the page was loaded again. */
function restore(posted: HTMLFormElement): void {
  if (restored.has(posted) || membersOf(posted).dataset.keep === 'off') return;
  restored.add(posted);
  const kept = findKept(posted);
  if (!kept) return;
  const { form, words } = open(posted);
  keys.set(kept.content, kept.key);
  const { lostFiles, button } = giveBack(form, kept);
  const why = kept.isDoubtful ? words.doubt : words.unconfirmed;
  const reason = lostFiles ? `${why} ${words.chooseAgain}` : why;
  // Later than the status itself: screen readers hear what changes in it.
  setTimeout(() => leave(posted, button, reason, !lostFiles));
}

/** Listens to the forms that post here, those that the page adds later too. */
function listen(type: string, act: (posted: HTMLFormElement, event: Event) => void): void {
  document.addEventListener(type, (event) => {
    const { target } = event;
    // A form comes as it is: its `closest` may be a field of that name.
    const isForm = target instanceof HTMLFormElement;
    const posted = isForm ? target : target instanceof Element && target.closest('form');
    if (posted && isOurs(membersOf(posted))) act(posted, event);
  });
}

listen('submit', (posted, event) => {
  const button = (event as SubmitEvent).submitter;
  if (event.defaultPrevented || button?.hasAttribute('formaction')) return;
  event.preventDefault();
  if (membersOf(posted).dataset.state !== 'working') void submit(posted, button);
});
listen('reset', (posted) => {
  forget(posted);
  if (!endTurn(posted)) return;
  const { form, status } = open(posted);
  delete form.dataset.state;
  status.textContent = '';
});
listen('input', (posted) => turns.get(posted)?.stop?.());
listen('focusin', restore);
for (const posted of document.forms) if (isOurs(membersOf(posted))) restore(posted);
