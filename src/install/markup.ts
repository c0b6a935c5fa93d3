import {
  writtenAttributes,
  type Element,
  type Node,
  type Value,
} from '../fields/field-elements.ts';

/** A character reference, which every markup language reads alike. */
const reference = (text: string): string =>
  Array.from(text, (symbol) => `&#${symbol.codePointAt(0)};`).join('');

/** Braces that open an expression in template languages, into which people paste the HTML. */
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
    .replaceAll('}}', '}\\x7d')
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
  /** A space at the end of a line, if a line break is none. */
  space?: string;
  /** How a framework keeps errors in its state; without it, a script shows them. */
  error?: {
    /** The attribute that says whether a field has one, as an expression. */
    invalid(expression: string): string;
    /** The attribute of the element that shows it, or what is in that. */
    text(expression: string): { attribute?: string; content?: string };
  };
}

/** A space as an expression. */
const SPACE = "{' '}";

/** Plain HTML, one form on a page. */
export const HTML: Dialect = {
  id: (name, suffix) => `${name}="contact-${suffix}"`,
  value: (_name, text) => `"${escapeHtml(text)}"`,
  text: escapeHtml,
};

/** Astro's, in which the form is plain HTML except for braces in texts. */
export const ASTRO: Dialect = { ...HTML, text: textOrExpression, space: SPACE };

export const VUE: Dialect = { ...HTML, id: (name, suffix) => `:${name}="id + '-${suffix}'"` };

/** Vue's, with errors in its state. */
export const VUE_STATE: Dialect = {
  ...VUE,
  error: {
    invalid: (expression) => `:aria-invalid="${escapeHtml(expression)}"`,
    text: (expression) => ({ attribute: `v-text="${escapeHtml(expression)}"` }),
  },
};

/** How languages with expressions in braces write errors. */
const IN_BRACES: Dialect['error'] = {
  invalid: (expression) => `aria-invalid={${expression}}`,
  text: (expression) => ({ content: `{${expression}}` }),
};

export const SVELTE: Dialect = {
  id: (name, suffix) => `${name}="{id}-${suffix}"`,
  value: (_name, text) => (/[{}]/.test(text) ? `{${quoteJs(text)}}` : `"${escapeHtml(text)}"`),
  text: textOrExpression,
};

export const SVELTE_STATE: Dialect = { ...SVELTE, error: IN_BRACES };

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
  space: SPACE,
};

export const JSX_STATE: Dialect = { ...JSX, error: IN_BRACES };

/** Columns that a line has at most, if it can be broken. */
const WIDTH = 100;

const VOID: ReadonlySet<string> = new Set(['input']);

/** Indents every line of a snippet that is not blank by this many more spaces. */
export function indent(snippet: string, spaces: number): string {
  return snippet.replace(/^(?=.)/gm, ' '.repeat(spaces));
}

const within = (lines: readonly string[]): string[] => lines.map((line) => `  ${line}`);

/** An attribute as the language writes it; empty if it leaves that to a script. */
export function attributeOf(
  attribute: string,
  value: Value,
  { id, value: write, names, error }: Dialect,
): string {
  const name = names?.[attribute] ?? attribute;
  if (value === true) return name;
  if (typeof value === 'string') return `${name}=${write(attribute, value)}`;
  if ('id' in value) return id(name, value.id);
  return error?.invalid(`result?.errors.has(${quoteJs(value.field)})`) ?? '';
}

/** Attributes of an element that shows a field's error. */
function errorIn({ attributes }: Element, { error }: Dialect) {
  const field = attributes['data-error'];
  if (typeof field !== 'string') return {};
  return error?.text(`result?.errors.get(${quoteJs(field)})`) ?? {};
}

/** The tag that begins an element, in pieces, and the one that ends it. */
function tagsOf(element: Element, dialect: Dialect) {
  const { tag, children } = element;
  const { attribute = '', content } = errorIn(element, dialect);
  const written = writtenAttributes(element)
    .map(([name, value]) => attributeOf(name, value, dialect))
    .concat(attribute)
    .filter(Boolean);
  const isEmpty = !children && !content && (dialect.isJsx || VOID.has(tag));
  const [end, close] = isEmpty ? [' />', ''] : ['>', `</${tag}>`];
  return { written, end, close, content, open: [`<${tag}`, ...written].join(' ') + end };
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
  const { written, end, close, content: error, open } = tagsOf(element, dialect);
  if (error) return [open, `  ${error}`, close];
  const last = children ? '' : close;
  const opening =
    open.length + last.length <= width
      ? [open + last]
      : [`<${tag}`, ...within(written), (end + last).trim()];
  if (!children) return opening;
  const hasText = children.some((child) => typeof child === 'string');
  const isText = children.every((child) => typeof child === 'string');
  const isInline = isText || (hasText && !dialect.isJsx);
  const line = inOneLine([element], dialect);
  if (isInline && line.length <= width) return [line];
  const texts = inOneLine(children, dialect);
  const isOneLine = hasText && texts.length <= width - 2;
  const space = hasText ? dialect.space : undefined;
  const content = isOneLine
    ? [texts]
    : children.flatMap((child, at) => {
        const lines =
          typeof child === 'string' ? [dialect.text(child)] : linesOf(child, dialect, width - 2);
        const isLast = at === children.length - 1;
        return isLast || !space ? lines : [...lines.slice(0, -1), `${lines.at(-1)}${space}`];
      });
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
