import { COMMANDS } from './commands.ts';

/** The lines of `letterslot help`. */
export function describeCommands(): string[] {
  const rows = Object.entries(COMMANDS).map(([name, command]) => ({
    usage: `letterslot ${name} ${command.arguments}`.trim(),
    summary: command.summary,
  }));
  const width = Math.max(...rows.map(({ usage }) => usage.length));
  return [
    'Form endpoints that deliver to a confirmed inbox. Settings come from the environment.',
    '',
    ...rows.map(({ usage, summary }) => `  ${usage.padEnd(width)}  ${summary}`),
  ];
}
