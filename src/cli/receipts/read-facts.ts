import { FACT_INDENT, QUOTE_BAR, SIGNATURE_MARK, type MailFact } from '../../mail/quoted-facts.ts';

/** Other white space can be what somebody wrote. */
const BLANK = /^[ \t]*$/;

/** A line behind the bar without it; a blank one may have lost its indent. */
const withoutBar = (line: string) => line.slice(QUOTE_BAR.length).replace(/^ /, '');

function parseLines(lines: readonly string[]): MailFact[] | undefined {
  const facts: { label: string; lines: string[] }[] = [];
  let blanks = 0;
  for (const line of lines) {
    const fact = facts.at(-1);
    if (BLANK.test(line)) blanks += 1;
    else if (line.startsWith(FACT_INDENT)) {
      if (!fact) return undefined;
      fact.lines.push(...Array<string>(blanks).fill(''), line.slice(FACT_INDENT.length));
      blanks = 0;
    } else {
      if (!line.endsWith(':')) return undefined;
      facts.push({ label: line.slice(0, -1), lines: [] });
      blanks = 0;
    }
  }
  if (facts.some((fact) => fact.lines.length === 0)) return undefined;
  return facts.map((fact) => ({ label: fact.label, value: fact.lines.join('\n') }));
}

/** Lines behind the bar, with continuations: a mail server's wrapping leaves out the bar. */
function findQuoted(text: string): { line: string; ends: string[] }[] {
  const quoted: { line: string; ends: string[] }[] = [];
  let isOpen = false;
  for (const line of text.split(/\r?\n/)) {
    if (line.startsWith(QUOTE_BAR)) {
      quoted.push({ line: withoutBar(line), ends: [] });
      isOpen = true;
    } else if (BLANK.test(line) || line.trimEnd() === SIGNATURE_MARK.trimEnd()) isOpen = false;
    else if (isOpen) quoted.at(-1)?.ends.push(line);
  }
  return quoted;
}

/**
 * The facts that `quoteFactsText` wrote, whatever a gateway added around them. Yields readings with
 * lines as they are, and with wrapped lines joined by a blank or nothing; receipts decide.
 */
export function* readFacts(text: string): Generator<MailFact[]> {
  const quoted = findQuoted(text);
  const isWrapped = quoted.some(({ ends }) => ends.length > 0);
  const joins = isWrapped ? [undefined, ' ', ''] : [undefined];
  for (const join of joins) {
    const lines = quoted.map(({ line, ends }) =>
      join === undefined ? line : [line, ...ends].join(join),
    );
    const facts = parseLines(lines);
    if (facts) yield facts;
  }
}
