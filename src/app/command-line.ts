import { parseArgs, type ParseArgsOptionsConfig } from 'node:util';
import { didYouMean, nearestName } from '../platform/text/nearest-name.ts';
import { UsageError, type CommandContext } from '../cli/command.ts';
import type { OperatorCommand } from '../cli/operator/context.ts';
import { COMMANDS, GONE } from './commands.ts';

const flagsOf = ({ options = {} }: OperatorCommand): string[] =>
  Object.entries(options).map(([flag, { value }]) =>
    value === undefined ? `[--${flag}]` : `[--${flag} ${value}]`,
  );

export function usageOf(name: string, command: OperatorCommand, flags = flagsOf(command)): string {
  const { arguments: names = [], asks, rest } = command;
  const needed = asks ? names.map((argument) => `[${argument}]`) : names;
  const further = rest ? [`[${rest} ...]`] : [];
  return ['letterslot', name, ...needed, ...further, ...flags].join(' ');
}

export type ParsedCommand =
  /** The requested help: a command, the first word of several, or nothing for all of them. */
  | { help: string }
  | {
      name: string;
      command: OperatorCommand;
      given: Pick<CommandContext, 'positionals' | 'option' | 'flag'>;
    };

const HELP: ReadonlySet<string | undefined> = new Set(['help', '--help', '-h']);

function findCommand(words: readonly string[]) {
  const names = [words.slice(0, 2).join(' '), words[0] ?? 'serve'];
  const name = names.find((known) => Object.hasOwn(COMMANDS, known));
  const command = name === undefined ? undefined : COMMANDS[name];
  return name && command ? { name, command } : undefined;
}

/** The second words of the commands that begin with a word. */
const verbsOf = (word: string): string[] =>
  Object.keys(COMMANDS)
    .filter((name) => name.startsWith(`${word} `))
    .map((name) => name.slice(word.length + 1));

/** The command that unknown words most likely mean: misspelt, or without its first word. */
function suggest([word = '', second = '']: readonly string[]): string {
  const names = [...Object.keys(COMMANDS), 'help'];
  const whole = nearestName(`${word} ${second}`, names) ?? nearestName(word, names);
  const verb = nearestName(word, new Set(names.flatMap((name) => name.split(' ').slice(1))));
  const withVerb = verb && names.find((name) => name.split(' ')[1] === verb);
  const nearest = whole ?? withVerb;
  return nearest === undefined ? '' : ` Did you mean “letterslot ${nearest}”?`;
}

/** The help that words without a command ask for; throws UsageError if they ask for none. */
function findTopic(words: readonly string[], asked: boolean): string {
  const [word = '', second] = words;
  const gone = Object.hasOwn(GONE, word) ? GONE[word] : undefined;
  if (gone !== undefined) throw new UsageError(gone);
  const verbs = verbsOf(word);
  const isKnown = verbs.length > 0 && (second === undefined || HELP.has(second));
  if (!isKnown) {
    const named = verbs.length > 0 ? words.slice(0, 2).join(' ') : word;
    throw new UsageError(`There is no command ${JSON.stringify(named)}.${suggest(words)}`);
  }
  if (asked || HELP.has(second)) return word;
  throw new UsageError(`${word} needs one of: ${verbs.join(', ')}.`);
}

function findHelp(words: readonly string[]): string {
  return words.length === 0 ? '' : (findCommand(words)?.name ?? findTopic(words, true));
}

/** The command line that explains what was wrong with these words. */
export function helpOn(words: readonly string[]): string {
  const [word = ''] = words;
  const name = findCommand(words)?.name ?? (verbsOf(word).length > 0 ? word : '');
  return `letterslot help ${name}`.trimEnd();
}

/** The fault of the options, without the hints that Node adds for programmers. */
function toUsageError(error: unknown, name: string, known: readonly string[]): UsageError {
  const message = error instanceof Error ? error.message : '';
  const [sentence = ''] = message.split(/\.?(?:\s|$)(?=[A-Z]|$)/);
  const [, unknown] = /^Unknown option '(--[^']+)'/.exec(message) ?? [];
  const gone = GONE[`${name} ${unknown}`];
  if (gone !== undefined) return new UsageError(gone);
  return new UsageError(`${sentence}.${unknown === undefined ? '' : didYouMean(unknown, known)}`);
}

/** Parses the words after `letterslot`; throws UsageError when they are not a command. */
export function parseCommand(words: readonly string[]): ParsedCommand {
  if (HELP.has(words[0])) return { help: findHelp(words.slice(1)) };
  const found = findCommand(words);
  if (!found) return { help: findTopic(words, false) };
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
    const known = Object.keys(options).map((flag) => `--${flag}`);
    throw toUsageError(error, name, known);
  }
  const { values, positionals } = parsed;
  if (values['help']) return { help: name };
  const most = (command.arguments ?? []).length;
  const fits =
    (command.asks || positionals.length >= most) &&
    (command.rest !== undefined || positionals.length <= most);
  if (!fits) throw new UsageError(`Usage: ${usageOf(name, command)}`);
  const option = (flag: string) => {
    const value = values[flag];
    return typeof value === 'string' ? value : undefined;
  };
  return { name, command, given: { positionals, option, flag: (flag) => values[flag] === true } };
}
