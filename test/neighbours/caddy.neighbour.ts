import assert from 'node:assert/strict';
import { Agent } from 'node:http';
import { after, describe, it, type TestContext } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';
import { submit } from '../stopping/visitors.ts';
import { reservePort } from '../support/own-port.ts';
import { startPostgres, type PostgresServer } from '../support/postgres-server.ts';
import { readExample } from './examples.ts';
import { runProxy, unlessInstalled } from './programs.ts';
import { restartUnderLoad, startTwoNodes } from './two-nodes.ts';

/** The lines of docs/deploying.md, with these nodes. */
async function start(test: TestContext, server: PostgresServer) {
  const nodes = await startTwoNodes(test, server);
  const port = await reservePort();
  const upstreams = nodes.ports.map((node) => `127.0.0.1:${node}`).join(' ');
  const site = readExample('caddyfile')
    .replace('forms.example.com', `http://127.0.0.1:${port}`)
    .replace('127.0.0.1:8080', upstreams);
  const proxy = await runProxy(test, {
    program: 'caddy',
    argumentsFor: (folder) => ['run', '--config', `${folder}/proxy.conf`, '--adapter', 'caddyfile'],
    configuration: () => `{\n  admin off\n}\n${site}`,
    port,
  });
  return { nodes, proxy };
}

const skip = unlessInstalled('caddy');

describe('two nodes behind Caddy, as docs/deploying.md says', { skip }, async () => {
  const server = await startPostgres({ after });

  it('two nodes behind Caddy lose no submission over four rolling restarts', async (test) => {
    const { nodes, proxy } = await start(test, server);
    await restartUnderLoad(nodes, proxy, { restarts: 4, perSecond: 20 });
  });

  it('two nodes behind Caddy give their own answer while the mail server is down', async (test) => {
    const { nodes, proxy } = await start(test, server);
    await nodes.sink.close();
    // As long as /ready may repeat itself, and several checks.
    await wait(9_000);
    const manner = { agent: new Agent(), json: true, pause: 0 };
    const answer = await submit(`http://127.0.0.1:${proxy.port}${nodes.form}`, 'a', manner);
    assert.equal(answer.status, 503);
    assert.equal((JSON.parse(answer.body) as { error: string }).error, 'delivery_failed');
  });
});
