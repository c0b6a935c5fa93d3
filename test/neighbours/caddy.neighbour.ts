import { after, describe, it } from 'node:test';
import { reservePort } from '../support/own-port.ts';
import { startPostgres } from '../support/postgres-server.ts';
import { readExample } from './examples.ts';
import { runProxy, unlessInstalled } from './programs.ts';
import { restartUnderLoad, startTwoNodes } from './two-nodes.ts';

const skip = unlessInstalled('caddy');

describe('two nodes behind Caddy, as docs/deploying.md says', { skip }, async () => {
  const server = await startPostgres({ after });

  it('two nodes behind Caddy lose no submission over four rolling restarts', async (test) => {
    const nodes = await startTwoNodes(test, server);
    const port = await reservePort();
    const upstreams = nodes.ports.map((node) => `127.0.0.1:${node}`).join(' ');
    const site = readExample('caddyfile')
      .replace('forms.example.com', `http://127.0.0.1:${port}`)
      .replace('127.0.0.1:8080', upstreams);
    const proxy = await runProxy(test, {
      program: 'caddy',
      argumentsFor: (folder) => [
        'run',
        '--config',
        `${folder}/proxy.conf`,
        '--adapter',
        'caddyfile',
      ],
      configuration: () => `{\n  admin off\n}\n${site}`,
      port,
    });
    await restartUnderLoad(nodes, proxy, { restarts: 4, perSecond: 40 });
  });
});
