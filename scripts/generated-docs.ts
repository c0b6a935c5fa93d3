import { COMMANDS } from '../src/cli/commands.ts';
import { usageOf } from '../src/cli/help.ts';
import { buildOpenApiDocument } from '../src/contract/openapi-document.ts';
import { SETTINGS } from '../src/settings.ts';

/** A file that is made from the sources; `render` gets what it holds now. */
export interface GeneratedDoc {
  path: string;
  render(current: string): string;
}

function settingsTable(): string {
  const rows = Object.entries(SETTINGS).map(([name, row]) => {
    const value = 'fallback' in row ? `\`${row.fallback}\`` : 'none';
    const file = 'secret' in row ? ` Secret: also as \`${name}_FILE\`.` : '';
    return `| \`${name}\` | ${value} | ${row.doc}${file} |`;
  });
  return ['| name | default | meaning |', '| --- | --- | --- |', ...rows].join('\n');
}

function commandsTable(): string {
  const rows = Object.entries(COMMANDS).map(([name, command]) => {
    return `| \`${usageOf(name, command)}\` | ${command.summary} |`;
  });
  return ['| command | what it does |', '| --- | --- |', ...rows].join('\n');
}

/** Puts a table between the two comments that name it. */
function replaceTable(text: string, name: string, table: string): string {
  const [start, end] = [`<!-- ${name}: made by \`npm run docs\` -->`, `<!-- end of ${name} -->`];
  const [before, rest] = text.split(start);
  const after = rest?.split(end)[1];
  if (before === undefined || after === undefined) throw new Error(`the ${name} markers are gone`);
  return `${before}${start}\n\n${table}\n\n${end}${after}`;
}

function withTables(current: string): string {
  const withSettings = replaceTable(current, 'settings', settingsTable());
  return replaceTable(withSettings, 'commands', commandsTable());
}

export const generatedDocs: readonly GeneratedDoc[] = [
  {
    path: 'docs/openapi.json',
    render: () =>
      `${JSON.stringify(buildOpenApiDocument('http://localhost:8080'), undefined, 2)}\n`,
  },
  { path: 'docs/operating.md', render: withTables },
];
