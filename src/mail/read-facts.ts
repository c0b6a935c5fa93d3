import { FACT_INDENT, QUOTE_BAR, SIGNATURE_MARK, type MailFact } from './mail-layout.ts';

/** The content of the text part of a submission's mail. */
export interface SubmissionText {
  /** The line above the facts, of a marked submission; empty without one. */
  marked: string;
  facts: MailFact[];
  /** The service's own lines, below the signature mark. */
  smallPrint: string[];
}

/** Lines without the bar, which each of them has; blank ones may have lost their indent. */
function withoutBar(lines: readonly string[]): readonly string[] | undefined {
  if (!lines.every((line) => line.startsWith(QUOTE_BAR))) return undefined;
  return lines.map((line) => line.slice(QUOTE_BAR.length).replace(/^ /, ''));
}

function readFacts(lines: readonly string[]): MailFact[] | undefined {
  const facts: { label: string; lines: string[] }[] = [];
  let blanks = 0;
  for (const line of lines) {
    const fact = facts.at(-1);
    if (line === '') blanks += 1;
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

/** Cuts off the line above the facts. */
function cutMark(lines: readonly string[]): [marked: string, rest: readonly string[]] {
  const [first = '', second = '', ...rest] = lines;
  const isMark = !first.startsWith(QUOTE_BAR) && second === '' && rest.length > 0;
  return isMark ? [first, rest] : ['', lines];
}

/** Reads what `quoteFactsText` wrote; undefined when the text has another form. */
export function readSubmissionText(text: string): SubmissionText | undefined {
  const lines = text.trimEnd().split(/\r?\n/);
  const end = lines.findIndex((line) => line.trimEnd() === SIGNATURE_MARK.trimEnd());
  if (end < 0) return undefined;
  const content = lines.slice(0, lines.findLastIndex((line, at) => at < end && line !== '') + 1);
  const [marked, quoted] = cutMark(content);
  const own = withoutBar(quoted);
  const facts = own && readFacts(own);
  return facts && { marked, facts, smallPrint: lines.slice(end + 1) };
}
