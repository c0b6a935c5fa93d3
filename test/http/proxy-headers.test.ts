import assert from 'node:assert/strict';
import { fastify } from 'fastify';
import { describe, it, type TestContext } from 'node:test';
import fc from 'fast-check';
import { createLog } from '../../src/platform/log/log.ts';
import { withTraces } from '../../src/platform/log/traces.ts';
import { createMatch } from '../../src/platform/settings/proxy-networks.ts';
import { traceOf } from '../../src/web/http/proxy-headers.ts';
import { postMcp } from '../mcp/mcp-client.ts';
import { startService, type TestService } from '../support/service.ts';

const TRACE = '4bf92f3577b34da6a3ce929d0e0e4736';
const traceparent = `00-${TRACE}-00f067aa0ba902b7-01`;
const GIVEN = '6b1f0a52-5f0e-4d53-9b53-3f9f3b0c1d7e';

const OWN = /^req_[0-9a-f]{16}$/;

const start = async (test: TestContext, proxies: string | undefined = '127.0.0.1') => {
  const service = await startService(test, proxies ? { TRUSTED_PROXIES: proxies } : {});
  return { service, form: (await service.activeRoute()).form_id };
};

const idOf = (answer: { headers: Headers }) => answer.headers.get('x-request-id') ?? '';

type Line = Record<string, unknown>;

const linesOf = ({ logText }: TestService): Line[] =>
  logText()
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as Line);

/** The events of the lines with these values. */
const eventsWith = (service: TestService, values: Line) =>
  linesOf(service)
    .filter((line) => Object.entries(values).every(([name, value]) => line[name] === value))
    .map(({ event }) => event);

describe('X-Request-Id of a proxy', () => {
  it('X-Request-Id of a trusted proxy names the request, in its answer and in all of its lines', async (test) => {
    const { service, form } = await start(test);
    for (const given of [GIVEN, 'f'.repeat(32), 'a', 'Root=1-67891233-abc/+:._', 'x'.repeat(128)]) {
      const answer = await service.submit(form, { message: 'm' }, { 'x-request-id': given });
      assert.equal(idOf(answer), given);
      const events = eventsWith(service, { requestId: given });
      assert.ok(events.includes('submission_delivered') && events.includes('request_answered'));
    }
    const refused = await service.submit(form, { message: ' ' }, { 'x-request-id': 'refused-1' });
    assert.equal(idOf(refused), 'refused-1');
    assert.ok(eventsWith(service, { requestId: 'refused-1' }).includes('request_refused'));
  });

  it('X-Request-Id that is too long, or has more than letters, digits and a few marks, is replaced', async (test) => {
    const { service, form } = await start(test);
    const odd = [
      ['x'.repeat(129), '', ' ', 'a b', 'a,b', 'a"b', 'owner@example.com'],
      ['<b>', '\u00fc'],
    ].flat();
    for (const given of odd) {
      const answer = await service.submit(form, { message: 'm' }, { 'x-request-id': given });
      assert.match(idOf(answer), OWN, given);
    }
    assert.doesNotMatch(service.logText(), /owner@example|<b>|xxx/);
  });

  it('X-Request-Id and traceparent of anybody else are ignored', async (test) => {
    for (const proxies of ['', '192.0.2.1,10.0.0.0/8']) {
      const { service, form } = await start(test, proxies);
      const headers = { 'x-request-id': GIVEN, traceparent, 'x-forwarded-for': '10.0.0.1' };
      const answer = await service.submit(form, { message: 'm' }, headers);
      assert.match(idOf(answer), OWN);
      assert.ok(!service.logText().includes(GIVEN) && !service.logText().includes(TRACE));
    }
  });
});

describe('traceparent of a proxy', () => {
  it('traceparent of a trusted proxy is in the lines of its request, and in no others', async (test) => {
    const { service, form } = await start(test);
    const other = await service.submit(form, { message: 'm' });
    const headers = { traceparent };
    const ids = [
      idOf(await service.submit(form, { message: 'm' }, headers)),
      idOf(await service.submit(form, { message: ' ' }, headers)),
      idOf(await service.submit(form, { message: 'm' }, { ...headers, 'x-request-id': GIVEN })),
    ];
    assert.ok(ids[0] && OWN.test(ids[0]) && ids[2] === GIVEN);
    for (const line of linesOf(service))
      assert.equal(line['trace_id'], ids.includes(String(line['requestId'])) ? TRACE : undefined);
    const refused = eventsWith(service, { trace_id: TRACE, requestId: ids[1] });
    assert.ok(refused.includes('request_refused') && refused.includes('request_answered'));
    assert.ok(eventsWith(service, { requestId: idOf(other) }).length > 0);
  });

  it('traceparent and X-Request-Id of a call at /mcp count for the operation that it calls', async (test) => {
    const { service, form } = await start(test);
    const call = {
      jsonrpc: '2.0',
      id: 1,
      method: 'tools/call',
      params: { name: 'get_form_status', arguments: { form_id: form } },
    };
    const headers = { traceparent, 'x-request-id': GIVEN };
    assert.equal(idOf(await postMcp(service, call, { headers })), GIVEN);
    const operations = linesOf(service)
      .filter(({ event, trace_id: trace }) => event === 'request_answered' && trace === TRACE)
      .map(({ requestId, operation }) => `${String(requestId)} ${String(operation)}`);
    assert.deepEqual(operations, [`${GIVEN} getRoute`, `${GIVEN} mcp`]);
  });

  const parent = '00f067aa0ba902b7';
  const valid = [
    traceparent,
    `00-${TRACE}-${parent}-00`,
    `00-${TRACE}-${parent}-ff`,
    `01-${TRACE}-${parent}-01`,
    `cc-${TRACE}-${parent}-01-what-the-future-will-be`,
  ];
  const invalid = [
    undefined,
    '',
    TRACE,
    ` ${traceparent}`,
    `${traceparent} `,
    `${traceparent}, ${traceparent}`,
    `${traceparent}-more`,
    `${traceparent}-`,
    traceparent.toUpperCase(),
    `ff-${TRACE}-${parent}-01`,
    `0-${TRACE}-${parent}-01`,
    `01-${TRACE}-${parent}-01.more`,
    `00-${'0'.repeat(32)}-${parent}-01`,
    `00-${TRACE}-${'0'.repeat(16)}-01`,
    `00-${TRACE.slice(1)}-${parent}-01`,
    `00-${TRACE}0-${parent}-01`,
    `00-${TRACE}-${parent}-1`,
    `00-${TRACE}-${parent}`,
    `00-${TRACE}-${parent.replace('f', 'g')}-01`,
  ];

  it('traceparent counts only if it is valid', () => {
    for (const text of valid) assert.equal(traceOf(text), TRACE, text);
    for (const text of invalid) assert.equal(traceOf(text), undefined, text);
  });

  it('traces are forgotten, the oldest first, so that they take bounded memory', () => {
    const lines: Line[] = [];
    const write = (line: string) => void lines.push(JSON.parse(line) as Line);
    const { log, noteTrace } = withTraces(createLog('debug', { write }));
    for (let at = 0; at < 10_001; at += 1) noteTrace(`r${at}`, TRACE);
    for (const requestId of ['r0', 'r1', 'r10000'])
      log.requestUnreadable({ requestId, status: 400 });
    log.stopped();
    assert.deepEqual(
      lines.map(({ trace_id: trace }) => trace),
      [undefined, TRACE, TRACE, undefined],
    );
  });
});

it('an address is a trusted proxy for these headers where it is one for X-Forwarded-For', async () => {
  const v4 = fc.ipV4().map((address) => address.replace(/^\d+/, '10'));
  const v6 = fc.ipV6().filter((address) => !address.includes('.'));
  const network = fc.oneof(
    v4,
    v6,
    fc.tuple(v4, fc.integer({ min: 1, max: 32 })).map((parts) => parts.join('/')),
    fc.tuple(v6, fc.integer({ min: 1, max: 128 })).map((parts) => parts.join('/')),
  );
  const anyAddress = fc.oneof(
    v4,
    v6,
    v4.map((address) => `::ffff:${address}`),
  );
  await fc.assert(
    fc.asyncProperty(
      fc.array(network, { minLength: 1, maxLength: 4 }),
      anyAddress,
      async (list, some) => {
        const app = fastify({ trustProxy: list });
        app.get('/', (request) => ({ hops: request.ips?.length }));
        for (const remoteAddress of [some, ...list.map((entry) => entry.split('/')[0] ?? '')]) {
          const headers = { 'x-forwarded-for': '192.0.2.1' };
          const { hops } = (await app.inject({ url: '/', remoteAddress, headers })).json();
          assert.equal(
            createMatch(list)(remoteAddress),
            hops > 1,
            `${remoteAddress} in ${list.join()}`,
          );
        }
      },
    ),
    { numRuns: 60 },
  );
});
