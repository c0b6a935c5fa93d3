/** A submission as people read it in a chat: the same in each, before a service's own rules. */
export interface ChatMessage {
  title: string;
  /** Why it is marked; empty if it is not. */
  marked: string;
  /** The form, then what was sent: clean text that may still look like formatting. */
  facts: readonly { /** With the sign that ends it. */ label: string; value: string }[];
  isTest: boolean;
  /** Ends a message that was cut, in the words of the form. */
  cut: string;
}

/** How a service counts a text that is written for it. */
type SizeOf = (text: string) => number;

/** As most services count: UTF-16 code units. */
const codeUnits: SizeOf = (text) => text.length;
const UTF_8 = /* @__PURE__ */ new TextEncoder();

export const octets: SizeOf = (text) => UTF_8.encode(text).length;

const asItIs = (text: string): string => text;

/** The longest beginning of a text, in whole characters, that fits when it is written. */
export function fitText(text: string, most: number, write = asItIs, sizeOf = codeUnits): string {
  if (sizeOf(write(text)) <= most) return write(text);
  // No character takes less than one unit, so that a huge text is not taken apart.
  const characters = Array.from(text.slice(0, most * 2)).slice(0, most);
  let [low, high] = [0, characters.length];
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    const size = sizeOf(write(characters.slice(0, middle).join('')));
    if (size <= most) low = middle;
    else high = middle - 1;
  }
  return write(characters.slice(0, low).join('').trimEnd());
}

interface Writing {
  /** The size of all paragraphs with what separates them. */
  most: number;
  /** Our text or a visitor's, escaped so that the service shows it as it is. */
  escape?: (text: string) => string;
  /** An escaped label, made to stand out. */
  label?: (escaped: string) => string;
  sizeOf?: SizeOf;
}

const GAP = '\n\n';

/** The marks, the facts and, if not all of them fit, the word that they were cut. */
export function writeParagraphs(
  { marked, facts, cut }: ChatMessage,
  { most, escape = asItIs, label = asItIs, sizeOf = codeUnits }: Writing,
): string[] {
  const paragraphs = marked === '' ? [] : [escape(marked)];
  const end = escape(`… ${cut}`);
  let left = most - paragraphs.reduce((sum, text) => sum + sizeOf(text + GAP), 0);
  const reserve = sizeOf(end + GAP);
  for (const [at, fact] of facts.entries()) {
    const write = (value: string) => `${label(escape(fact.label))}\n${escape(value)}`;
    const whole = write(fact.value);
    const size = sizeOf(whole + GAP);
    const isLast = at === facts.length - 1;
    if (size <= left - (isLast ? 0 : reserve)) {
      paragraphs.push(whole);
      left -= size;
      continue;
    }
    const room = left - reserve - sizeOf(GAP);
    const part = sizeOf(write('')) < room ? fitText(fact.value, room, write, sizeOf) : undefined;
    return [...paragraphs, ...(part === undefined ? [] : [part]), end];
  }
  return paragraphs;
}

/** The same as one text. */
export const writeText = (message: ChatMessage, writing: Writing): string =>
  writeParagraphs(message, writing).join(GAP);

/** A word joiner keeps two signs apart and is not seen. */
const APART = '\u2060';

/** Signs that Markdown gives a meaning to anywhere in a line. */
const INLINE = /[\\`*_~|[\](){}<>#!]/g;

/** Signs that begin a list, quotation, heading or table; a number with a dot begins a list too. */
const AT_BEGIN = /^([ \t]*)([-+=>:]|\d{1,9}(?=[.)]))/gm;

/** A sign that begins the name of somebody, of a channel or of an emoji. */
const MENTION = /[@＠](?=\S)|(?<![\p{L}\p{N}]):(?=[a-z0-9_+-]+:)/giu;

/** A scheme or a name that programs turn into a link by themselves. */
const AUTOLINK = /:\/\/|\bwww\./giu;

/**
 * Escapes Markdown: no formatting, no mention, no link with another text. Web addresses stay
 * readable, but are no links by themselves.
 */
export function escapeMarkdown(text: string): string {
  return text
    .replace(MENTION, `$&${APART}`)
    .replace(AUTOLINK, (sign) => `${sign.slice(0, -1)}${APART}${sign.slice(-1)}`)
    .replace(INLINE, '\\$&')
    .replace(AT_BEGIN, (_all, indent: string, sign: string) =>
      /\d/.test(sign) ? `${indent}${sign}${APART}` : `${indent}\\${sign}`,
    );
}
