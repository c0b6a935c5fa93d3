import type { Run } from './command.ts';

interface Command {
  /** What stands behind the name, as a usage line shows it. */
  arguments: string;
  summary: string;
  /** Loaded only when it is run. */
  load(): Promise<Run>;
}

/** Every command, once: the dispatcher and the help text come from this table. */
export const COMMANDS: Readonly<Record<string, Command>> = {
  serve: {
    arguments: '',
    summary: 'Serve until SIGTERM; the command when none is given.',
    load: async () => (await import('./serve.ts')).serve,
  },
};
