import { parseArgs, type ParseArgsOptionsConfig } from 'node:util';
import { table, UsageError, type Command, type CommandContext } from './operator/command.ts';
import { didYouMean } from '../platform/text/nearest-name.ts';
import { COMMANDS } from './commands.ts';

export function usageOf(name: string, command: Command): string {
  const flags = Object.entries(command.options ?? {}).map(([flag, { value }]) =>
    value === undefined ? `[--${flag}]` : `[--${flag} ${value}]`,
  );
  const { arguments: names = [], rest } = command;
  const further = rest === undefined ? [] : [`[${rest} ...]`];
  return ['letterslot', name, ...names, ...further, ...flags].join(' ');
}

const indent = (lines: readonly string[]) => lines.map((line) => `  ${line}`);

/** The lines of `letterslot help`, of all commands or of those that begin with a word. */
function describeCommands(word?: string): string[] {
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
function describeCommand(name: string, command: Command): string[] {
  const options = Object.entries(command.options ?? {}).map(([flag, { value = '', doc }]) => [
    `--${flag} ${value}`.trim(),
    doc,
  ]);
  return [
    `Usage: ${usageOf(name, command)}`,
    '',
    command.summary,
    ...(options.length > 0 ? ['', ...indent(table(options))] : []),
    ...(command.examples ? ['', 'Examples:', '', ...indent(command.examples)] : []),
  ];
}

export type ParsedCommand =
  | { help: readonly string[] }
  | {
      name: string;
      command: Command;
      given: Pick<CommandContext, 'positionals' | 'option' | 'flag'>;
    };

const HELP: ReadonlySet<string | undefined> = new Set(['help', '--help', '-h']);

function findCommand(words: readonly string[]) {
  const names = [words.slice(0, 2).join(' '), words[0] ?? 'serve'];
  const name = names.find((known) => Object.hasOwn(COMMANDS, known));
  const command = name === undefined ? undefined : COMMANDS[name];
  return name && command ? { name, command } : undefined;
}

/** The help text for words that name no command; throws UsageError if they do not ask for help. */
function describeTopic(words: readonly string[], asked: boolean): readonly string[] {
  const [word = '', second] = words;
  const verbs = Object.keys(COMMANDS)
    .filter((name) => name.startsWith(`${word} `))
    .map((name) => name.slice(word.length + 1));
  if (verbs.length === 0) {
    const nearest = didYouMean(
      word,
      new Set(Object.keys(COMMANDS).flatMap((name) => name.split(' '))),
    );
    throw new UsageError(`There is no command ${JSON.stringify(word)}.${nearest}`);
  }
  if (asked || HELP.has(second)) return describeCommands(word);
  throw new UsageError(`${word} needs one of: ${verbs.join(', ')}.`);
}

function describeHelp(words: readonly string[]): readonly string[] {
  if (words.length === 0) return describeCommands();
  const found = findCommand(words);
  return found ? describeCommand(found.name, found.command) : describeTopic(words, true);
}

/** The fault of the options, without the hints that Node adds for programmers. */
function toUsageError(error: unknown): UsageError {
  const [sentence = ''] =
    error instanceof Error ? error.message.split(/\.?(?:\s|$)(?=[A-Z]|$)/) : [];
  return new UsageError(`${sentence}.`);
}

/** Parses the words after `letterslot`; throws UsageError when they are not a command. */
export function parseCommand(words: readonly string[]): ParsedCommand {
  if (HELP.has(words[0])) return { help: describeHelp(words.slice(1)) };
  const found = findCommand(words);
  if (!found) return { help: describeTopic(words, false) };
  const { name, command } = found;
  const options: ParseArgsOptionsConfig = { help: { type: 'boolean', short: 'h' } };
  for (const [flag, { value }] of Object.entries(command.options ?? {})) {
    options[flag] = { type: value === undefined ? 'boolean' : 'string' };
  }
  const args = words.slice(name.split(' ').length);
  let parsed;
  try {
    parsed = parseArgs({ args, options, allowPositionals: true });
  } catch (error) {
    throw toUsageError(error);
  }
  const { values, positionals } = parsed;
  if (values['help']) return { help: describeCommand(name, command) };
  const expected = (command.arguments ?? []).length;
  const fits = command.rest ? positionals.length >= expected : positionals.length === expected;
  if (!fits) throw new UsageError(`Usage: ${usageOf(name, command)}`);
  const option = (flag: string) => {
    const value = values[flag];
    return typeof value === 'string' ? value : undefined;
  };
  return { name, command, given: { positionals, option, flag: (flag) => values[flag] === true } };
}
