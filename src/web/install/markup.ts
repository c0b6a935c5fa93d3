import type { Element, Node, Value } from '../../submissions/fields/field-elements.ts';

/** How a language writes markup. Each text it gets may hold anything. */
export interface Dialect {
  attribute(name: string, value: Value): string;
  text(words: string): string;
  /** Every element without content ends in `/>`, and a field has a line of its own in its label. */
  isJsx: boolean;
}

/** Columns that a line has at most, if it can be broken. */
const WIDTH = 100;

const VOID: ReadonlySet<string> = new Set(['input']);

/** Indents every line of a snippet that is not blank by this many more spaces. */
export function indent(snippet: string, spaces: number): string {
  return snippet.replace(/^(?=.)/gm, ' '.repeat(spaces));
}

const within = (lines: readonly string[]): string[] => lines.map((line) => `  ${line}`);

const endOf = ({ tag, children }: Element, { isJsx }: Dialect): [string, string] =>
  !children && (isJsx || VOID.has(tag)) ? [' />', ''] : ['>', `</${tag}>`];

const attributesOf = ({ attributes }: Element, dialect: Dialect): string[] =>
  attributes.map(([name, value]) => dialect.attribute(name, value));

const inOneLine = (nodes: readonly Node[], dialect: Dialect): string =>
  nodes
    .map((node) => {
      if (typeof node === 'string') return dialect.text(node);
      const [end, close] = endOf(node, dialect);
      const open = [`<${node.tag}`, ...attributesOf(node, dialect)].join(' ') + end;
      return open + inOneLine(node.children ?? [], dialect) + close;
    })
    .join(' ');

/** The lines of the tag that begins an element; an element without content ends there. */
function openingOf(element: Element, dialect: Dialect, width: number): string[] {
  const [end, close] = endOf(element, dialect);
  const ended = element.children ? end : end + close;
  const attributes = attributesOf(element, dialect);
  const line = [`<${element.tag}`, ...attributes].join(' ') + ended;
  return line.length <= width ? [line] : [`<${element.tag}`, ...within(attributes), ended.trim()];
}

function linesOf(element: Element, dialect: Dialect, width: number): string[] {
  const { tag, children } = element;
  const opening = openingOf(element, dialect, width);
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
  return [...opening, ...within(content), `</${tag}>`];
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
