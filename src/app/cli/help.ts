import type { Command } from './command.ts';
import { COMMANDS } from './commands.ts';
import { table } from './table.ts';

/** How a command is called: its name, what stands behind it, and its options. */
export function usageOf(name: string, { arguments: names = [], options = {} }: Command): string {
  const flags = Object.entries(options).map(([flag, { value }]) =>
    value === undefined ? `[--${flag}]` : `[--${flag} ${value}]`,
  );
  return ['letterslot', name, ...names, ...flags].join(' ');
}

const indent = (lines: readonly string[]) => lines.map((line) => `  ${line}`);

/** The lines of `letterslot help`, of all commands or of those that begin with a word. */
export function describeCommands(word?: string): string[] {
  const rows = Object.entries(COMMANDS)
    .filter(([name]) => word === undefined || name.startsWith(`${word} `))
    .map(([name, { arguments: names = [], summary }]) => [
      ['letterslot', name, ...names].join(' '),
      summary,
    ]);
  return [
    'Form endpoints that deliver to a confirmed inbox. Settings come from the environment.',
    '',
    ...indent(table(rows)),
    '',
    'letterslot COMMAND --help says more about one of them.',
  ];
}

/** The lines of `letterslot COMMAND --help`. */
export function describeCommand(name: string, command: Command): string[] {
  const options = Object.entries(command.options ?? {}).map(([flag, { value = '', doc }]) => [
    `--${flag} ${value}`.trim(),
    doc,
  ]);
  return [
    `Usage: ${usageOf(name, command)}`,
    '',
    command.summary,
    ...(options.length > 0 ? ['', ...indent(table(options))] : []),
  ];
}
