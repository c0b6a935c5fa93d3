import {
  writtenAttributes,
  type Element,
  type Node,
  type Value,
} from '../../submissions/fields/field-elements.ts';

/** A character reference, which every markup language reads alike. */
const reference = (text: string): string =>
  Array.from(text, (symbol) => `&#${symbol.codePointAt(0)};`).join('');

/** Braces that begin something in templates of other languages, which HTML is pasted into as well. */
const TEMPLATE_BRACE = /\{(?=[{%#])|(?<=\{)\{/g;

// oxlint-disable-next-line no-control-regex -- A line break or control character would not survive.
const CONTROL = /[\0-\x1f\x7f\u0085\u2028\u2029]/g;

const SPECIAL: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

/** Text for HTML, and for what reads it as HTML does, as content and in quotes. */
const escapeHtml = (text: string): string =>
  text
    .replace(/[&<>"]/g, (symbol) => SPECIAL[symbol] ?? symbol)
    .replace(TEMPLATE_BRACE, reference)
    .replace(CONTROL, reference);

/** A JavaScript string that neither a tag nor a placeholder can begin in. */
function quoteJs(text: string): string {
  const body = JSON.stringify(text)
    .slice(1, -1)
    .replaceAll('\\"', '"')
    .replaceAll("'", "\\'")
    .replaceAll('<', '\\x3c')
    .replaceAll('{{', '{\\x7b')
    .replace(CONTROL, (symbol) => `\\u${symbol.charCodeAt(0).toString(16).padStart(4, '0')}`);
  return `'${body}'`;
}

const isPlain = (text: string): boolean => escapeHtml(text) === text && text.trim() === text;

/** Text of a language that has expressions in braces: what is not plain becomes a string in one. */
const textOrExpression = (text: string): string =>
  text === '' || (isPlain(text) && !/[{}]|\s{2}/.test(text)) ? text : `{${quoteJs(text)}}`;

/** How a language writes markup. Each text it gets may hold anything. */
export interface Dialect {
  /** An attribute that refers to an id. */
  id(attribute: string, suffix: string): string;
  value(attribute: string, text: string): string;
  text(words: string): string;
  /** Names of attributes that the language has of its own. */
  names?: Readonly<Record<string, string>>;
  /** Every element without content ends in `/>`, and a field has a line of its own in its label. */
  isJsx?: boolean;
}

/** Plain HTML, one form on a page. */
export const HTML: Dialect = {
  id: (name, suffix) => `${name}="contact-${suffix}"`,
  value: (_name, text) => `"${escapeHtml(text)}"`,
  text: escapeHtml,
};

/** Astro's, in which the form is plain HTML except for braces in texts. */
export const ASTRO: Dialect = { ...HTML, text: textOrExpression };

export const VUE: Dialect = { ...HTML, id: (name, suffix) => `:${name}="id + '-${suffix}'"` };

export const SVELTE: Dialect = {
  id: (name, suffix) => `${name}="{id}-${suffix}"`,
  value: (_name, text) => (/[{}]/.test(text) ? `{${quoteJs(text)}}` : `"${escapeHtml(text)}"`),
  text: textOrExpression,
};

const JSX_NUMBERS: ReadonlySet<string> = new Set(['minlength', 'maxlength', 'rows', 'tabindex']);

export const JSX: Dialect = {
  id: (name, suffix) => `${name}={\`\${id}-${suffix}\`}`,
  value(name, text) {
    if (JSX_NUMBERS.has(name)) return `{${text}}`;
    if (name === 'style') return `{{ ${text.replace(/(?<=: ).+/, quoteJs)} }}`;
    return isPlain(text) || text === '' ? `"${text}"` : `{${quoteJs(text)}}`;
  },
  text: textOrExpression,
  names: {
    for: 'htmlFor',
    autocomplete: 'autoComplete',
    inputmode: 'inputMode',
    minlength: 'minLength',
    maxlength: 'maxLength',
    tabindex: 'tabIndex',
  },
  isJsx: true,
};

/** Columns that a line has at most, if it can be broken. */
const WIDTH = 100;

const VOID: ReadonlySet<string> = new Set(['input']);

/** Indents every line of a snippet that is not blank by this many more spaces. */
export function indent(snippet: string, spaces: number): string {
  return snippet.replace(/^(?=.)/gm, ' '.repeat(spaces));
}

const within = (lines: readonly string[]): string[] => lines.map((line) => `  ${line}`);

/** An attribute as the language writes it. */
export function attributeOf(
  attribute: string,
  value: Value,
  { id, value: write, names }: Dialect,
): string {
  const name = names?.[attribute] ?? attribute;
  if (value === true) return name;
  return typeof value === 'object' ? id(name, value.id) : `${name}=${write(attribute, value)}`;
}

/** The tag that begins an element, in pieces, and the one that ends it. */
function tagsOf(element: Element, dialect: Dialect) {
  const { tag, children } = element;
  const written = writtenAttributes(element).map(([name, value]) =>
    attributeOf(name, value, dialect),
  );
  const isEmpty = !children && (dialect.isJsx || VOID.has(tag));
  const [end, close] = isEmpty ? [' />', ''] : ['>', `</${tag}>`];
  return { written, end, close, open: [`<${tag}`, ...written].join(' ') + end };
}

const inOneLine = (nodes: readonly Node[], dialect: Dialect): string =>
  nodes
    .map((node) => {
      if (typeof node === 'string') return dialect.text(node);
      const { open, close } = tagsOf(node, dialect);
      return open + inOneLine(node.children ?? [], dialect) + close;
    })
    .join(' ');

function linesOf(element: Element, dialect: Dialect, width: number): string[] {
  const { tag, children } = element;
  const { written, end, close, open } = tagsOf(element, dialect);
  const last = children ? '' : close;
  const opening =
    open.length + last.length <= width
      ? [open + last]
      : [`<${tag}`, ...within(written), (end + last).trim()];
  if (!children) return opening;
  const texts = children.filter((child) => typeof child === 'string').length;
  const isInline = texts === children.length || (texts > 0 && !dialect.isJsx);
  const line = inOneLine([element], dialect);
  if (isInline && line.length <= width) return [line];
  // A field and its text stay on one line: in JSX a line break between them would be no space.
  const content =
    texts > 0
      ? [inOneLine(children, dialect)]
      : children.flatMap((child) => linesOf(child as Element, dialect, width - 2));
  return [...opening, ...within(content), close];
}

/** The elements as a snippet that is indented by these spaces. */
export function writeMarkup(
  elements: readonly Element[],
  dialect: Dialect,
  { spaces }: { spaces: number },
): string {
  const lines = elements.flatMap((element) => linesOf(element, dialect, WIDTH - spaces));
  return indent(lines.join('\n'), spaces);
}
