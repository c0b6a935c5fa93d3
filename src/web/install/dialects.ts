import type { Value } from '../../submissions/fields/field-elements.ts';
import type { Dialect } from './markup.ts';

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

interface Spelling {
  /** An attribute that refers to an id. */
  id(attribute: string, suffix: string): string;
  /** The name of an attribute, if the language has one of its own. */
  rename?(attribute: string): string;
  value?(attribute: string, text: string): string;
  text?(words: string): string;
  isJsx?: boolean;
}

const inQuotes = (_attribute: string, text: string): string => `"${escapeHtml(text)}"`;

function createDialect({
  id,
  rename = (name) => name,
  value = inQuotes,
  text = escapeHtml,
  isJsx = false,
}: Spelling): Dialect {
  return {
    attribute(attribute: string, given: Value): string {
      const name = rename(attribute);
      if (given === true) return name;
      if (typeof given === 'object') return id(name, given.id);
      return `${name}=${value(name, given)}`;
    },
    text,
    isJsx,
  };
}

/** Plain HTML, one form on a page. */
export const HTML = createDialect({ id: (name, suffix) => `${name}="contact-${suffix}"` });

/** Astro's, where the form is plain HTML but for braces in texts. */
export const ASTRO = createDialect({
  id: (name, suffix) => `${name}="contact-${suffix}"`,
  text: textOrExpression,
});

export const VUE = createDialect({ id: (name, suffix) => `:${name}="id + '-${suffix}'"` });

export const SVELTE = createDialect({
  id: (name, suffix) => `${name}="{id}-${suffix}"`,
  value: (_name, text) => (/[{}]/.test(text) ? `{${quoteJs(text)}}` : `"${escapeHtml(text)}"`),
  text: textOrExpression,
});

const JSX_NAMES: Record<string, string> = {
  for: 'htmlFor',
  autocomplete: 'autoComplete',
  inputmode: 'inputMode',
  minlength: 'minLength',
  maxlength: 'maxLength',
};

const JSX_NUMBERS: ReadonlySet<string> = new Set(['minLength', 'maxLength', 'rows']);

export const JSX = createDialect({
  id: (name, suffix) => `${name}={\`\${id}-${suffix}\`}`,
  rename: (name) => JSX_NAMES[name] ?? name,
  value(name, text) {
    if (JSX_NUMBERS.has(name)) return `{${text}}`;
    return isPlain(text) || text === '' ? `"${text}"` : `{${quoteJs(text)}}`;
  },
  text: textOrExpression,
  isJsx: true,
});
