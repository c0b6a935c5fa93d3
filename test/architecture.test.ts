import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { describe, it } from 'node:test';

const ROOT = join(import.meta.dirname, '..');
const MAX_LINES = 250;
/** Tables of data, as long as they are. */
const LONG = new Set([
  'src/contract/error-codes.ts',
  'src/platform/log/log.ts',
  'src/platform/monitor/metric-table.ts',
]);
const isLong = (path: string) => LONG.has(path) || path.startsWith('src/web/pages/words/');
const MAX_FUNCTION_LINES = 60;
/** A function that makes a part out of small functions is as long as their sum. */
const MAX_MAKER_LINES = 125;
const FUNCTION = /^(export )?(async )?function /;

const sources = globSync('src/**/*.ts', { cwd: ROOT }).filter((path) => !path.endsWith('.test.ts'));

const read = (path: string) => readFileSync(join(ROOT, path), 'utf8');

/** The room of a file: its folder in its group, or the group alone where a group has no folders. */
function roomOf(path: string): string {
  const [, group = '', folder, file] = path.split('/');
  return file === undefined ? group : `${group}/${folder}`;
}

const LEAVES = ['contract', 'platform/secrets', 'platform/text'];
const SHARED = [...LEAVES, 'platform/log', 'delivery/mail'];

/** What each room may import, beside itself. The domain never imports stores, transports or the web. */
const MAY_IMPORT: Record<string, readonly string[]> = {
  contract: [],
  'platform/secrets': [],
  'platform/text': [],
  'platform/log': [],
  'platform/settings': [
    ...LEAVES,
    'delivery/mail',
    'delivery/smtp',
    'delivery/webhook',
    'domain/inboxes',
  ],
  'platform/stores': [
    ...LEAVES,
    'platform/log',
    'platform/settings',
    'domain/inboxes',
    'domain/routes',
    'domain/submissions',
  ],
  // Nobody imports it but the app: the others write to the log, and it listens.
  'platform/monitor': [
    ...SHARED,
    'domain/inboxes',
    'domain/routes',
    'domain/submissions',
    'domain/verification',
    'platform/stores',
  ],
  'domain/inboxes': SHARED,
  'domain/routes': [...SHARED, 'domain/inboxes'],
  'domain/verification': [...SHARED, 'domain/inboxes', 'domain/routes'],
  'domain/owner': [...SHARED, 'domain/inboxes', 'domain/routes', 'domain/verification'],
  'domain/receipts': ['platform/secrets', 'delivery/mail'],
  'domain/submissions': [
    ...SHARED,
    'domain/inboxes',
    'domain/routes',
    'domain/verification',
    'domain/receipts',
  ],
  delivery: [...SHARED, 'domain/routes', 'domain/submissions'],
  'delivery/mail': [...SHARED, 'domain/routes', 'domain/submissions'],
  'delivery/smtp': ['delivery', ...SHARED],
  'delivery/webhook': ['delivery', ...SHARED, 'domain/routes', 'domain/submissions'],
  'web/pages': ['contract', 'platform/text'],
  'web/install': ['contract', 'platform/text', 'domain/routes'],
  'web/discovery': [...LEAVES, 'domain/routes'],
  'web/preview': ['web/pages', 'platform/text'],
  'web/start': ['contract', 'web/pages', 'platform/text'],
  'web/mcp': ['contract', 'platform/text'],
  'web/http': [
    ...SHARED,
    'web/pages',
    'web/install',
    'web/discovery',
    'domain/inboxes',
    'domain/routes',
    'domain/verification',
    'domain/owner',
    'domain/submissions',
  ],
  // The composition root and the operator's commands know every room.
  app: ['*'],
  'app/cli': ['*'],
  'app/open': ['*'],
  'app/rooms': ['*'],
};

interface Import {
  from: string;
  to: string;
}

const IMPORT = /^(?:import|export)\s(?:[^;]*?\sfrom\s)?'([^']+)'/gms;

function importsOf(path: string): Import[] {
  return Array.from(read(path).matchAll(IMPORT), ([, to = '']) => ({ from: path, to }));
}

const imports = sources.flatMap(importsOf);
const inner = imports
  .filter(({ to }) => to.startsWith('.'))
  .map(({ from, to }) => ({ from, to: relative(ROOT, join(ROOT, dirname(from), to)) }));

describe('architecture', () => {
  it('finds the sources', () => {
    assert.ok(sources.length > 40 && inner.length > 100);
  });

  it('lets each room import only what its row allows', () => {
    const breaches = inner.filter(({ from, to }) => {
      const [room, other] = [roomOf(from), roomOf(to)];
      const allowed = MAY_IMPORT[room];
      assert.ok(allowed, `the room ${room} has no row`);
      return room !== other && !allowed.includes('*') && !allowed.includes(other);
    });
    assert.deepEqual(breaches, []);
  });

  it('reads process.env in main alone', () => {
    const readers = sources.filter((path) => /process\.env/.test(read(path)));
    assert.deepEqual(readers, ['src/app/main.ts']);
  });

  it('touches files, sockets and DNS only at the edges', () => {
    const edges = new Set([
      'app',
      'app/cli',
      'platform/stores',
      'delivery/smtp',
      'delivery/webhook',
      'web/preview',
      'web/start',
      'web/http',
    ]);
    const breaches = imports.filter(
      ({ from, to }) =>
        /^node:(fs|net|dns|http|https|tls|dgram|sqlite)/.test(to) && !edges.has(roomOf(from)),
    );
    assert.deepEqual(breaches, []);
  });

  it('has no cycle', () => {
    const next = Map.groupBy(inner, ({ from }) => from);
    const done = new Set<string>();
    const walk = (path: string, trail: readonly string[]): void => {
      assert.ok(!trail.includes(path), `cycle: ${[...trail, path].join(' → ')}`);
      if (done.has(path)) return;
      for (const { to } of next.get(path) ?? []) walk(to, [...trail, path]);
      done.add(path);
    };
    for (const path of sources) walk(path, []);
  });

  it('keeps files small and kebab-case', () => {
    for (const path of [...sources, ...globSync('{test,src}/**/*.test.ts', { cwd: ROOT })]) {
      const lines = read(path).split('\n').length;
      assert.ok(isLong(path) || lines <= MAX_LINES + 1, `${path} has ${lines} lines`);
      assert.match(path.split('/').at(-1) ?? '', /^[a-z0-9-]+(\.[a-z]+)?(\.test)?\.ts$/);
    }
  });

  it('keeps functions short', () => {
    for (const path of sources) {
      const lines = read(path).split('\n');
      // Prettier puts the end of a top-level function at the margin.
      const starts = lines.flatMap((line, at) => (FUNCTION.test(line) ? [at] : []));
      for (const start of starts) {
        const length = lines.indexOf('}', start) - start + 1;
        const most = /function create[A-Z]/.test(lines[start] ?? '')
          ? MAX_MAKER_LINES
          : MAX_FUNCTION_LINES;
        assert.ok(length <= most, `${path}:${start + 1} is ${length} lines long`);
      }
    }
  });

  it('has no default export and no leftover', () => {
    for (const path of sources) {
      // The code in a template keeps to its framework's rules.
      const isTemplate = path.startsWith('src/web/install/templates/');
      if (!isTemplate) assert.doesNotMatch(read(path), /^export default/m, path);
      assert.doesNotMatch(read(path), /\b(TODO|FIXME|XXX)\b/, path);
    }
  });
});
