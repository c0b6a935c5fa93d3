/**
 * Prints the size of this or another checkout: `npm exec -- node scripts/weigh.ts [FOLDER]`. Lines
 * exclude tests; a closure includes all imports of an entry, also of types and later ones.
 */
import { existsSync, globSync, readFileSync, statSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';

const root = resolve(process.argv[2] ?? join(import.meta.dirname, '..'));

const read = (path: string) => readFileSync(join(root, path), 'utf8');
const find = (...patterns: string[]) =>
  globSync(patterns, { cwd: root, exclude: ['**/node_modules/**'] }).toSorted();

const isTest = (path: string) => /\.(test|heavy|timed|neighbour)\.ts$/.test(path);
const linesOf = (paths: Iterable<string>) =>
  Array.from(paths).reduce((sum, path) => sum + read(path).split('\n').length - 1, 0);
const wordsOf = (paths: Iterable<string>) =>
  Array.from(paths).reduce((sum, path) => sum + (read(path).match(/\S+/g)?.length ?? 0), 0);

const IMPORT = /^(?:import|export)\s(?:[^;]*?\sfrom\s)?'(\.[^']+)'|\bimport\('(\.[^']+)'\)/gms;

/** The files that these import, and those that they import, with themselves. */
function closureOf(entries: readonly string[]): Set<string> {
  const closure = new Set(entries);
  for (const path of closure) {
    if (!path.endsWith('.ts') && !path.endsWith('.tsx')) continue;
    for (const [, at, later] of read(path).matchAll(IMPORT)) {
      const to = join(dirname(path), at ?? later ?? '');
      if (existsSync(join(root, to))) closure.add(to);
    }
  }
  return closure;
}

/** Each program by its entries: those of the bundler, or those of the pages. */
const PROGRAMS = {
  service: find('src/app/serve.ts'),
  "owner's client": find('src/cli/owner.ts'),
  "operator's commands": find('src/cli/operator.ts'),
  pages: find('src/pages/*/{first,main}.{ts,tsx}', 'src/install/script/*.ts'),
};

const isCode = (path: string) => /\.tsx?$/.test(path) && !isTest(path);
const row = (label: string, ...cells: (number | string)[]) =>
  console.log(`| ${[label, ...cells.map((cell) => cell.toLocaleString('en'))].join(' | ')} |`);
const head = (...titles: string[]) => {
  console.log(`\n| ${titles.join(' | ')} |\n|${' --- |'.repeat(titles.length)}`);
};

const sources = find('src/**/*.{ts,tsx}').filter(isCode);
const tests = [
  ...find('test/**/*.{ts,js}'),
  ...find('src/**/*.ts').filter((path) => !isCode(path)),
];
const pages = find('*.md', 'docs/*.md', 'deploy/**/*.md', 'examples/**/*.md', 'site/*.md');
const records = find('docs/decisions/*.md');

head('what', 'files', 'lines');
row('src without tests', sources.length, linesOf(sources));
for (const room of new Set(sources.map((path) => path.split('/')[1] ?? ''))) {
  const own = sources.filter((path) => path.startsWith(`src/${room}/`));
  row(`- ${room}`, own.length, linesOf(own));
}
row('tests', tests.length, linesOf(tests));
const deploy = find('deploy/**/*', 'Dockerfile').filter((path) =>
  statSync(join(root, path)).isFile(),
);
row('deploy', deploy.length, linesOf(deploy));

head('what', 'files', 'words');
row('docs and other pages', pages.length, wordsOf(pages));
row('records of decisions', records.length, wordsOf(records));

head('program', 'files', 'lines of its closure', 'of them its own');
const service = closureOf(PROGRAMS.service);
for (const [program, entries] of Object.entries(PROGRAMS)) {
  const closure = Array.from(closureOf(entries.filter(isCode))).filter(isCode);
  const own = program === 'service' ? closure : closure.filter((path) => !service.has(path));
  row(program, closure.length, linesOf(closure), linesOf(own));
}
