import { FormSettings } from '../contract/form-settings.ts';
import { styled, table } from '../cli/command.ts';
import type { OperatorCommand } from '../cli/operator/context.ts';
import { summaryOf } from '../platform/text/clean-text.ts';
import { usageOf } from './command-line.ts';
import { COMMANDS, GROUPS } from './commands.ts';

/** Columns of the texts that are wrapped. */
const WIDTH = 100;

const indent = (lines: readonly string[], by = 2) => lines.map((line) => ' '.repeat(by) + line);
const heading = (text: string) => styled('bold', text);

function wrap(text: string, width: number): string[] {
  const lines: string[] = [];
  for (const word of text.split(' ')) {
    const longer = `${lines.at(-1) ?? ''} ${word}`.trimStart();
    if (lines.length > 0 && longer.length <= width) lines[lines.length - 1] = longer;
    else lines.push(word);
  }
  return lines;
}

/** The commands of each group, of all or of those that begin with a word. */
function describeGroups(word: string): string[] {
  const isShown = (name: string) => word === '' || name.startsWith(`${word} `);
  const call = (name: string, command: OperatorCommand) =>
    [name, ...(command.arguments ?? [])].join(' ');
  const width = Math.max(
    ...Object.entries(COMMANDS)
      .filter(([name]) => isShown(name))
      .map((entry) => call(...entry).length),
  );
  return Object.entries(GROUPS).flatMap(([title, commands]) => {
    const rows = Object.entries(commands)
      .filter(([name]) => isShown(name))
      .map(([name, command]) => [call(name, command).padEnd(width), command.summary]);
    return rows.length === 0 ? [] : ['', heading(title), ...indent(table(rows))];
  });
}

const describeAll = (word: string): string[] => [
  'Letterslot: form endpoints that deliver to a confirmed inbox.',
  '',
  `${heading('Usage:')} letterslot ${word === '' ? 'COMMAND' : `${word} COMMAND`} [OPTIONS]`,
  ...describeGroups(word),
  '',
  `letterslot help ${word === '' ? '' : `${word} `}COMMAND says more about one of them.`,
];

interface Schema {
  type?: string | readonly string[];
  enum?: readonly string[];
  format?: string;
  items?: object;
  properties?: Readonly<Record<string, object>>;
}

const SETTINGS: readonly (readonly [name: string, schema: Schema & { description: string }])[] =
  Object.entries(FormSettings.properties);

/** All values of a setting, if it has few; undefined for texts, lists and objects. */
const choicesOf = ({ type, enum: choices }: Schema): readonly string[] | undefined =>
  type === 'boolean' ? ['true', 'false'] : choices;

/** How the value of a setting is written. */
function valueOf(schema: Schema): string {
  const { type, format, items, properties } = schema;
  if (items)
    return 'properties' in items || 'anyOf' in items ? "'[{…}, …]'" : `${valueOf(items)} …`;
  if (properties)
    return `'{${Object.keys(properties)
      .map((name) => `"${name}": …`)
      .join(', ')}}'`;
  const kind = type === 'integer' || type === 'number' ? 'NUMBER' : 'TEXT';
  return choicesOf(schema)?.join('|') ?? (format === 'uri' ? 'URL' : kind);
}

const SPELLING =
  'A value is JSON if it parses as JSON, else text. A list is JSON, or its name once for each entry. ' +
  'All about each setting: docs/reference/form-settings.md.';

function describeSettings(): string[] {
  const lines = SETTINGS.flatMap(([name, schema]) => [
    `${name}=${valueOf(schema)}`,
    ...indent(wrap(summaryOf(schema.description), WIDTH - 6), 4),
  ]);
  return [heading('Settings:'), '', ...indent(lines), '', ...wrap(SPELLING, WIDTH)];
}

function describeCommand(name: string, command: OperatorCommand): string[] {
  const options = Object.entries(command.options ?? {}).map(
    ([flag, { value = '', choices, doc }]) => [
      `--${flag} ${value}`.trim(),
      choices ? `${doc} One of: ${choices.join(', ')}.` : doc,
    ],
  );
  return [
    `${heading('Usage:')} ${usageOf(name, command, options.length > 0 ? ['[OPTIONS]'] : [])}`,
    '',
    command.summary,
    ...(options.length > 0 ? ['', ...indent(table(options))] : []),
    ...(command.examples ? ['', heading('Examples:'), '', ...indent(command.examples)] : []),
    ...(!command.rest?.startsWith('NAME') ? [] : ['', ...describeSettings()]),
  ];
}

/** The lines of `letterslot help` about a command, the commands that begin with a word, or all. */
export function describe(topic: string): string[] {
  const command = COMMANDS[topic];
  return command ? describeCommand(topic, command) : describeAll(topic);
}
