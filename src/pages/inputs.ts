import { h } from 'preact';
import { useRef } from 'preact/hooks';
import type { Fault, Problem } from './api.ts';
import { asNumber, fill, shared } from './context.ts';

/** A value that is edited: where it is in its document, and what is wrong with that. */
export interface Place<Value = unknown> {
  /** JSON Pointer of the value. */
  path: string;
  value: Value;
  faults: readonly Fault[];
  onChange(value: Value): void;
}

/** The place of a member of a value. */
export const memberOf = <Group extends object, Name extends keyof Group & string>(
  { path, value, faults, onChange }: Place<Group>,
  name: Name,
): Place<Group[Name]> => ({
  path: `${path}/${name}`,
  value: value[name],
  faults,
  onChange: (member) => onChange({ ...value, [name]: member }),
});

/** The same list each time, so that parts see that nothing has changed. */
export const NO_FAULTS: readonly Fault[] = [];

/** The id of the element that edits the value at a JSON Pointer. */
export const idOf = (path: string): string => path.slice(1).replaceAll('/', '-');

/** The faults at a place, or below it. */
export const faultsAt = (faults: readonly Fault[], path: string): Fault[] =>
  faults.filter((fault) => `${fault.path}/`.startsWith(`${path}/`));

/** A value as the text of its element. */
export const textOf = (value: unknown): string =>
  typeof value === 'string' || typeof value === 'number' ? String(value) : '';

const FAULTS: Readonly<Record<string, string>> = shared.faults;

/** Places whose faults have the words of another one. */
const ALIKE: Readonly<Record<string, string>> = {
  name: 'website.name',
  sender_name: 'subject',
  'website.url': 'redirect',
  'auto_reply.text': 'auto_reply.subject',
  'fields.placeholder': 'fields.label',
  'fields.max': 'fields.min',
  'fields.maxlength': 'fields.minlength',
};

/**
 * What to do about a fault, in the language of the page: by its place, since the sentences of the service are
 * English and name members. Items of a list are one place, and a place without words has those of the one around it.
 */
function explainFault(pointer: string): string {
  const [, ...names] = pointer.replace(/^\/settings\//, '/').split('/');
  const place = names.flatMap((name, at) =>
    Number.isNaN(Number(name)) ? [name] : at === names.length - 1 ? ['item'] : [],
  );
  for (; place.length > 0; place.pop()) {
    const key = place.join('.');
    const text = FAULTS[ALIKE[key] ?? key];
    if (text !== undefined) return text;
  }
  return shared.faults.other;
}

/** Whether a value is still what its fault is about: the fault of one that was changed since is no longer shown. */
function useIsFaulty(fault: unknown, value: string): boolean {
  const refused = useRef({ fault, value });
  if (refused.current.fault !== fault) refused.current = { fault, value };
  return fault !== undefined && refused.current.value === value;
}

/** What is wrong with a text whatever it is for: it is missing, or longer than `most` characters. */
function explainText(text: string, most = Infinity): string | undefined {
  if (text.trim() === '') return shared.faults.empty;
  if (Array.from(text.trim()).length <= most) return undefined;
  return fill(shared.faults.tooLong, { most: asNumber(most) });
}

interface FaultsProps extends Pick<Place, 'path' | 'faults'> {
  /** Instead of what the places of the faults say. */
  text?: string | undefined;
}

/** The faults of a value, each with the line it is about. */
export function Faults({ path, faults, text }: FaultsProps) {
  if (faults.length === 0) return null;
  const texts = faults.map((fault) => {
    const [, line] = /^\/(\d+)(?:\/|$)/.exec(fault.path.slice(path.length)) ?? [];
    const place = line && fill(shared.line, { number: asNumber(Number(line) + 1) });
    return [place, text ?? explainFault(fault.path)];
  });
  const lines = new Set(texts.map((parts) => parts.filter(Boolean).join(' ')));
  return h('div', { id: `${idOf(path)}-fault`, class: 'fault' }, [
    Array.from(lines, (line) => h('p', { key: line }, line)),
  ]);
}

/** The faults of the value itself, without those of its members. */
export const OwnFaults = ({ path, faults }: Pick<Place, 'path' | 'faults'>) =>
  h(Faults, { path, faults: faults.filter((fault) => fault.path === path) });

/** For texts that are no prose: browsers neither fill them in nor correct them. */
export const PLAIN = { autoCapitalize: 'none', spellcheck: false } as const;

export const PROSE = { autoCapitalize: 'sentences', spellcheck: true } as const;

/** The attributes of an element, besides those that all such elements have. */
export type Attributes = Readonly<Record<string, unknown>>;

interface Typed {
  currentTarget: { value: string };
}

/** A place, as the element of its value needs it. */
type Edited = Pick<Place, 'path' | 'value'> & Partial<Pick<Place, 'faults'>>;

interface Labels {
  label: string;
  hint?: string | undefined;
}

interface InputProps extends Edited, Labels {
  input?: Attributes;
  /** Minimum number of lines; without it, the text is a single line. */
  rows?: number;
  /** Maximum number of characters. */
  most?: number | undefined;
  /** What its faults say, instead of the words of its place. */
  advice?: string | undefined;
  /** The names of the values that there are to choose from. */
  options?: Readonly<Record<string, string>>;
  onChange(text: string, element: Typed['currentTarget']): void;
}

function elementFor({ rows, options, input }: InputProps, common: Attributes, text: string) {
  if (options) {
    const names = Object.entries(options);
    return h('select', common, [
      names.map(([id, name]) => h('option', { key: id, value: id }, name)),
    ]);
  }
  if (rows === undefined) return h('input', { ...common, ...PLAIN, ...input });
  // It grows with what is in it.
  const lines = text.split('\n').length + (text === '' ? 0 : 1);
  return h('textarea', { ...common, rows: Math.max(rows, lines), ...input });
}

/** The element of a value, with its label, its hint and its faults. */
export function Input(props: InputProps) {
  const { path, label, hint, faults = NO_FAULTS, value, most, advice, onChange } = props;
  const id = idOf(path);
  const text = textOf(value);
  const reported = faultsAt(faults, path);
  const own = useIsFaulty(reported[0], text) ? reported : NO_FAULTS;
  const described = [hint && `${id}-hint`, own.length > 0 && `${id}-fault`].filter(Boolean);
  const common = {
    id,
    name: id,
    autoComplete: 'off',
    'aria-invalid': own.length > 0,
    ...(described.length > 0 && { 'aria-describedby': described.join(' ') }),
    value: text,
    onInput: ({ currentTarget }: Typed) => onChange(currentTarget.value, currentTarget),
  };
  return h('div', { class: 'field' }, [
    h('label', { for: id }, label),
    elementFor(props, common, text),
    hint && h('p', { class: 'soft', id: `${id}-hint` }, hint),
    h(Faults, { path, faults: own, text: explainText(text, most) ?? advice }),
  ]);
}

interface EntryProps extends Labels {
  id: string;
  value: string;
  input: Attributes;
  /** Why the service refused it; browsers say themselves what they do not send. */
  fault?: string | undefined;
  onValue(value: string): void;
}

/** A line of text in a step. */
export function Entry({ id, label, hint, value, input, fault: reported, onValue }: EntryProps) {
  const fault = useIsFaulty(reported, value) ? reported : undefined;
  const described = [hint && `${id}-hint`, fault && `${id}-fault`].filter(Boolean);
  return h('p', {}, [
    h('label', { for: id }, label),
    h('input', {
      ...input,
      id,
      value,
      ...(fault !== undefined && { 'aria-invalid': true }),
      ...(described.length > 0 && { 'aria-describedby': described.join(' ') }),
      onInput: ({ currentTarget }: Typed) => onValue(currentTarget.value),
    }),
    hint && h('span', { class: 'soft', id: `${id}-hint` }, hint),
    fault && h('span', { class: 'fault', id: `${id}-fault` }, fault),
  ]);
}

/** The codes of faults in the entries of a step, by their ids. */
const ENTRY_CODES = { email: 'invalid_email', alias: 'invalid_alias' } as const;

/** What is wrong with an entry; if several are, the code of the answer is that of the first one. */
export function entryFault(
  problem: Problem | undefined,
  id: keyof typeof ENTRY_CODES,
): string | undefined {
  const code = ENTRY_CODES[id];
  const isFaulty = problem?.code === code || problem?.faults.some(({ path }) => path === `/${id}`);
  return isFaulty ? shared.errors[code] : undefined;
}

/** A problem that is not told at an entry. */
export const besidesEntries = (problem: Problem | undefined): Problem | undefined =>
  Object.values<string>(ENTRY_CODES).includes(problem?.code ?? '') ? undefined : problem;

interface SwitchProps extends Edited, Labels {
  onChange(isOn: boolean): void;
}

export function Switch({ path, label, hint, value, faults = [], onChange }: SwitchProps) {
  const id = idOf(path);
  const isWrong = faults.some((fault) => fault.path === path);
  return h('div', { class: 'switch' }, [
    h('input', {
      id,
      type: 'checkbox',
      role: 'switch',
      checked: value === true,
      ...(isWrong && { 'aria-invalid': true }),
      ...(hint !== undefined && { 'aria-describedby': `${id}-hint` }),
      onChange: ({ currentTarget }) => onChange(currentTarget.checked),
    }),
    h('label', { for: id }, label),
    hint && h('p', { class: 'soft', id: `${id}-hint` }, hint),
  ]);
}
