import {
  encodeQuotedPrintable,
  LINE,
  SOFT_BREAK,
  type QuotedPrintable,
} from './quoted-printable.ts';

/** Encoded text between blanks. */
interface Literal {
  text: string;
  /** Characters of its first line, and of its last one. */
  first: number;
  last: number;
  isOneLine: boolean;
}

const lengthOfLast = (text: string) => text.length - (text.lastIndexOf('\n') + 1);

function toLiteral(words: string, isEnd: boolean): Literal {
  // Where a blank follows, a space at the end is not at the end of a line.
  const text = isEnd
    ? encodeQuotedPrintable(words)
    : encodeQuotedPrintable(`${words}|`).slice(0, -1);
  const end = text.indexOf('\r\n');
  return {
    text,
    first: end < 0 ? text.length : end,
    last: lengthOfLast(text),
    isOneLine: end < 0,
  };
}

/** Stands before and after the number of a blank; clean text has none. */
const MARK = '\0';

/** A part of a mail with blanks. What all such mails share is laid out and encoded once. */
export class PartTemplate<Blank extends string> {
  readonly #start: Literal;
  readonly #rest: readonly { blank: Blank; after: Literal }[];

  /** `layOut` writes the part with marks instead of values. */
  constructor(
    blanks: readonly Blank[],
    layOut: (marks: Readonly<Record<Blank, string>>) => string,
  ) {
    const marks = Object.fromEntries(
      blanks.map((blank, number) => [blank, `${MARK}${number}${MARK}`]),
    ) as Record<Blank, string>;
    const pieces = layOut(marks).split(MARK);
    const literalAt = (at: number) => toLiteral(pieces[at] ?? '', at === pieces.length - 1);
    this.#start = literalAt(0);
    this.#rest = pieces.flatMap((piece, at) => {
      const blank = at % 2 === 1 ? blanks[Number(piece)] : undefined;
      return blank === undefined ? [] : [{ blank, after: literalAt(at + 1) }];
    });
  }

  /** The part with the values of its blanks, in lines of at most 76. */
  fill(valueOf: (blank: Blank) => QuotedPrintable): QuotedPrintable {
    let [text, column] = [this.#start.text, this.#start.last];
    for (const { blank, after } of this.#rest) {
      const value = valueOf(blank);
      const isOneLine = !value.includes('\n');
      // An empty value leaves a space before it at the end of a line.
      const fits = value !== '' && isOneLine && column + value.length <= LINE;
      if (column > 0 && !fits) {
        text += SOFT_BREAK;
        column = 0;
      }
      text += value;
      column = isOneLine ? column + value.length : lengthOfLast(value);
      if (column > 0 && column + after.first > LINE) {
        text += SOFT_BREAK;
        column = 0;
      }
      text += after.text;
      column = after.isOneLine ? column + after.first : after.last;
    }
    return text as QuotedPrintable;
  }
}
