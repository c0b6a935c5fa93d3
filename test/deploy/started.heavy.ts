import assert from 'node:assert/strict';
import { Agent } from 'node:http';
import { mkdirSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { after, describe, it, type TestContext } from 'node:test';
import { openForm, submit } from '../stopping/visitors.ts';
import { reservePort } from '../support/own-port.ts';
import { startPostgres } from '../support/postgres-server.ts';
import { newNodeKeys } from '../support/keys.ts';
import { runService } from '../support/service-process.ts';
import { startSmtpSink, type SmtpSink } from '../support/smtp-sink.ts';
import { newTempFolder } from '../support/temp-folder.ts';
import { deployPath, type Environment } from './deploy-files.ts';
import { deployments } from './deployments.ts';

/** Milliseconds that the mail server takes for the message during which a node is stopped. */
const SLOW = 1_000;

/** Milliseconds after which a node that does not end is killed. */
const PATIENCE = 100_000;

/** The user is that of the files. */
const LOGIN = { user: 'forms@example.com', pass: ' p@ss: word/% ' };

const CHECKOUT = deployPath('..');

/** Secrets as operators write them, some with a line end. */
async function newSecrets(databaseUrl: string): Promise<Environment> {
  const { SEALING_KEYS, INDEX_KEY } = newNodeKeys();
  return {
    database_url: `${databaseUrl}\n`,
    sealing_keys: SEALING_KEYS,
    index_key: `${INDEX_KEY}\n`,
    smtp_password: `${LOGIN.pass}\r\n`,
  };
}

/** A folder with only the secrets that the deploy files hand over. */
function writeSecrets(folder: string, names: readonly string[], secrets: Environment): void {
  mkdirSync(folder, { mode: 0o700 });
  for (const name of names) {
    const text = secrets[name];
    assert.ok(text !== undefined, `no secret ${name}`);
    writeFileSync(join(folder, name), text, { mode: 0o400 });
  }
}

/** The environment of the files with the folders and ports of this machine. */
async function place(env: Environment, folder: string, sink: SmtpSink): Promise<Environment> {
  const placed = Object.entries(env).map(([name, value]) => {
    if (name.endsWith('_FILE')) return [name, join(folder, 'secrets', basename(value))];
    const [, file] = /^file:.*\/([^/]+)$/.exec(value) ?? [];
    return [name, file === undefined ? value : `file:${join(folder, file)}`];
  });
  const ports = ['PORT', 'METRICS_PORT'].filter((name) => name === 'PORT' || env[name]);
  const free = await Promise.all(ports.map(async (name) => [name, String(await reservePort())]));
  // Beside its file, the database of a test that runService names would be a contradiction.
  const none = env['DATABASE_URL_FILE'] === undefined ? [] : [['DATABASE_URL', '']];
  const mail = { SMTP_HOST: '127.0.0.1', SMTP_PORT: String(sink.port) };
  return { ...Object.fromEntries([...placed, ...none, ...free]), ...mail };
}

/** The command of the files, in this checkout. */
function inCheckout([program = '', ...args]: readonly string[]): [string, ...string[]] {
  const here = (text: string) => text.replace(/^\/(opt\/letterslot|app)(?=\/)/, CHECKOUT);
  return [here(program), ...args.map(here)];
}

async function start(
  test: TestContext,
  { env, command, secrets: names }: (typeof deployments)[number],
  secrets: Environment,
  sink: SmtpSink,
) {
  const folder = newTempFolder('deployed', test);
  writeSecrets(join(folder, 'secrets'), names, secrets);
  const placed = await place(env, folder, sink);
  const service = runService(test, placed, { command: inCheckout(command), patience: PATIENCE });
  return { service, url: await service.url(), env: placed };
}

const manner = () => ({ agent: new Agent({ keepAlive: true }), json: true, pause: 0 });

describe('what the deploy files start', { concurrency: 2 }, async () => {
  const server = await startPostgres({ after });

  for (const deployment of deployments) {
    const { name, grace, probes } = deployment;
    it(`${name}: answers its probes, delivers, and stops in time`, async (test) => {
      const sink = await startSmtpSink(test, LOGIN);
      const secrets = await newSecrets(await server.newDatabase());
      const { service, url, env } = await start(test, deployment, secrets, sink);
      for (const path of [...probes, '/ready'])
        assert.equal((await fetch(url + path)).status, 200, path);
      if (env['METRICS_PORT']) {
        const metrics = await fetch(`http://127.0.0.1:${env['METRICS_PORT']}/metrics`);
        assert.equal(metrics.status, 200);
      }
      const form = url + (await openForm(url, sink));
      assert.equal(service.events('started')[0]?.['url'], 'https://forms.example.com');

      sink.delay(SLOW);
      const taken = sink.taken(1);
      const submitted = submit(form, 'while it stops', manner());
      await taken;
      service.child.kill('SIGTERM');
      const late = setTimeout(() => service.child.kill('SIGKILL'), grace * 1_000);
      assert.equal(await service.exited, 0, service.output());
      clearTimeout(late);
      assert.equal((await submitted).status, 200);
      assert.deepEqual(
        sink.mails.map(({ recipients }) => recipients),
        [['owner@example.com']],
      );
    });
  }

  it('kubernetes: its pods serve the same forms', async (test) => {
    const sink = await startSmtpSink(test, LOGIN);
    const secrets = await newSecrets(await server.newDatabase());
    const pod = deployments.find(({ name }) => name === 'kubernetes');
    assert.ok(pod);
    const urls = await Promise.all(
      [1, 2, 3].map(async () => (await start(test, pod, secrets, sink)).url),
    );
    const form = await openForm(String(urls[0]), sink);
    const answers = await Promise.all(urls.map((url) => submit(url + form, url, manner())));
    assert.deepEqual(
      answers.map(({ status }) => status),
      [200, 200, 200],
    );
    assert.equal(sink.mails.length, 3);
  });
});
