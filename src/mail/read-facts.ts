import { FACT_INDENT, SIGNATURE_MARK, type MailFact } from './mail-layout.ts';

/**
 * Reads back what `renderFactsText` wrote, from the text part of a mail: the facts above the footer.
 * Blank lines may have lost their indent on the way. Undefined when the text is of another form.
 */
export function readFactsText(text: string): MailFact[] | undefined {
  const facts: { label: string; lines: string[] }[] = [];
  let blanks = 0;
  for (const line of text.split(/\r?\n/)) {
    if (line.trimEnd() === SIGNATURE_MARK.trimEnd()) {
      const isWhole = facts.every(({ lines }) => lines.length > 0);
      if (!isWhole) return undefined;
      return facts.map(({ label, lines }) => ({ label, value: lines.join('\n') }));
    }
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
  return undefined;
}
