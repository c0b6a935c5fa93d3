/** A named value of a mail; the value may have several lines. */
export interface MailFact {
  label: string;
  value: string;
}

/** Precedes every line of a value in the text part. */
export const FACT_INDENT = '  ';

/** Precedes every line of a submission in the text part, and no line of the service's own words. */
export const QUOTE_BAR = '|';

/** Separates content and footer (RFC 3676, 4.3). */
export const SIGNATURE_MARK = '-- ';

/** A line of a value. A blank one has no space at its end, because mail servers may strip it. */
const quoteLine = (line: string) =>
  line === '' ? QUOTE_BAR : `${QUOTE_BAR} ${FACT_INDENT}${line}`;

/** The fields of a submission as text, behind the bar, so that none can look like our words. */
export const quoteFactsText = (facts: readonly MailFact[]): string =>
  facts
    .map(({ label, value }) => {
      const quoted = value.includes('\n')
        ? value.split('\n').map(quoteLine).join('\n')
        : quoteLine(value);
      return `${QUOTE_BAR} ${label}:\n${quoted}`;
    })
    .join(`\n${QUOTE_BAR}\n`);
