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

interface ValueProps extends Pick<Place, 'path' | 'value'>, Partial<Pick<Place, 'faults'>> {
  /** The id of the element, if it is not that of the path. */
  id?: string;
  label: string;
  /** What the value is for. */
  hint?: string | undefined;
  /** Maximum number of characters. */
  most?: number | undefined;
  /** The text of its faults, instead of the words of its place. */
  advice?: string | undefined;
}

/** How a value is presented, whatever its element: attributes, and what is said below it. */
function useFrame(
  { path, id = idOf(path), hint, faults = NO_FAULTS, most, advice }: ValueProps,
  text: string,
) {
  const reported = faultsAt(faults, path);
  const own = useIsFaulty(reported[0], text) ? reported : NO_FAULTS;
  const described = [hint && `${id}-hint`, own.length > 0 && `${id}-fault`].filter(Boolean);
  const attributes = {
    id,
    'aria-invalid': own.length > 0,
    ...(described.length > 0 && { 'aria-describedby': described.join(' ') }),
  };
  const below = (
    <>
      {hint && (
        <p class="soft" id={`${id}-hint`}>
          {hint}
        </p>
      )}
      <Faults
        id={`${id}-fault`}
        path={path}
        faults={own}
        text={explainText(text, most) ?? advice}
      />
    </>
  );
  return { id, attributes, below };
}

interface InputProps extends ValueProps {
  input?: Attributes;
  /** Minimum number of lines; without it, the text is a single line. */
  rows?: number;
  /** What applies without a value: the text to begin with, or the choice. */
  fallback?: string | undefined;
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

/** A value to type or to choose: its label, its element, its hint and its faults. */
export function Input(props: InputProps) {
  const { label, value, fallback, onChange } = props;
  const text = textOf(value ?? fallback);
  const { id, attributes, below } = useFrame(props, text);
  const common = {
    ...attributes,
    name: id,
    autoComplete: 'off',
    value: text,
    onInput: ({ currentTarget }: Typed) => onChange(currentTarget.value, currentTarget),
  };
  return (
    <div class="field">
      <label for={id}>{label}</label>
      {elementFor(props, common, text)}
      {below}
    </div>
  );
}

interface SwitchProps extends ValueProps {
  onChange(isOn: boolean): void;
}

/** A value that is on or off. */
export function Switch(props: SwitchProps) {
  const { path, label, value, faults = NO_FAULTS, onChange } = props;
  // One that lets members in has no part in their faults.
  const own = faults.filter((fault) => fault.path === path);
  const { id, attributes, below } = useFrame({ ...props, faults: own }, String(value === true));
  return (
    <div class="switch">
      <input
        {...attributes}
        type="checkbox"
        role="switch"
        checked={value === true}
        onChange={({ currentTarget }) => onChange(currentTarget.checked)}
      />
      <label for={id}>{label}</label>
      {below}
    </div>
  );
}
