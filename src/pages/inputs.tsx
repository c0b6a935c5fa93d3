import type { Problem } from './api.ts';
import { shared } from './context.tsx';
import { explainText, Faults, useIsFaulty } from './faults.tsx';
import { faultsAt, idOf, NO_FAULTS, textOf, type Place } from './place.ts';

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

/** Shows the purpose of a value; `id` is that of its element. */
const Hint = ({ id, text }: { id: string; text: string | undefined }) =>
  text && (
    <p class="soft" id={`${id}-hint`}>
      {text}
    </p>
  );

interface InputProps extends Edited, Labels {
  input?: Attributes;
  /** Minimum number of lines; without it, the text is a single line. */
  rows?: number;
  /** Maximum number of characters. */
  most?: number | undefined;
  /** The text of its faults, instead of the words of its place. */
  advice?: string | undefined;
  /** The names of the values that there are to choose from. */
  options?: Readonly<Record<string, string>>;
  onChange(text: string, element: Typed['currentTarget']): void;
}

function elementFor({ rows, options, input }: InputProps, common: Attributes, text: string) {
  if (options) {
    const names = Object.entries(options);
    return (
      <select {...common}>
        {names.map(([id, name]) => (
          <option key={id} value={id}>
            {name}
          </option>
        ))}
      </select>
    );
  }
  if (rows === undefined) return <input {...common} {...PLAIN} {...input} />;
  // It grows with what is in it.
  const lines = text.split('\n').length + (text === '' ? 0 : 1);
  return <textarea {...common} rows={Math.max(rows, lines)} {...input} />;
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
  return (
    <div class="field">
      <label for={id}>{label}</label>
      {elementFor(props, common, text)}
      <Hint id={id} text={hint} />
      <Faults path={path} faults={own} text={explainText(text, most) ?? advice} />
    </div>
  );
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
  return (
    <p>
      <label for={id}>{label}</label>
      <input
        {...input}
        id={id}
        value={value}
        {...(fault !== undefined && { 'aria-invalid': true })}
        {...(described.length > 0 && { 'aria-describedby': described.join(' ') })}
        onInput={({ currentTarget }: Typed) => onValue(currentTarget.value)}
      />
      {hint && (
        <span class="soft" id={`${id}-hint`}>
          {hint}
        </span>
      )}
      {fault && (
        <span class="fault" id={`${id}-fault`}>
          {fault}
        </span>
      )}
    </p>
  );
}

/** The codes of faults in the entries of a step, by their ids. */
const ENTRY_CODES = { email: 'invalid_email', alias: 'invalid_alias' } as const;

/** The faults of an entry; if there are several, the answer's code is the first one's. */
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
  return (
    <div class="switch">
      <input
        id={id}
        type="checkbox"
        role="switch"
        checked={value === true}
        {...(isWrong && { 'aria-invalid': true })}
        {...(hint !== undefined && { 'aria-describedby': `${id}-hint` })}
        onChange={({ currentTarget }) => onChange(currentTarget.checked)}
      />
      <label for={id}>{label}</label>
      <Hint id={id} text={hint} />
    </div>
  );
}
