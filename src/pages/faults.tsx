import { useRef } from 'preact/hooks';
import { asNumber, fill, shared } from './context.tsx';
import { idOf, type Place } from './place.ts';

const FAULTS: Readonly<Record<string, string>> = shared.faults;

/** Places whose faults have the words of another one. */
const ALIKE: Readonly<Record<string, string>> = {
  name: 'website.name',
  sender_name: 'subject',
  'website.url': 'redirect',
  'copies.email': 'copies.item',
  'auto_reply.text': 'auto_reply.subject',
  'fields.placeholder': 'fields.label',
  'fields.max': 'fields.min',
  'fields.maxlength': 'fields.minlength',
};

/**
 * Explains a fault in the page's language by its place, since the service's sentences are English
 * and name members. List items share a place; without words, the outer place's apply.
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

/** True while a value still has its fault; a changed value no longer shows it. */
export function useIsFaulty(fault: unknown, value: string): boolean {
  const refused = useRef({ fault, value });
  if (refused.current.fault !== fault) refused.current = { fault, value };
  return fault !== undefined && refused.current.value === value;
}

/** Faults of any text: it is missing, or longer than `most` characters. */
export function explainText(text: string, most = Infinity): string | undefined {
  if (text.trim() === '') return shared.faults.empty;
  if (Array.from(text.trim()).length <= most) return undefined;
  return fill(shared.faults.tooLong, { most: asNumber(most) });
}

interface FaultsProps extends Pick<Place, 'path' | 'faults'> {
  /** Id of the element, if it is not that of the path. */
  id?: string;
  /** Instead of what the places of the faults say. */
  text?: string | undefined;
}

/** The faults of a value, each with the line it is about. */
export function Faults({ path, id = `${idOf(path)}-fault`, faults, text }: FaultsProps) {
  if (faults.length === 0) return null;
  const texts = faults.map((fault) => {
    const [, line] = /^\/(\d+)(?:\/|$)/.exec(fault.path.slice(path.length)) ?? [];
    const place = line && fill(shared.line, { number: asNumber(Number(line) + 1) });
    return [place, text ?? explainFault(fault.path)];
  });
  const lines = new Set(texts.map((parts) => parts.filter(Boolean).join(' ')));
  return (
    <div id={id} class="fault">
      {Array.from(lines, (line) => (
        <p key={line}>{line}</p>
      ))}
    </div>
  );
}

/** The faults of the value itself, without those of its members. */
export const OwnFaults = ({ path, faults }: Pick<Place, 'path' | 'faults'>) => (
  <Faults path={path} faults={faults.filter((fault) => fault.path === path)} />
);
