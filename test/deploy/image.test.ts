import assert from 'node:assert/strict';
import { globSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { it } from 'node:test';
import { SETTINGS } from '../../src/platform/settings/settings-table.ts';
import { deployPath } from './deploy-files.ts';
import { composed } from './deployments.ts';
import { dockerfile, instructionOf, isIgnored, parseCommand, parsePairs } from './dockerfile.ts';
import { START_FLAGS } from '../support/start-flags.ts';
import { scripts, version } from './facts.ts';

it('the image is of this version, on Node 24, for user 1000', () => {
  const labels = parsePairs(instructionOf('LABEL'));
  assert.equal(labels['org.opencontainers.image.version'], version);
  assert.equal(instructionOf('USER'), '1000:1000');
  const bases = new Set(dockerfile.map(({ base }) => base));
  assert.deepEqual([...bases], ['node:24-trixie-slim', 'scratch']);
});

/** Those outside docs that the site has. */
const PAGES = ['ARCHITECTURE', 'CHANGELOG', 'CONTRIBUTING', 'README', 'SECURITY'].map(
  (name) => `${name}.md`,
);

it('the image copies exactly what the service needs', () => {
  const kept = globSync('{bin,src,test,docs,deploy}/**/*.*', { cwd: deployPath('..') })
    .concat(globSync('*', { cwd: deployPath('..'), exclude: ['node_modules'] }))
    .filter((path) => !isIgnored(path) && /\.\w+$|LICENSE/.test(path));
  assert.ok(kept.includes('src/app/main.ts') && kept.includes('bin/letterslot.js'));
  assert.deepEqual(
    kept.filter((path) => !/^(?:bin\/|src\/|docs\/(?:.+\.md$|images\/))/.test(path)).sort(),
    [...PAGES, 'LICENSE', 'package-lock.json', 'package.json'].toSorted(),
  );
  assert.deepEqual(
    kept.filter((path) => path.endsWith('.test.ts')),
    [],
  );
  for (const secret of ['.git', 'data', 'deploy/secrets/smtp_password', '.env']) {
    assert.ok(isIgnored(secret), secret);
  }
});

it('the image compiles only files that the bundle has by name', () => {
  const [, list = ''] = /for \(const file of (\[.+?\])\)/.exec(JSON.stringify(dockerfile)) ?? [];
  const files = JSON.parse(list.replaceAll("'", '"')) as string[];
  assert.ok(files.length > 0);
  for (const file of files) assert.ok(scripts.bundle.includes(` src/${file}.ts `), file);
});

it('the image starts the launcher, which becomes the service, so that SIGTERM reaches it', () => {
  assert.deepEqual(parseCommand(instructionOf('ENTRYPOINT')), ['/app/bin/letterslot']);
  assert.deepEqual(parseCommand(instructionOf('CMD')), ['serve']);
});

it('the image compiles under the flags of the start, which select the cache', () => {
  const steps = JSON.stringify(dockerfile);
  assert.ok(steps.includes(`node ${START_FLAGS.join(' ')} --input-type=module`), steps);
});

it('the image has the port, data folder and health check that other files expect', () => {
  const variables = parsePairs(instructionOf('ENV'));
  assert.equal(instructionOf('EXPOSE'), variables['PORT']);
  // Unset, so that DATABASE_URL_FILE alone decides; the default is a relative path.
  assert.equal(variables['DATABASE_URL'], undefined);
  const data = dirname(
    join(instructionOf('WORKDIR'), SETTINGS.DATABASE_URL.fallback.replace('file:', '')),
  );
  assert.ok(composed.volumes?.includes(`data:${data}`));
  // A restart does not bring back a database or a mail server.
  const [, path = ''] = /'(\/\w+)'/.exec(instructionOf('HEALTHCHECK')) ?? [];
  assert.equal(path, '/health');
});
