import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const ROOT = join(import.meta.dirname, '..');

/** The headings of docs/guarantees.md, in their order. */
const HEADINGS = [
  'A submission',
  'Mails, pages and integrations',
  'Spam and limits',
  'Receipts',
  'A form',
  'The owner of an inbox',
  'The process',
  'Privacy',
] as const;

/** What a test shows, in the words of its title unless that has gaps. */
interface Guarantee {
  heading: (typeof HEADINGS)[number];
  words: string;
}

const MARK = /^ *\/\/ Guarantee: (.*)\n(?: *\/\/ (.*)\n)?(.*\n?.*)/gm;
const TEST =
  /^ *it\(\s*(?:'((?:\\.|[^'\\])*)'|"([^"\\]*)"|`([^`\\]*)`),(?!\s*\{[^}]*\b(?:skip|todo)\b)/;

/** What the marked tests of a file show. Throws for a mark at nothing that always runs. */
export function readGuarantees(path: string, source: string): Guarantee[] {
  return Array.from(source.matchAll(MARK), ([, name = '', given, test = '']) => {
    const heading = HEADINGS.find((one) => one === name);
    const [, single, double, template] = TEST.exec(test) ?? [];
    const title = single ?? double ?? template;
    if (heading === undefined) throw new Error(`${path}: no heading "${name}"`);
    if (title === undefined)
      throw new Error(`${path}: a guarantee of "${name}" marks no test that runs`);
    if (title.includes('${') === (given === undefined))
      throw new Error(
        `${path}: words of its own are for a title with gaps, and needed there: ${title}`,
      );
    return { heading, words: given ?? title };
  });
}

/** The marked tests of `npm test`, `test:heavy` and `test:timed`, below their headings. */
export function listGuarantees(): string {
  const files = globSync('{src,test}/**/*.{test,heavy,timed}.ts', { cwd: ROOT }).toSorted();
  const found = files.flatMap((path) =>
    readGuarantees(path, readFileSync(join(ROOT, path), 'utf8')).map((one) => ({ ...one, path })),
  );
  const below = Map.groupBy(found, ({ heading }) => heading);
  return HEADINGS.map((heading) => {
    const rows = (below.get(heading) ?? []).map(
      ({ words, path }) => `- ${words.charAt(0).toUpperCase()}${words.slice(1)} (\`${path}\`)`,
    );
    return `## ${heading}\n\n${rows.join('\n')}`;
  }).join('\n\n');
}
