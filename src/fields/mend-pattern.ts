import { LIMITS } from '../contract/limits.ts';

/** Characters that have a meaning everywhere in a pattern. */
const SYNTAX = '^$\\.*+?()[]{}|/';

/** With the flag `v` these characters need a backslash in a set; without it most need none. */
const ESCAPED_IN_SETS = '()[]{}/-|';

/** Two of these in a row mean something, or will, in a set with the flag `v`. */
const DOUBLED = '&!#$%*+,.:;<=>?@^`~';

/** Characters that may have a backslash in a set with the flag `v`. */
const ESCAPABLE_IN_SETS = `${SYNTAX}&-!#%,:;<=>@\`~`;

/** An escape or a character; `\u{…}`, `\p{…}`, `\x41` and the like as a whole. */
const ATOM =
  /\\(?:[pPu]\{[^}]*\}|u[\da-f]{4}(?:\\u[\da-f]{4})?|x[\da-f]{2}|c[a-z]|k<[^>]*>|[^])|[^]/giuy;

const isSeveral = (atom: string) => /^\\[dDsSwWpP]/.test(atom);

/** True if a backslash says nothing: before a sign that means nothing by itself. */
const isNeedless = (atom: string, signs: string) =>
  atom.startsWith('\\') && !/^\\[a-z0-9]/i.test(atom) && !signs.includes(atom.slice(1));

/** A pattern spelled for the flags `u` and `v`, which differ only for doubled signs in sets. */
type Both = readonly [u: string, v: string];

const same = (text: string): Both => [text, text];

/** One character of a set. */
function inSet(atom: string, before: string): Both {
  const sign = atom.startsWith('\\') && !/^\\[a-z0-9]/i.test(atom) ? atom.slice(1) : atom;
  if (atom !== sign && (SYNTAX.includes(sign) || sign === '-')) return same(atom);
  if (ESCAPED_IN_SETS.includes(sign)) return same(`\\${sign}`);
  const isDouble = DOUBLED.includes(sign) && before === sign;
  const isEscaped = isDouble || (atom !== sign && ESCAPABLE_IN_SETS.includes(sign));
  return isEscaped && !SYNTAX.includes(sign)
    ? [sign, `\\${sign}`]
    : same(isEscaped ? `\\${sign}` : sign);
}

/** The set that begins at an atom, read as the flag `u` reads it, and where it ends. */
function mendSet(atoms: readonly string[], from: number): { set: Both; end: number } | undefined {
  let at = from + 1;
  let [u, v] = ['[', '['];
  if (atoms[at] === '^') {
    [u, v] = ['[^', '[^'];
    at += 1;
  }
  const start = v.length;
  const add = (atom: string) => {
    const [inU, inV] = inSet(atom, v.length > start ? (v.at(-1) ?? '') : '');
    u += inU;
    v += inV;
  };
  for (let atom = atoms[at]; atom !== ']'; atom = atoms[at]) {
    if (atom === undefined) return undefined;
    const [sign, last = ']'] = atoms.slice(at + 1, at + 3);
    add(atom);
    at += 1;
    if (sign !== '-' || last === ']') continue;
    if (isSeveral(atom) || isSeveral(last)) add('-');
    else [u, v] = [`${u}-`, `${v}-`];
    add(last);
    at += 2;
  }
  return { set: [`${u}]`, `${v}]`], end: at + 1 };
}

function compiles(source: string, flag: 'u' | 'v'): boolean {
  try {
    return new RegExp(source, flag) instanceof RegExp;
  } catch {
    return false;
  }
}

/** True if HTML takes a pattern: browsers ignore one that it refuses. */
const isForHtml = (source: string): boolean => compiles(source, 'v');

const MOST_UNITS = 2 * LIMITS.fieldPatternCodePoints;

/**
 * The pattern with the escapes that HTML's flag `v` needs in sets, and without needless
 * backslashes. It means the same as before that flag. Undefined if this does not suffice.
 */
export function mendPattern(source: string): string | undefined {
  if (source.length > MOST_UNITS || isForHtml(source)) return undefined;
  const atoms = source.match(ATOM) ?? [];
  let [u, v] = ['', ''];
  for (let at = 0; at < atoms.length;) {
    const atom = atoms[at] ?? '';
    const found = atom === '[' ? mendSet(atoms, at) : undefined;
    if (atom === '[' && !found) return undefined;
    const [inU, inV] = found?.set ?? same(isNeedless(atom, SYNTAX) ? atom.slice(1) : atom);
    u += inU;
    v += inV;
    at = found?.end ?? at + 1;
  }
  return compiles(u, 'u') && isForHtml(v) ? v : undefined;
}
