import { createReadStream } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { stripVTControlCharacters, styleText } from 'node:util';
import { parseFormId, type FormId } from '../contract/names.ts';
import { collect } from '../platform/text/octets.ts';

export interface CommandContext {
  /** As many as the command's row declares, and any number more if it has `rest`. */
  positionals: readonly string[];
  option(name: string): string | undefined;
  flag(name: string): boolean;
  /** This machine's key for these settings, by its thumbprint; throws CommandError without one. */
  ownKeys(): Promise<ReadonlyMap<string, string>>;
  /** A variable of the environment that is no setting of the service; undefined when empty. */
  variable(name: string): string | undefined;
  /** Writes lines for people to standard output. */
  print(...lines: string[]): void;
  /** Writes lines for people to standard error, apart from what programs read. */
  note(...lines: string[]): void;
  /** The npm script that started this process: `start`, `npx`; undefined without npm. */
  npmScript: string | undefined;
  /**
   * Prompts and resolves with the trimmed answer; secrets are hidden. Undefined without a terminal.
   * Throws CommandError on Ctrl+C.
   */
  ask: ((question: string, isSecret?: boolean) => Promise<string>) | undefined;
  root: string;
  version: string;
}

/** Runs a command; resolves with its exit code, 0 by default, unless it goes on until a signal. */
export type Run<Context = CommandContext> = (
  context: Context,
) => Promise<number | 'running' | void>;

interface Option {
  /** Its value as a usage line shows it; without one, the option is a switch. */
  value?: string;
  /** All values that it can have. */
  choices?: readonly string[];
  doc: string;
}

/** A row of the command line; its name is one word or two. */
export interface Command<Context = CommandContext> {
  /** Names as a usage line shows them; one with `|` lists all that can be given. */
  arguments?: readonly string[];
  /** Asks for arguments that are missing. */
  asks?: true;
  /** Name of further arguments, any number, in a usage line; empty to show no name. */
  rest?: string;
  summary: string;
  options?: Readonly<Record<string, Option>>;
  examples?: readonly string[];
  /** Loads the command, only when it runs. */
  load(): Promise<Run<Context>>;
}

export type Commands<Context = CommandContext> = Readonly<Record<string, Command<Context>>>;

/** The option of commands that `confirm`. */
export const YES_OPTION = {
  yes: { doc: 'Do not ask first; needed if there is no terminal to ask on.' },
};

/** The command line was wrong; the message says how. */
export class UsageError extends Error {}

/** The fault of what is no id of a form. */
const FORM_ID_RULE =
  'must be the id of a form: cfm_ and 16 capital letters and digits, none of them 0, 1, I or O';

/** The id of a form in an option or argument; throws what `accept` makes a UsageError of. */
export function asFormId(text: string): FormId {
  const id = parseFormId(text);
  if (id) return id;
  throw new Error(FORM_ID_RULE);
}

/** The form that the first argument names; throws UsageError. */
export const readFormId = ({ positionals: [text = ''] }: CommandContext): FormId =>
  accept('FORM_ID', text, asFormId) as FormId;

/**
 * Confirms what cannot be undone, unless --yes is set. Throws UsageError without a terminal,
 * CommandError after a no.
 */
export async function confirm(
  { flag, ask }: CommandContext,
  toQuestion: () => Promise<string> | string,
): Promise<void> {
  if (flag('yes')) return;
  if (!ask) {
    throw new UsageError(
      'This cannot be undone. Add --yes to confirm, as there is no terminal to ask on.',
    );
  }
  const answer = await ask(`${await toQuestion()} ${styled('bold', '[y/N]', process.stderr)} `);
  if (!/^y(es)?$/i.test(answer)) throw new CommandError('Nothing was changed.');
}

type Parse<T> = (text: string) => T;

/** Parses an optional value like a setting; throws UsageError with the name of its source. */
export function accept<T>(source: string, text: string | undefined, parse: Parse<T>) {
  if (text === undefined) return undefined;
  try {
    return parse(text);
  } catch (error) {
    throw new UsageError(`${source} ${error instanceof Error ? error.message : 'is wrong'}.`);
  }
}

/** An option's value, parsed; undefined without it. Throws UsageError. */
export const readOption = <T>({ option }: CommandContext, name: string, parse: Parse<T>) =>
  accept(`--${name}`, option(name), parse);

/** A variable's value, parsed; undefined without it. Throws UsageError. */
export const readVariable = <T>({ variable }: CommandContext, name: string, parse: Parse<T>) =>
  accept(name, variable(name), parse);

/** The code or name of an error; never its message. */
export function faultOf(error: unknown): string {
  if (!(error instanceof Error)) return 'unknown';
  if (error.cause instanceof Error) return faultOf(error.cause);
  return 'code' in error && typeof error.code === 'string' ? error.code : error.name;
}

type Envelope = Readonly<Record<string, unknown>>;

interface CommandFault extends ErrorOptions {
  exitCode?: number;
  /** Further lines below the message. */
  details?: readonly string[];
  envelope?: Envelope;
}

/** The command cannot be carried out now; the message says why. */
export class CommandError extends Error {
  readonly exitCode: number;
  readonly details: readonly string[];
  /** The failure as commands of the client print it with --json. */
  readonly envelope: Envelope;

  constructor(message: string, fault: CommandFault = {}) {
    super(message, { cause: fault.cause });
    this.exitCode = fault.exitCode ?? EXIT.fault;
    this.details = fault.details ?? [];
    this.envelope = fault.envelope ?? { success: false, error: 'failed', message };
  }
}

/** As in sysexits.h; 1 stands for a fault of the service, a refusal or a forced stop. */
export const EXIT = {
  ok: 0,
  fault: 1,
  usage: 64,
  /** Input that cannot be read, now or later. */
  data: 65,
  /** The configuration has to change before another start makes sense. */
  config: 78,
  /** Ctrl+C at a question, as shells report it. */
  stopped: 130,
  /** A neighbour cannot be reached now; a later attempt may succeed. */
  unavailable: 75,
} as const;

/** Octets of a mail with the largest files that one can have, in base64. */
const MOST_INPUT = 67_108_864;

/** The bytes of a file, or of standard input for `-`; throws CommandError. */
export async function readInput(path: string): Promise<Buffer> {
  let bytes: Buffer | undefined;
  try {
    bytes = await collect(path === '-' ? process.stdin : createReadStream(path), MOST_INPUT);
  } catch (cause) {
    throw new CommandError(`The file ${path} cannot be read (${faultOf(cause)}).`, { cause });
  }
  if (bytes) return bytes;
  throw new CommandError(`The file ${path} is larger than ${MOST_INPUT} bytes.`);
}

/** How this program is called, as commands for people name it. */
export const programOf = ({ npmScript }: Pick<CommandContext, 'npmScript'>): string =>
  npmScript === 'npx' ? 'npx letterslot' : 'letterslot';

/** The text of a file; undefined if there is none. Throws CommandError. */
export async function readIfThere(path: string): Promise<string | undefined> {
  try {
    return await readFile(path, 'utf8');
  } catch (cause) {
    const code = faultOf(cause);
    if (code === 'ENOENT' || code === 'ENOTDIR') return undefined;
    throw new CommandError(`The file ${path} cannot be read (${code}).`, { cause });
  }
}

/** A user's text without the byte order mark of some editors; throws CommandError. */
export const readTextInput = async (path: string): Promise<string> =>
  new TextDecoder().decode(await readInput(path));

/** Terminal controls that JSON.stringify does not escape: C1 controls and signs of direction. */
const STEERING = /[\u007f-\u009f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]/g;

const escapeUnit = (unit: string) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`;

/** Prints JSON; texts of others in it cannot steer a terminal. */
export const printJson = (context: CommandContext, value: object): void =>
  context.print(JSON.stringify(value, undefined, 2).replace(STEERING, escapeUnit));

/** Prints what a command has found: as JSON with --json, else as lines for people. */
export function show(
  context: CommandContext,
  value: object,
  toLines: () => readonly string[],
): void {
  if (context.flag('json')) printJson(context, value);
  else context.print(...toLines());
}

type Style = Parameters<typeof styleText>[0];

/** Styles text if the stream is a terminal with colours, or as NO_COLOR and FORCE_COLOR say. */
export const styled = (style: Style, text: string, stream = process.stdout as NodeJS.WriteStream) =>
  styleText(style, text, { stream });

/** The first row of a table. */
export const headings = (names: readonly string[]) => names.map((name) => styled('bold', name));

const widthOf = (cell: string) => stripVTControlCharacters(cell).length;

/** Lines with the columns of `rows` aligned. */
export function table(rows: readonly (readonly string[])[]): string[] {
  const widths: number[] = [];
  for (const row of rows) {
    row.forEach((cell, column) => {
      widths[column] = Math.max(widths[column] ?? 0, widthOf(cell));
    });
  }
  return rows.map((row) =>
    row
      .map((cell, column) => cell + ' '.repeat((widths[column] ?? 0) - widthOf(cell)))
      .join('  ')
      .trimEnd(),
  );
}

export const count = (number: number, noun: string): string =>
  `${number} ${noun}${number === 1 ? '' : 's'}`;
