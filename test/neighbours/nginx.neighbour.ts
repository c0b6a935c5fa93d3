import assert from 'node:assert/strict';
import { after, describe, it, type TestContext } from 'node:test';
import { FILE, formOf, startFileForm } from '../support/file-form.ts';
import { reservePort } from '../support/own-port.ts';
import { startService } from '../support/service.ts';
import { startPostgres, type PostgresServer } from '../support/postgres-server.ts';
import { putAway } from './distance.ts';
import { runProxy, unlessInstalled } from './programs.ts';
import { readExample } from './examples.ts';
import { restartUnderLoad, startTwoNodes } from './two-nodes.ts';

const PER_SECOND = 20;

/** What every configuration needs here, around its server. */
const configurationWith = (server: string) => (folder: string) => `
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
  ${server}
}
`;

/** The lines of docs/deploying.md, with these nodes. */
const documented = (port: number, nodes: readonly number[]) =>
  readExample('nginx')
    .replace(/^ *server 127\.0\.0\.1:8080 .*$/m, (line) =>
      nodes.map((node) => line.replace('8080', String(node))).join('\n'),
    )
    .replace(/listen 443 ssl;/, `listen 127.0.0.1:${port};`)
    .replaceAll(/^ *ssl_.*\n/gm, '');

/** A minimal configuration; each request has its own connection, in older versions HTTP/1.0. */
const plain = (port: number, node: number) => `
  server {
    listen 127.0.0.1:${port};
    client_max_body_size 100m;
    location / {
      proxy_pass http://127.0.0.1:${node};
      proxy_set_header Connection close;
    }
  }`;

const runNginx = (test: TestContext, port: number, server: string) =>
  runProxy(test, {
    program: 'nginx',
    argumentsFor: (folder) => ['-p', folder, '-e', 'stderr', '-c', `${folder}/proxy.conf`],
    configuration: configurationWith(server),
    port,
  });

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
  const port = await reservePort();
  const proxy = await runNginx(test, port, documented(port, places));
  await restartUnderLoad(nodes, proxy, { restarts, perSecond: PER_SECOND });
}

const skip = unlessInstalled('nginx');

describe('two nodes behind nginx', { skip }, async () => {
  const server = await startPostgres({ after });

  it('two nodes behind nginx lose no submission over two rolling restarts', (test) =>
    restartBehindNginx(test, server, { delay: 0, restarts: 2 }));

  it('two nodes behind nginx, 2 ms away, lose no submission over six rolling restarts', (test) =>
    restartBehindNginx(test, server, { delay: 2, restarts: 6 }));
});

describe('ids of nginx', { skip }, () => {
  it('a request has the id that nginx gives it, whatever its visitor sends', async (test) => {
    const { url, logText } = await startService(test, { TRUSTED_PROXIES: '127.0.0.1' });
    const port = await reservePort();
    await runNginx(test, port, documented(port, [Number(new URL(url).port)]));
    const headers = { 'x-request-id': 'chosen-by-a-visitor' };
    const answer = await fetch(`http://127.0.0.1:${port}/health`, { headers });
    const id = answer.headers.get('x-request-id') ?? '';
    assert.match(id, /^[0-9a-f]{32}$/);
    assert.ok(logText().includes(`"requestId":"${id}"`) && !logText().includes('chosen'));
  });
});

describe('uploads through nginx', { skip }, () => {
  it('an upload that is refused early gets its answer through nginx without keep-alive', async (test) => {
    const { service, path } = await startFileForm(test);
    const port = await reservePort();
    await runNginx(test, port, plain(port, Number(new URL(service.url).port)));
    const over = new File([Buffer.alloc(30_000_000)], 'film.mp4');
    for (let time = 0; time < 10; time += 1) {
      const body = formOf({ file: over });
      const answer = await fetch(`http://127.0.0.1:${port}${path}`, { method: 'POST', body });
      const { error } = (await answer.json()) as { error: string };
      assert.deepEqual([answer.status, error], [413, 'file_too_large']);
    }
    const body = formOf({ file: FILE });
    const taken = await fetch(`http://127.0.0.1:${port}${path}`, { method: 'POST', body });
    assert.equal(taken.status, 200);
  });
});
