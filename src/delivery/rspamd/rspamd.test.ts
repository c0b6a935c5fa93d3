import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { after, before, describe, it } from 'node:test';
import { setImmediate as nextTurn } from 'node:timers/promises';
import PostalMime from 'postal-mime';
import {
  startRspamd,
  RSPAMD_TEST_WORDS,
  type RspamdStandIn,
} from '../../../test/support/rspamd.ts';
import { CLOSED_PORT } from '../../../test/support/own-port.ts';
import { Rspamd } from './rspamd.ts';

async function listen(server: Server): Promise<string> {
  await once(server.listen(0, '127.0.0.1'), 'listening');
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

describe('Rspamd', () => {
  let standIn: RspamdStandIn;
  before(async () => (standIn = await startRspamd(undefined, 'secret')));
  after(() => standIn.close());

  const reasons: string[] = [];
  const log = { rspamdFailed: ({ reason }: { reason: string }) => void reasons.push(reason) };

  /** Rates a message, and returns the failures that were logged. */
  async function rate(
    value: string,
    { url = standIn.url, password = 'secret', deadline = 2_000 } = {},
  ) {
    reasons.length = 0;
    const rspamd = new Rspamd({ url, password, deadline }, log);
    const facts = [{ label: 'Message', value }];
    const rating = await rspamd.rate({ requestId: 'r1', subject: 'Grüße', facts });
    return { rating, reasons: [...reasons] };
  }

  const withAnswer = async (answer: (response: ServerResponse) => void) => {
    const server = createServer((_, response) => answer(response));
    const outcome = await rate('Hello', { url: await listen(server), deadline: 300 });
    server.closeAllConnections();
    await new Promise((resolve) => void server.close(resolve));
    return outcome;
  };

  it('Rspamd decides by its action what is fine, odd and spam', async () => {
    assert.deepEqual(await rate('Hello'), { rating: 'fine', reasons: [] });
    assert.deepEqual(await rate(RSPAMD_TEST_WORDS['add header']), { rating: 'odd', reasons: [] });
    assert.deepEqual(await rate(RSPAMD_TEST_WORDS.reject), { rating: 'spam', reasons: [] });
    const byAction = (action: string) =>
      withAnswer((response) => void response.end(JSON.stringify({ action, score: 99 })));
    for (const [action, rating] of [
      ['rewrite subject', 'odd'],
      ['discard', 'spam'],
      ['soft reject', 'fine'],
      ['greylist', 'fine'],
      ['an action of the operator', 'fine'],
    ] as const) {
      assert.deepEqual(await byAction(action), { rating, reasons: [] }, action);
    }
  });

  it('Rspamd gets the subject and the fields, and no address of the inbox or the visitor', async () => {
    await rate('Wörter\nund https://example.com/');
    const call = standIn.calls.at(-1);
    assert.ok(call);
    const mail = await PostalMime.parse(call.body);
    assert.equal(mail.subject, 'Grüße');
    assert.equal(mail.text, 'Message: Wörter\nund https://example.com/\n');
    assert.deepEqual(
      [mail.from?.address, mail.to?.map(({ address }) => address)],
      ['visitor@form.invalid', ['owner@form.invalid']],
    );
    const { ip, from, rcpt, user } = call.headers;
    assert.deepEqual(
      [ip, from, rcpt, user],
      [undefined, 'visitor@form.invalid', undefined, undefined],
    );
    assert.ok(call.body.split('\r\n').every((line) => line.length <= 998));
  });

  it('Rspamd that fails lets a submission pass, and the log names the reason', async () => {
    const closed = `http://127.0.0.1:${CLOSED_PORT}`;
    assert.deepEqual(await rate('Hello', { url: closed }), {
      rating: 'fine',
      reasons: ['ECONNREFUSED'],
    });
    assert.deepEqual(await rate('Hello', { password: 'wrong' }), {
      rating: 'fine',
      reasons: ['HTTP_401'],
    });
    const cases: [reason: string, answer: (response: ServerResponse) => void][] = [
      ['TimeoutError', () => undefined],
      ['TimeoutError', (response) => void response.writeHead(200).write('{"action":')],
      ['ANSWER_NOT_JSON', (response) => void response.end('<html>')],
      ['NO_ACTION', (response) => void response.end('{"action":1}')],
      ['ANSWER_TOO_LARGE', (response) => void response.end(' '.repeat(300_000))],
      ['UND_ERR_SOCKET', (response) => void response.destroy()],
    ];
    for (const [reason, answer] of cases) {
      assert.deepEqual(await withAnswer(answer), { rating: 'fine', reasons: [reason] });
    }
    const moved = await withAnswer(
      (response) => void response.writeHead(302, { location: standIn.url }).end(),
    );
    assert.equal(moved.rating, 'fine');
    assert.equal(moved.reasons.length, 1);
  });

  it('Rspamd is asked at most 64 questions at the same time', async () => {
    const waiting: ServerResponse[] = [];
    const server = createServer((_, response) => void waiting.push(response));
    reasons.length = 0;
    const neighbour = { url: await listen(server), password: undefined, deadline: 30_000 };
    const rspamd = new Rspamd(neighbour, log);
    const content = { requestId: 'r1', subject: 'x', facts: [] };
    const arrived = async (count: number) => {
      while (waiting.length < count) await nextTurn();
    };
    const asked = Array.from({ length: 70 }, () => rspamd.rate(content));
    await arrived(64);
    assert.deepEqual(await Promise.all(asked.slice(64)), Array(6).fill('fine'));
    assert.deepEqual(reasons, Array(6).fill('OVERLOADED'));
    for (const response of waiting) response.destroy();
    assert.deepEqual(new Set(await Promise.all(asked)), new Set(['fine']));
    assert.equal(waiting.length, 64);
    const another = rspamd.rate(content);
    await arrived(65);
    waiting.at(-1)?.destroy();
    assert.equal(await another, 'fine');
    server.closeAllConnections();
    await new Promise((resolve) => void server.close(resolve));
  });
});
