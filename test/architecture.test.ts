import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { globSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { describe, it } from 'node:test';
import { newTempFolder } from './support/temp-folder.ts';

const ROOT = join(import.meta.dirname, '..');
const sources = globSync('src/**/*.ts', { cwd: ROOT }).filter((path) => !path.endsWith('.test.ts'));

const read = (path: string) => readFileSync(join(ROOT, path), 'utf8');

/** The room of a file: its folder in its group, or the group alone where a group has no folders. */
function roomOf(path: string): string {
  const [, group = '', folder, file] = path.split('/');
  return file === undefined ? group : `${group}/${folder}`;
}

const LEAVES = ['contract', 'platform/secrets', 'platform/text'];
const SHARED = [...LEAVES, 'platform/log', 'delivery/mail', 'domain/channels'];

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
    'delivery/http',
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
    'domain/channels',
    'domain/inboxes',
    'domain/routes',
    'domain/submissions',
    'domain/verification',
    'platform/stores',
  ],
  'domain/channels': LEAVES,
  'domain/inboxes': SHARED,
  'domain/routes': [...SHARED, 'domain/inboxes'],
  'domain/verification': [...SHARED, 'domain/inboxes', 'domain/routes'],
  'domain/owner': [...SHARED, 'domain/inboxes', 'domain/routes', 'domain/verification'],
  'domain/receipts': ['platform/secrets', 'platform/text', 'delivery/mail'],
  'domain/submissions': [
    ...SHARED,
    'domain/inboxes',
    'domain/routes',
    'domain/verification',
    'domain/receipts',
  ],
  delivery: [...SHARED, 'delivery/http', 'domain/routes', 'domain/submissions'],
  'delivery/mail': [...SHARED, 'domain/routes', 'domain/submissions'],
  'delivery/smtp': ['delivery', ...SHARED],
  'delivery/http': ['delivery', ...SHARED, 'domain/routes', 'domain/submissions'],
  words: ['contract'],
  'web/pages': ['contract', 'platform/text', 'words'],
  'web/install': ['contract', 'platform/text', 'domain/routes'],
  'web/discovery': [...LEAVES, 'domain/routes'],
  'web/preview': ['web/pages', 'platform/text', 'words'],
  'web/start': ['contract', 'web/pages', 'platform/text', 'words'],
  'web/mcp': ['contract', 'platform/text'],
  'web/http': [
    ...SHARED,
    'web/pages',
    'web/install',
    'web/discovery',
    'words',
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

interface Override {
  files: readonly string[];
  rules: Record<string, unknown>;
}

function readOxlintConfig(): { overrides: readonly Override[] } {
  const withoutComments = read('.oxlintrc.json').replace(/^\s*\/\/.*$/gm, '');
  return JSON.parse(withoutComments) as { overrides: readonly Override[] };
}

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

  it('touches files, sockets and DNS only at the edges', () => {
    const edges = new Set([
      'app',
      'app/cli',
      'platform/stores',
      'delivery/smtp',
      'delivery/http',
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

  it('needs every exception that the linter makes from its limits', () => {
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
