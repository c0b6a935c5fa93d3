/** Text or octets as somebody else sent them. */
export type Outside = string | Buffer;

/** What a parser of the table gets, and what is bad about it. */
export type Hostile<Input = Outside> = readonly [name: string, input: Input];

/** A parser of what comes from outside, and the most that it is given. */
export interface ParserRow<Input> {
  name: string;
  /** The files whose reading it runs; `find-readers.ts` says what counts as reading. */
  files: readonly string[];
  /** Octets or characters of its largest input. */
  most: number;
  /** What refuses larger inputs before this parser runs; without it, the parser has to. */
  boundedBy?: string;
  /** Processor time that an input may take, in plain submissions of 98 KB. */
  cost?: number;
  /** Inputs of about this size with every length, count and level at its maximum. */
  inputs(size: number): Iterable<Hostile<Input>>;
  /** Runs it. What it returns is held while memory is measured. */
  read(input: Input): unknown;
  /** Errors, beside `ServiceError`, that say clearly what is wrong. */
  faults?: readonly (abstract new (...args: never[]) => Error)[];
}

/** One input and the call that reads it. */
export interface Run {
  name: string;
  octets: number;
  read(): unknown;
}

/** A row, whatever its inputs are. */
export interface Parser extends Omit<ParserRow<unknown>, 'inputs' | 'read'> {
  runs(size: number): Iterable<Run>;
}

function octetsIn(input: unknown): number {
  if (typeof input === 'string') return Buffer.byteLength(input);
  if (Buffer.isBuffer(input)) return input.length;
  return typeof input === 'object' && input !== null
    ? Object.values(input).reduce<number>((sum, part) => sum + octetsIn(part), 0)
    : 8;
}

export function parser<Input>({ inputs, read, ...row }: ParserRow<Input>): Parser {
  return {
    ...row,
    *runs(size) {
      for (const [name, input] of inputs(size)) {
        yield { name, octets: octetsIn(input), read: () => read(input) };
      }
    },
  };
}
