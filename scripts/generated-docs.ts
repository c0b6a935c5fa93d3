import { COMMANDS } from '../src/cli/commands.ts';
import { usageOf } from '../src/cli/help.ts';
import { buildOpenApiDocument } from '../src/contract/openapi-document.ts';
import { METRICS, type MetricRow } from '../src/monitor/metric-table.ts';
import { SETTINGS } from '../src/settings-table.ts';

/** A file that is made from the sources; `render` gets what it holds now. */
export interface GeneratedDoc {
  path: string;
  render(current: string): string;
}

/** What stands between `<!-- NAME: made by … -->` and `<!-- end of NAME -->`. */
const SECTIONS = { settings: settingsTable, metrics: metricsTable, commands: commandsTable };

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

function describeLabel([name, { values, doc }]: [string, MetricRow['labels'][string]]): string {
  return `\`${name}\`: ${doc ?? values.map((value) => `\`${value}\``).join(', ')}`;
}

function metricsTable(): string {
  const rows = Object.entries<MetricRow>(METRICS).map(([name, { type, help, labels }]) => {
    const described = Object.entries(labels).map(describeLabel).join('; ') || 'none';
    return `| \`${name}\` | ${type} | ${help} | ${described} |`;
  });
  return ['| name | type | meaning | labels |', '| --- | --- | --- | --- |', ...rows].join('\n');
}

function withSections(current: string): string {
  return Object.entries(SECTIONS).reduce((text, [name, table]) => {
    const start = `<!-- ${name}: made by \`npm run docs\` -->`;
    const end = `<!-- end of ${name} -->`;
    const [before, rest] = text.split(start);
    const after = rest?.split(end)[1];
    if (before === undefined || after === undefined)
      throw new Error(`the ${name} markers are gone`);
    return `${before}${start}\n\n${table()}\n\n${end}${after}`;
  }, current);
}

export const generatedDocs: readonly GeneratedDoc[] = [
  {
    path: 'docs/openapi.json',
    render: () =>
      `${JSON.stringify(buildOpenApiDocument('http://localhost:8080'), undefined, 2)}\n`,
  },
  { path: 'docs/operating.md', render: withSections },
];
