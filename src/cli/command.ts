import type { Settings } from '../settings.ts';

/** What every command is given. */
export interface CommandContext {
  /** What stands behind the command's name. */
  args: readonly string[];
  /** Reads the settings from the environment; throws SettingsError. */
  readSettings(): Settings;
  /** Writes lines for people to standard output. */
  print(...lines: string[]): void;
  /** The folder of the program. */
  root: string;
  version: string;
}

/** Runs a command; resolves with the exit code, or with undefined when the process is to go on. */
export type Run = (context: CommandContext) => Promise<number | undefined>;

/** The command line was wrong; the message says how. */
export class UsageError extends Error {}

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
