import { buildOpenApiDocument } from '../src/contract/openapi-document.ts';
import { SETTINGS } from '../src/settings.ts';

/** A file that is made from the sources; `render` gets what it holds now. */
export interface GeneratedDoc {
  path: string;
  render(current: string): string;
}

const START = '<!-- settings: made by `npm run docs` -->';
const END = '<!-- end of settings -->';

function settingsTable(): string {
  const rows = Object.entries(SETTINGS).map(([name, row]) => {
    const value = 'fallback' in row ? `\`${row.fallback}\`` : 'none';
    const file = 'secret' in row ? ` Secret: also as \`${name}_FILE\`.` : '';
    return `| \`${name}\` | ${value} | ${row.doc}${file} |`;
  });
  return ['| name | default | meaning |', '| --- | --- | --- |', ...rows].join('\n');
}

function withSettings(current: string): string {
  const [before, rest] = current.split(START);
  const after = rest?.split(END)[1];
  if (before === undefined || after === undefined) throw new Error('the settings markers are gone');
  return `${before}${START}\n\n${settingsTable()}\n\n${END}${after}`;
}

export const generatedDocs: readonly GeneratedDoc[] = [
  {
    path: 'docs/openapi.json',
    render: () =>
      `${JSON.stringify(buildOpenApiDocument('http://localhost:8080'), undefined, 2)}\n`,
  },
  { path: 'docs/operating.md', render: withSettings },
];
