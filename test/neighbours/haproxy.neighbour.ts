import assert from 'node:assert/strict';
import { Agent } from 'node:http';
import { after, describe, it, type TestContext } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';
import { readDeployFile } from '../deploy/deploy-files.ts';
import { submit } from '../stopping/visitors.ts';
import { reservePort } from '../support/own-port.ts';
import { startPostgres, type PostgresServer } from '../support/postgres-server.ts';
import { runProxy, unlessInstalled } from './programs.ts';
import { restartUnderLoad, startTwoNodes } from './two-nodes.ts';

/** deploy/haproxy.cfg, without TLS, with these nodes. */
async function start(test: TestContext, server: PostgresServer) {
  const nodes = await startTwoNodes(test, server);
  const [port, redirect] = [await reservePort(), await reservePort()];
  const configuration = () =>
    readDeployFile('haproxy.cfg')
      .replace('bind :8080', `bind 127.0.0.1:${redirect}`)
      .replace(/bind :8443 .*/, `bind 127.0.0.1:${port}`)
      .replace(/server node-1 \S+/, `server node-1 127.0.0.1:${nodes.ports[0]}`)
      .replace(/server node-2 \S+/, `server node-2 127.0.0.1:${nodes.ports[1]}`)
      .replace(/server node-3 .*/, '');
  const argumentsFor = (folder: string) => ['-db', '-f', `${folder}/proxy.conf`];
  const proxy = await runProxy(test, { program: 'haproxy', argumentsFor, configuration, port });
  return { nodes, proxy };
}

const skip = unlessInstalled('haproxy');

describe('two nodes behind HAProxy, as deploy/haproxy.cfg says', { skip }, async () => {
  const server = await startPostgres({ after });

  it('two nodes behind HAProxy lose no submission over four rolling restarts', async (test) => {
    const { nodes, proxy } = await start(test, server);
    await restartUnderLoad(nodes, proxy, { restarts: 4, perSecond: 40 });
  });

  it('two nodes behind HAProxy give their own answer while the mail server is down', async (test) => {
    const { nodes, proxy } = await start(test, server);
    await nodes.sink.close();
    // As long as /ready may repeat itself, and two checks.
    await wait(9_000);
    const manner = { agent: new Agent(), json: true, pause: 0 };
    const answer = await submit(`http://127.0.0.1:${proxy.port}${nodes.form}`, 'a', manner);
    assert.equal(answer.status, 503);
    assert.equal((JSON.parse(answer.body) as { error: string }).error, 'delivery_failed');
  });
});
