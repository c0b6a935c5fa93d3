import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';
import { usageOf } from '../src/app/command-line.ts';
import { COMMANDS } from '../src/app/commands.ts';
import { MANIFEST_SCHEMA } from '../src/cli/form/manifest.ts';
import { buildOpenApiDocument } from '../src/contract/openapi-document.ts';
import { TOOLS } from '../src/web/mcp/tools.ts';
import { EVENTS, lineNameOf, type EventName, type EventRow } from '../src/platform/log/events.ts';
import { METRICS, type MetricRow } from '../src/platform/monitor/metric-table.ts';
import { SETTINGS } from '../src/platform/settings/settings-table.ts';
import { renderDashboard } from './dashboard.ts';
import { exampleForms } from './example-forms.ts';
import { renderApiPages } from './api-pages.ts';
import { listGuarantees } from './guarantees.ts';
import { settingsOfForm, table } from './schema-tables.ts';
import { ratesTable } from './suspicion-rates.ts';
import type { OpenApi } from './openapi-types.ts';

/** A file that is made from the sources; `render` gets what it holds now. */
export interface GeneratedDoc {
  path: string;
  render(current: string): string;
}

/** The base of every URL in the documents, as the service has it when nothing is set. */
const PUBLIC_URL = 'http://localhost:8080';

/** The text between `<!-- NAME: made by … -->` and `<!-- end of NAME -->`. */
const SECTIONS = {
  settings: settingsTable,
  metrics: metricsTable,
  alerts: alertsTable,
  events: eventsTable,
  fields: fieldsTable,
  commands: () => commandsTable((name) => !isOfClients(name)),
  'form commands': () => commandsTable(isOfClients),
  tools: toolsTable,
  'form settings': settingsOfForm,
  rates: ratesTable,
  guarantees: listGuarantees,
};

type SectionName = keyof typeof SECTIONS;

function settingsTable(): string {
  const rows = Object.entries(SETTINGS).map(([name, row]) => {
    const behindProxy =
      'fallbackBehindProxy' in row
        ? `, with \`TRUSTED_PROXIES\` \`${row.fallbackBehindProxy}\``
        : '';
    const value = 'fallback' in row ? `\`${row.fallback}\`${behindProxy}` : 'none';
    const file = 'secret' in row ? ` Secret: also as \`${name}_FILE\`.` : '';
    return [`\`${name}\``, value, `${row.doc}${file}`];
  });
  return table(['name', 'default', 'meaning'], rows);
}

/** Commands for any machine, not for that of the service. */
const isOfClients = (name: string) => name.startsWith('form ');

function commandsTable(isWanted: (name: string) => boolean): string {
  const wanted = Object.entries(COMMANDS).filter(([name]) => isWanted(name));
  const rows = wanted.map(([name, command]) => [`\`${usageOf(name, command)}\``, command.summary]);
  return table(['command', 'what it does'], rows);
}

function describeLabel([name, { values, doc }]: [string, MetricRow['labels'][string]]): string {
  return `\`${name}\`: ${doc ?? values.map((value) => `\`${value}\``).join(', ')}`;
}

const METRIC_ROWS = Object.entries<MetricRow>(METRICS);

function metricsTable(): string {
  const rows = METRIC_ROWS.map(([name, { type, help, labels }]) => {
    const described = Object.entries(labels).map(describeLabel).join('; ') || 'none';
    return [`\`${name}\``, type, help, described];
  });
  return table(['name', 'type', 'meaning', 'labels'], rows);
}

interface AlertRules {
  groups: {
    rules: { alert: string; expr: string; for?: string; annotations: { summary: string } }[];
  }[];
}

function alertsTable(): string {
  const file = join(import.meta.dirname, '../deploy/monitoring/alerts.yaml');
  const { groups } = parse(readFileSync(file, 'utf8')) as AlertRules;
  const rows = groups
    .flatMap(({ rules }) => rules)
    .map(({ alert, expr, for: time, annotations: { summary } }) => [
      `\`${alert}\``,
      summary,
      `\`${expr}\`${time === undefined ? '' : ` for ${time}`}`,
    ]);
  return table(['alert', 'it means', 'expression'], rows);
}

const EVENT_ROWS = Object.entries<EventRow>(EVENTS) as [EventName, EventRow][];

function describeLevel({ level, limitedBy, debugWhere = {} }: EventRow): string {
  const alike = (limitedBy ?? []).map((field) => `\`${field}\``).join(' and ');
  const limit = limitedBy ? `, 60 a minute${alike && ` for each ${alike}`}` : '';
  const debug = Object.entries(debugWhere).map(
    ([field, value]) => `; \`debug\` where \`${field}\` is \`${value}\``,
  );
  return `\`${level}\`${limit}${debug.join('')}`;
}

function eventsTable(): string {
  const rows = EVENT_ROWS.map(([name, row]) => {
    const fields = Object.entries(row.fields).map(
      ([field, { optional }]) => `\`${field}\`${optional ? '?' : ''}`,
    );
    const metrics = METRIC_ROWS.filter(([, { feeds }]) =>
      feeds.some(({ event }) => event === name),
    );
    return [
      `\`${lineNameOf(name)}\``,
      describeLevel(row),
      row.doc,
      fields.join(', ') || 'none',
      metrics.map(([metric]) => `\`${metric}\``).join(', ') || 'none',
    ];
  });
  return table(['event', 'level', 'meaning', 'fields', 'counted in'], rows);
}

function fieldsTable(): string {
  const fields = EVENT_ROWS.flatMap(([, row]) => Object.entries(row.fields));
  const rows = Array.from(Map.groupBy(fields, ([name]) => name)).map(([name, same]) => {
    const meanings = new Set(same.map(([, { doc }]) => doc));
    return [`\`${name}\``, [...meanings].join('; or ')] as const;
  });
  const byName = rows.toSorted(([one], [other]) => (one < other ? -1 : 1));
  return table(['field', 'meaning'], byName);
}

function toolsTable(): string {
  const rows = TOOLS.map(({ name, description, annotations, inputSchema }) => {
    const { properties, required } = inputSchema;
    const inputs = Object.keys(properties).map((input) =>
      required.includes(input) ? `**\`${input}\`**` : `\`${input}\``,
    );
    const effect = annotations.destructiveHint ? 'destroys' : 'changes';
    const kind = annotations.readOnlyHint ? 'reads' : effect;
    return [`\`${name}\``, kind, inputs.join(', ') || 'none', description];
  });
  return table(['tool', 'kind', 'inputs', 'what it does'], rows);
}

const withSections =
  (...names: SectionName[]) =>
  (current: string): string =>
    names.reduce((text, name) => {
      const start = `<!-- ${name}: made by \`npm run docs\` -->`;
      const end = `<!-- end of ${name} -->`;
      const [before, rest] = text.split(start);
      const after = rest?.split(end)[1];
      if (before === undefined || after === undefined)
        throw new Error(`the ${name} markers are gone`);
      return `${before}${start}\n\n${SECTIONS[name]()}\n\n${end}${after}`;
    }, current);

const openApi = () => buildOpenApiDocument(PUBLIC_URL);

const apiPages = renderApiPages(openApi() as unknown as OpenApi).map(({ path, text }) => ({
  path: `docs/${path}`,
  render: () => text,
}));

export const generatedDocs: readonly GeneratedDoc[] = [
  { path: 'docs/openapi.json', render: () => `${JSON.stringify(openApi(), undefined, 2)}\n` },
  {
    path: 'docs/letterslot.schema.json',
    render: () => `${JSON.stringify(MANIFEST_SCHEMA, undefined, 2)}\n`,
  },
  ...apiPages,
  { path: 'docs/reference/settings.md', render: withSections('settings') },
  { path: 'docs/reference/commands.md', render: withSections('commands') },
  { path: 'docs/reference/metrics.md', render: withSections('metrics', 'alerts') },
  { path: 'docs/reference/log.md', render: withSections('events', 'fields') },
  { path: 'docs/reference/form-settings.md', render: withSections('form settings') },
  { path: 'docs/reference/form-commands.md', render: withSections('form commands') },
  { path: 'docs/reference/mcp-tools.md', render: withSections('tools') },
  { path: 'docs/reference/marks.md', render: withSections('rates') },
  { path: 'docs/guarantees.md', render: withSections('guarantees') },
  { path: 'deploy/monitoring/dashboard.json', render: renderDashboard },
  ...exampleForms,
];

if (import.meta.main) {
  for (const { path, render } of generatedDocs) {
    const file = join(import.meta.dirname, '..', path);
    writeFileSync(file, render(readFileSync(file, { encoding: 'utf8', flag: 'a+' })));
  }
}
