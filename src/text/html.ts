/** Markup that is safe to send: made by the `html` tag alone, so that no string gets in unescaped. */
export class SafeHtml {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }

  toString(): string {
    return this.text;
  }
}

type Interpolation = string | number | SafeHtml | readonly SafeHtml[];

const ENTITIES: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

export function escapeHtml(text: string): string {
  if (!/[&<>"']/.test(text)) return text;
  return text.replace(/[&<>"']/g, (character) => ENTITIES[character] ?? character);
}

function render(value: Interpolation): string {
  if (typeof value === 'string') return escapeHtml(value);
  if (value instanceof SafeHtml) return value.text;
  if (typeof value === 'object') return value.map((part) => part.text).join('');
  return String(value);
}

/** As mails have it, which pages do not mind. */
const LINE_END = '\r\n';

/** The literal parts of each template, without the indentation and the last space of its source. */
const literals = new WeakMap<TemplateStringsArray, readonly string[]>();

function literalsOf(strings: TemplateStringsArray): readonly string[] {
  const known = literals.get(strings);
  if (known) return known;
  const parts = strings.map((part) => part.replace(/\n\s+/g, LINE_END));
  parts.push((parts.pop() ?? '').trimEnd());
  literals.set(strings, parts);
  return parts;
}

/** Template tag: escapes every value but SafeHtml, for element content and quoted attributes. */
export function html(strings: TemplateStringsArray, ...values: Interpolation[]): SafeHtml {
  const parts = literalsOf(strings);
  let text = parts[0] ?? '';
  for (let index = 0; index < values.length; index += 1) {
    text += render(values[index] ?? '') + (parts[index + 1] ?? '');
  }
  return new SafeHtml(text);
}

/** Markup one after the other, each on a line of its own. */
export function htmlLines(parts: readonly SafeHtml[]): SafeHtml {
  return new SafeHtml(parts.map(({ text }) => text).join(LINE_END));
}
