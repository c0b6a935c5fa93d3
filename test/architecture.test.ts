import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { globSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { describe, it } from 'node:test';
import manifest from '../package.json' with { type: 'json' };
import { EVENTS } from '../src/platform/log/events.ts';
import { LETTERS } from '../src/mail/letters.ts';
import { SETTINGS } from '../src/platform/settings/settings-table.ts';
import { readingFiles } from './parsers/find-readers.ts';
import { OTHER_READERS } from './parsers/other-readers.ts';
import { PARSERS } from './parsers/table.ts';
import { findCircles } from './support/find-circles.ts';
import { newTempFolder } from './support/temp-folder.ts';

const ROOT = join(import.meta.dirname, '..');
const sources = globSync('src/**/*.{ts,tsx}', { cwd: ROOT }).filter(
  (path) => !path.endsWith('.test.ts'),
);

const read = (path: string) => readFileSync(join(ROOT, path), 'utf8');

/** The rooms of `src`, from the top; ARCHITECTURE.md says what is in each. */
const ROOMS = [
  'app',
  'cli',
  'web',
  'pages',
  'install',
  'watch',
  'followers',
  'delivery',
  'submissions',
  'consent',
  'forms',
  'inboxes',
  'mail',
  'fields',
  'catalogs',
  'platform',
  'contract',
];

const roomOf = (path: string) => path.split('/')[1] ?? '';

interface Import {
  from: string;
  to: string;
}

/** Imports, re-exports, and what is loaded later or for its type alone. */
const IMPORT = /^(?:import|export)\s(?:[^;]*?\sfrom\s)?'([^']+)'|\bimport\('([^']+)'\)/gms;

function importsOf(path: string): Import[] {
  const found = read(path).matchAll(IMPORT);
  return Array.from(found, ([, at, later]) => ({ from: path, to: at ?? later ?? '' }));
}

const imports = sources.flatMap(importsOf);
const inner = imports
  .filter(({ to }) => to.startsWith('.'))
  .map(({ from, to }) => ({ from, to: relative(ROOT, join(ROOT, dirname(from), to)) }));

/** Checks that the owner's client shares with the service; each brings all its imports. */
const CLIENT_SHARES = [
  'src/delivery/http/public-address.ts',
  'src/delivery/http/public-only-agent.ts',
  'src/forms/settings/schema-faults.ts',
  'src/forms/settings/web-url.ts',
  'src/submissions/files/clean-file-name.ts',
  'src/submissions/posted/facts.ts',
  'src/submissions/posted/next-page.ts',
  'src/submissions/receipts/receipt.ts',
  'src/submissions/receipts/verify-receipt.ts',
];

/** All code of the repository, except generated clients and goldens. */
const written = globSync(
  ['{bench,bin,examples,scripts,src,test}/**/*.{ts,tsx,js}', 'site/.vitepress/*.ts'],
  { cwd: ROOT, exclude: ['**/{node_modules,dist,.next}', 'test/client/generated', 'test/goldens'] },
);

/** A larger interface repeats the parts that a context or arguments should pass. */
const MOST_PARTS = 8;

interface Override {
  files: readonly string[];
  rules: Record<string, unknown>;
}

function readOxlintConfig(): { overrides: readonly Override[] } {
  const withoutComments = read('.oxlintrc.json').replace(/^\s*\/\/.*$/gm, '');
  return JSON.parse(withoutComments) as { overrides: readonly Override[] };
}

describe('architecture', () => {
  it('the architecture test finds the sources', () => {
    assert.ok(sources.length > 40 && inner.length > 100);
    assert.ok(written.length > 1_000);
  });

  it('a room imports only rooms below it, types included', () => {
    assert.deepEqual(new Set(sources.map(roomOf)), new Set(ROOMS));
    const upwards = inner.filter(
      ({ from, to }) => ROOMS.indexOf(roomOf(to)) < ROOMS.indexOf(roomOf(from)),
    );
    assert.deepEqual(upwards, []);
  });

  it('files form no circle, types and later imports included', () => {
    const graph = new Map(sources.map((path) => [path, new Set<string>()]));
    for (const { from, to } of inner) graph.get(from)?.add(to);
    assert.deepEqual(findCircles(graph), []);
  });

  it("the owner's client loads no store, no settings, and of the service only shared verdicts", () => {
    const loaded = new Set(['src/cli/owner.ts']);
    for (const path of loaded) {
      for (const { from, to } of inner) if (from === path) loaded.add(to);
    }
    assert.ok(loaded.size > 50);
    const isOfService = (path: string) =>
      !/^src\/(?:cli|mail|fields|catalogs|platform|contract)\//.test(path);
    assert.deepEqual(
      [...loaded].filter(isOfService).toSorted(),
      CLIENT_SHARES,
      'of the rooms of the service',
    );
    const isStore = (path: string) => /^src\/platform\/(?:stores|settings\/settings)/.test(path);
    assert.deepEqual([...loaded].filter(isStore), []);
  });

  it('few interfaces are named Parts', () => {
    const found = sources.filter((path) => /^(?:export )?interface Parts\b/m.test(read(path)));
    assert.ok(found.length <= MOST_PARTS, `${found.length} interfaces named Parts`);
  });

  it('no comment line is over 100 columns, or ends in "of it." or "of that."', () => {
    const found = written.flatMap((path) =>
      read(path)
        .split('\n')
        .map((line, at) => ({ line, at: `${path}:${at + 1}` }))
        .filter(({ line }) => /^\s*(?:\/\/|\/?\*)/.test(line))
        .filter(({ line }) => line.length > 100 || /\bof (?:it|that)\.(?: \*\/)?$/.test(line))
        .map(({ at }) => at),
    );
    assert.deepEqual(found, [], 'shorten these comments');
  });

  it('only the edges touch files, sockets and DNS', () => {
    const edges = [
      'app',
      'cli',
      'delivery/clamd',
      'delivery/http',
      'delivery/smtp',
      // The sources of form code, which sites get.
      'install',
      'platform/log',
      'platform/stores',
      'web/apps',
      'web/http',
      // Style sheets and icons.
      'web/pages/look.ts',
      'web/preview',
    ];
    const isEdge = (path: string) => edges.some((edge) => `${path}/`.startsWith(`src/${edge}/`));
    const breaches = imports.filter(
      ({ from, to }) => /^node:(fs|net|dns|http|https|tls|dgram|sqlite)/.test(to) && !isEdge(from),
    );
    assert.deepEqual(breaches, []);
  });

  it('mails of strangers are parsed in one place, which bounds what that costs', () => {
    const uses = sources.filter((path) => /import PostalMime\b/.test(read(path)));
    // The preview reads what this service composed.
    assert.deepEqual(
      new Set(uses),
      new Set(['src/mail/parse-mail.ts', 'src/web/preview/mailbox.ts']),
    );
  });

  it('a start loads only the libraries that every service needs', () => {
    const atOnce = /^(?:import|export)\s(?!type\s)(?:[^;]*?\sfrom\s)?'([^']+)'/gms;
    const loaded = new Set(['src/app/service.ts']);
    const libraries = new Set<string>();
    const names = Object.keys(manifest.dependencies);
    for (const path of loaded) {
      for (const [, to = ''] of read(path).matchAll(atOnce)) {
        const file = relative(ROOT, join(ROOT, dirname(path), to));
        // Code for websites has imports too, of neither kind.
        if (sources.includes(file)) loaded.add(file);
        else for (const name of names) if (`${to}/`.startsWith(`${name}/`)) libraries.add(name);
      }
    }
    // Each other one costs every start tens of milliseconds, so that it is loaded where it is used.
    const needed = ['fastify', 'ipaddr.js', 'negotiator', 'tldts'];
    assert.deepEqual([...libraries].toSorted(), needed);
  });

  it('every file that reads text or octets is run by the table of parsers, or says why not', () => {
    const run = new Set(PARSERS.flatMap(({ files }) => files));
    const others = Object.keys(OTHER_READERS);
    assert.deepEqual(
      others.filter((path) => run.has(path)),
      [],
      'in both lists',
    );
    // CONTRIBUTING.md, "A parser".
    assert.deepEqual([...run, ...others].toSorted(), readingFiles());
  });

  const used = sources.filter((path) => !path.endsWith('settings-table.ts')).map(read);
  for (const [thing, verb, rows, uses] of [
    [
      'setting',
      'read',
      SETTINGS,
      /settings\.([A-Z_\d]+)|\{([^{}]+)\}(?: = (?:[\w#.]+\.)?settings\b|: (?:Settings|Values)\b)/g,
    ],
    ['log event', 'written', EVENTS, /\.(\w+)/g],
    ['mail', 'sent', LETTERS, /(?:\bkind: |composeMail\()'(\w+)'/g],
  ] as const)
    it(`every ${thing} is ${verb} by the code`, () => {
      const found = Array.from(used.join('\n').matchAll(uses), ([, one, some]) => one ?? some);
      const names = new Set(found.flatMap((text) => text?.match(/\w+/g) ?? []));
      const unused = Object.keys(rows).filter((name) => !names.has(name));
      assert.deepEqual(
        unused.map((name) => `${thing} ${name} is ${verb} by nothing`),
        [],
      );
    });

  it("every exception from the linter's limits is needed", () => {
    const config = readOxlintConfig();
    const isException = ({ files }: Override) => files.every((path) => !path.includes('*'));
    const excepted = config.overrides.filter(isException).flatMap(({ files }) => files);
    const strict = join(newTempFolder('lint'), 'oxlintrc.json');
    writeFileSync(strict, JSON.stringify({ ...config, overrides: [] }));
    const args = ['-c', strict, '--format', 'unix', ...excepted];
    const { stdout } = spawnSync('oxlint', args, { cwd: ROOT, encoding: 'utf8' });
    const needless = excepted.filter((path) => !stdout.includes(`${path}:`));
    assert.deepEqual(needless, [], 'take these files out of .oxlintrc.json');
  });
});
