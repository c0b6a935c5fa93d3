import type { Settings } from '../../platform/settings/settings.ts';

/** What every command is given. */
export interface CommandContext {
  /** As many as the command's row names. */
  positionals: readonly string[];
  /** The value of an option, or undefined when it was not given. */
  option(name: string): string | undefined;
  /** Whether a switch was given. */
  flag(name: string): boolean;
  /** Reads the settings from the environment; throws SettingsError. */
  readSettings(): Settings;
  /** Writes lines for people to standard output. */
  print(...lines: string[]): void;
  /** The script of npm that started this process: `start`, `npx`; undefined without npm. */
  npmScript: string | undefined;
  /** The folder of the program. */
  root: string;
  version: string;
}

/** Runs a command; resolves with the exit code, or with undefined when the process is to go on. */
export type Run = (context: CommandContext) => Promise<number | undefined>;

interface Option {
  /** What its value is, as a usage line shows it; without one the option is a switch. */
  value?: string;
  doc: string;
}

/** A row of the command line; its name is one word or two. */
export interface Command {
  /** What has to stand behind the name, as a usage line shows it. */
  arguments?: readonly string[];
  summary: string;
  options?: Readonly<Record<string, Option>>;
  /** Loaded only when it is run. */
  load(): Promise<Run>;
}

/** The command line was wrong; the message says how. */
export class UsageError extends Error {}

/** What was asked cannot be done as things are; the message says why. */
export class CommandError extends Error {}

/** sysexits.h, and 1 for a fault of the service or a stop that could not wait. */
export const EXIT = {
  ok: 0,
  fault: 1,
  usage: 64,
  /** The configuration has to change before a start makes sense. */
  config: 78,
  /** What is needed cannot be reached now; a later try may do better. */
  unavailable: 75,
} as const;

/** Lines with the columns of `rows` aligned. */
export function table(rows: readonly (readonly string[])[]): string[] {
  const widths: number[] = [];
  for (const row of rows) {
    row.forEach((cell, column) => {
      widths[column] = Math.max(widths[column] ?? 0, cell.length);
    });
  }
  return rows.map((row) =>
    row
      .map((cell, column) => cell.padEnd(widths[column] ?? 0))
      .join('  ')
      .trimEnd(),
  );
}

/** A number with its noun. */
export const count = (number: number, noun: string): string =>
  `${number} ${noun}${number === 1 ? '' : 's'}`;
