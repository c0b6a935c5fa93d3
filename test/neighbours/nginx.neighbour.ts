import { after, describe, it, type TestContext } from 'node:test';
import { freePort } from '../support/free-port.ts';
import { startPostgres, type PostgresServer } from '../support/postgres-server.ts';
import { putAway } from './distance.ts';
import { runProxy, unlessInstalled } from './programs.ts';
import { readExample } from './examples.ts';
import { restartUnderLoad, startTwoNodes } from './two-nodes.ts';

const PER_SECOND = 40;

/** The lines of docs/deploying.md, with these nodes. */
const configurationOf = (port: number, nodes: readonly number[]) => (folder: string) => `
daemon off;
${process.getuid?.() === 0 ? 'user root;' : ''}
pid ${folder}/pid;
error_log stderr;
worker_processes 2;
events { worker_connections 512; }
http {
  access_log off;
  client_body_temp_path ${folder}/body;
  proxy_temp_path ${folder}/proxy;
  fastcgi_temp_path ${folder}/fastcgi;
  uwsgi_temp_path ${folder}/uwsgi;
  scgi_temp_path ${folder}/scgi;
  ${readExample('nginx')
    .replace(/^ *server 127\.0\.0\.1:8080 .*$/m, (line) =>
      nodes.map((node) => line.replace('8080', String(node))).join('\n'),
    )
    .replace(/listen 443 ssl;/, `listen 127.0.0.1:${port};`)
    .replaceAll(/^ *ssl_.*\n/gm, '')}
}
`;

async function restartBehindNginx(
  test: TestContext,
  server: PostgresServer,
  { delay, restarts }: { delay: number; restarts: number },
): Promise<void> {
  const nodes = await startTwoNodes(test, server);
  const places =
    delay > 0
      ? await Promise.all(nodes.ports.map((port) => putAway(test, port, delay)))
      : nodes.ports;
  const port = await freePort();
  const proxy = await runProxy(test, {
    program: 'nginx',
    argumentsFor: (folder) => ['-p', folder, '-e', 'stderr', '-c', `${folder}/proxy.conf`],
    configuration: configurationOf(port, places),
    port,
  });
  await restartUnderLoad(nodes, proxy, { restarts, perSecond: PER_SECOND });
}

const skip = unlessInstalled('nginx');

describe('two nodes behind nginx', { skip }, async () => {
  const server = await startPostgres({ after });

  it('two nodes behind nginx lose no submission over four rolling restarts', (test) =>
    restartBehindNginx(test, server, { delay: 0, restarts: 4 }));

  it('two nodes behind nginx, 2 ms away, lose no submission over ten rolling restarts', (test) =>
    restartBehindNginx(test, server, { delay: 2, restarts: 10 }));
});
