import { membersOf } from './members-of.ts';

/** Milliseconds after which a message that was not sent is forgotten. */
const DAY = 86_400_000;

/** A message without its files, until it is sent. `at` is in milliseconds since the epoch. */
interface Kept {
  key: string;
  /** As `contentOf` writes it; a file has its name, size and time. */
  content: string;
  at: number;
  isDoubtful?: boolean;
}

const slots = new WeakMap<HTMLFormElement, string>();

/** Uses the slot of a form, which stays the one of the page that it was first seen on. */
function atSlot<T>(posted: HTMLFormElement, use: (storage: Storage, slot: string) => T) {
  const action = membersOf(posted).getAttribute('action') ?? '';
  const same = [...document.querySelectorAll(`form[action="${CSS.escape(action)}"]`)];
  const page = location.pathname + location.search;
  const slot = slots.get(posted) ?? `letterslot ${page} ${action} ${same.indexOf(posted)}`;
  slots.set(posted, slot);
  try {
    return use(sessionStorage, slot);
  } catch {
    // Storage is forbidden or full: the message is kept as long as the page is open.
    return undefined;
  }
}

export const keep = (posted: HTMLFormElement, kept: Kept): void =>
  atSlot(posted, (storage, slot) => storage.setItem(slot, JSON.stringify(kept)));

export const forget = (posted: HTMLFormElement): void =>
  atSlot(posted, (storage, slot) => storage.removeItem(slot));

/** The message that a form did not send before its page was loaded again. */
export function findKept(posted: HTMLFormElement): Kept | undefined {
  const kept = atSlot<Kept | null>(posted, (storage, slot) =>
    JSON.parse(storage.getItem(slot) ?? 'null'),
  );
  if (kept && Date.now() - kept.at < DAY) return kept;
  forget(posted);
  return undefined;
}

/** A field of `content`; that of a file has more than its name, and none if it was left empty. */
type Entry = [name: string, value: string, ...file: unknown[]];

type Control = HTMLInputElement & Pick<HTMLSelectElement, 'options'>;

/** Puts a control's entries into it, unless it has newer words. */
function fill(control: Control, entries: Entry[]): void {
  const { name, type, value, defaultValue, options } = control;
  const has = (text: string) => entries.some((entry) => entry[0] === name && entry[1] === text);
  const at = entries.findIndex((entry) => entry[0] === name);
  if (type === 'checkbox' || type === 'radio') control.checked = has(value);
  else if (options) for (const option of options) option.selected = has(option.value);
  else if (at >= 0) {
    const [[, text] = []] = entries.splice(at, 1);
    // By the setter of its class: frameworks put one of their own on the element.
    const setter = Object.getPrototypeOf(control) as object;
    if (value === defaultValue) Reflect.set(setter, 'value', text, control);
  }
  control.dispatchEvent(new Event('input', { bubbles: true }));
}

/** Puts kept words back into a form. Returns the button that was pressed, and if files are gone. */
export function giveBack(form: HTMLFormElement, { content }: Kept) {
  const entries: Entry[] = JSON.parse(content);
  const lostFiles = entries.some(([, name, ...file]) => file.length > 0 && name !== '');
  const buttons = form.querySelectorAll<HTMLButtonElement>('button[name], [type=submit][name]');
  const button = [...buttons].find(({ name, value }) =>
    entries.some((entry) => entry[0] === name && entry[1] === value),
  );
  const fields = ':is(input, select, textarea)[name]:enabled';
  const others = '[type=file], [type=submit], [type=image]';
  for (const control of form.querySelectorAll<Control>(`${fields}:not(${others})`)) {
    fill(control, entries);
  }
  return { lostFiles, button: button ?? null };
}
