import assert from 'node:assert/strict';
import { once } from 'node:events';
import { Agent, get, type IncomingMessage } from 'node:http';
import { connect, createServer, type AddressInfo, type Socket } from 'node:net';
import { describe, it, type TestContext } from 'node:test';
import { runService } from '../support/service-process.ts';
import { startSmtpSink } from '../support/smtp-sink.ts';
import { until } from '../support/until.ts';
import { toSink } from './environments.ts';
import { countArrivals, openForm, submit, type Manner } from './visitors.ts';

const KEY = Buffer.alloc(32, 7).toString('base64url');
const STOPPING = /"event":"stopping"/;

/** A service with one form, whose mail server takes `delay` milliseconds from now on. */
async function start(
  test: TestContext,
  delay = 0,
  env: Record<string, string> = {},
  nodeArguments: string[] = [],
) {
  const sink = await startSmtpSink(test);
  const service = runService(
    test,
    { ...toSink(sink), ...env },
    { patience: 50_000, nodeArguments },
  );
  const url = await service.url();
  const form = url + (await openForm(url, sink));
  sink.delay(delay);
  const agent = new Agent({ keepAlive: true });
  test.after(() => agent.destroy());
  const kept: Manner = { agent, json: true, pause: 0 };
  return { service, url, form, sink, kept };
}

type Started = Pick<Awaited<ReturnType<typeof start>>, 'service' | 'url'>;

/** Makes localhost mean both loopback addresses, as on most machines. */
const TWO_LOOPBACKS =
  'data:text/javascript,import dns from"node:dns";const real=dns.lookup;' +
  'const both=[{address:"127.0.0.1",family:4},{address:"::1",family:6}];' +
  'dns.lookup=(name,options,done)=>name==="localhost"' +
  '?options.all?done(null,both):done(null,"127.0.0.1",4):real(name,options,done)';

/** Sends the start of something and resolves with all that comes back until the end. */
async function hold(test: TestContext, url: string, bytes: string) {
  const { hostname, port } = new URL(url);
  const socket: Socket = connect(Number(port), hostname);
  test.after(async () => void socket.destroy());
  let received = '';
  socket.setEncoding('utf8').on('data', (chunk: string) => (received += chunk));
  await once(socket, 'connect');
  socket.write(bytes);
  const { promise: rest, resolve } = Promise.withResolvers<string>();
  socket.on('error', () => undefined);
  socket.on('close', () => resolve(received));
  return { socket, rest, send: (more: string) => void socket.write(more) };
}

/** Once a request on a newer connection is answered, the service has read what was sent before. */
async function settle(url: string): Promise<void> {
  const [response] = (await once(get(`${url}/health`, { agent: false }), 'response')) as [
    IncomingMessage,
  ];
  await once(response.resume(), 'end');
}

/** A client that does not read, and asks until an answer finds no room in the system's buffers. */
async function askForMuch(test: TestContext, { service, url }: Started) {
  const answered = (operation: string) =>
    service.events('request_answered').filter((event) => event['operation'] === operation).length;
  const client = await hold(test, url, '');
  client.socket.pause();
  const before = answered('getOpenApi');
  for (let asked = 1; ; asked += 1) {
    client.send('GET /openapi.json HTTP/1.1\r\nHost: x\r\n\r\n');
    await settle(url);
    // The log is in order: what was answered before that is in it by then.
    await until('a line of the log', () => answered('getHealth') === asked);
    if (answered('getOpenApi') - before < asked) return { ...client, asked };
  }
}

const headOf = (form: string) =>
  `POST ${new URL(form).pathname} HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n`;

function assertGivenUp(answer: string): void {
  assert.match(answer, /^HTTP\/1\.1 500 .*\r\n/);
  const [, body = ''] = answer.split('\r\n\r\n');
  assert.equal((JSON.parse(body) as { error: string }).error, 'internal_error');
}

describe('a stop', { concurrency: true }, () => {
  it('a stop answers what is under way and says that the connection ends', async (test) => {
    const { service, form, sink, kept } = await start(test, 500);
    const underWay = sink.taken(1);
    const answer = submit(form, 'a', kept);
    await underWay;
    service.child.kill('SIGTERM');
    const { status, connection } = await answer;
    assert.deepEqual([status, connection], [200, 'close']);
    assert.equal(await service.exited, 0);
    assert.deepEqual([...countArrivals(sink)], [['a', 1]]);
  });

  it('a stop answers what is under way on every address of HOST=localhost', async (test) => {
    const { service, form, sink } = await start(test, 500, { HOST: 'localhost' }, [
      '--import',
      TWO_LOOPBACKS,
    ]);
    const hosts = ['127.0.0.1', '[::1]'];
    const underWay = sink.taken(hosts.length);
    const answers = hosts.map((host) => {
      const url = Object.assign(new URL(form), { host: `${host}:${new URL(form).port}` });
      return submit(url.href, host, { agent: new Agent(), json: true, pause: 0 });
    });
    await underWay;
    service.child.kill('SIGTERM');
    assert.deepEqual(
      (await Promise.all(answers)).map(({ status }) => status),
      [200, 200],
    );
    assert.equal(await service.exited, 0);
  });

  it('a stop does not process what follows the last answer of a connection', async (test) => {
    const { service, url, form, sink } = await start(test, 500);
    const message = (id: string) => {
      const body = JSON.stringify({ message: `canary ${id} canary` });
      return `${headOf(form)}Content-Length: ${body.length}\r\n\r\n${body}`;
    };
    const underWay = sink.taken(1);
    const client = await hold(test, url, message('first'));
    await underWay;
    service.child.kill('SIGTERM');
    await service.until(STOPPING);
    client.send(message('second'));
    assert.equal((await client.rest).split('HTTP/1.1 200').length, 2);
    assert.equal(await service.exited, 0);
    assert.deepEqual([...countArrivals(sink).keys()], ['first']);
  });

  it('a stop does not wait for clients that never complete a request', async (test) => {
    const { service, url, form } = await start(test);
    const silent = await hold(test, url, '');
    const halfHead = await hold(test, url, headOf(form));
    const halfBody = await hold(test, url, `${headOf(form)}Content-Length: 100\r\n\r\n{"a":`);
    await settle(url);
    service.child.kill('SIGTERM');
    assert.equal(await silent.rest, '');
    assertGivenUp(await halfHead.rest);
    assertGivenUp(await halfBody.rest);
    assert.equal(await service.exited, 0);
  });

  it('a stop answers in time even if the mail server does not', async (test) => {
    const { service, form, sink } = await start(test, 30_000, { SMTP_CONNECTIONS: '2' });
    const underWay = sink.taken(2);
    const manner = { agent: new Agent(), json: true, pause: 0 };
    const answers = ['a', 'b', 'c', 'd'].map((id) => submit(form, id, manner));
    await underWay;
    service.child.kill('SIGTERM');
    const told = (await Promise.all(answers)).map(({ status, body }) => {
      const { error, ...rest } = JSON.parse(body) as {
        error: string;
        retry_after_seconds?: number;
      };
      assert.deepEqual([status, error], [503, 'delivery_failed']);
      return rest.retry_after_seconds;
    });
    // Which two of them the mail server has is chance; a doubt invites no retry.
    assert.deepEqual(
      told.toSorted((one = 0, other = 0) => one - other),
      [5, 5, undefined, undefined],
    );
    assert.equal(await service.exited, 0);
    const kinds = service.events('delivery_failed').map(({ kind }) => kind);
    assert.deepEqual(kinds, ['overloaded', 'overloaded', 'doubtful', 'doubtful']);
  });

  it('a stop lets a slow client read its answers to the end', async (test) => {
    const started = await start(test, 0, { LOG_LEVEL: 'debug' });
    const { service, url } = started;
    const document = await (await fetch(`${url}/openapi.json`)).text();
    await service.until(/"operation":"getOpenApi"/);
    const { socket, rest, asked } = await askForMuch(test, started);
    service.child.kill('SIGTERM');
    await service.until(STOPPING);
    socket.resume();
    const received = await rest;
    assert.equal(received.split(document).length, asked + 1, `${received.length} characters`);
    assert.equal(await service.exited, 0);
  });

  it('a stop does not wait for a client that never reads its answers', async (test) => {
    const started = await start(test, 0, { LOG_LEVEL: 'debug' });
    await askForMuch(test, started);
    started.service.child.kill('SIGTERM');
    assert.equal(await started.service.exited, 0);
  });

  it('a stop ends at once on a second signal, with exit code 1', async (test) => {
    const { service, url, form } = await start(test);
    await hold(test, url, headOf(form));
    await settle(url);
    service.child.kill('SIGTERM');
    await service.until(STOPPING);
    service.child.kill('SIGTERM');
    assert.equal(await service.exited, 1);
    assert.deepEqual(service.events('stopped'), []);
  });

  it('a stop is possible while the start still waits for its database', async (test) => {
    const silent = createServer().listen(0, '127.0.0.1');
    await once(silent, 'listening');
    test.after(() => silent.close());
    const { port } = silent.address() as AddressInfo;
    const service = runService(test, {
      DATABASE_URL: `postgres://nobody@127.0.0.1:${port}/none`,
      SEALING_KEYS: `k1:${KEY}`,
      INDEX_KEY: KEY,
    });
    const [socket] = (await once(silent, 'connection')) as [Socket];
    service.child.kill('SIGTERM');
    assert.equal(await service.exited, 0);
    socket.destroy();
    assert.equal(service.output(), '');
  });
});
