import assert from 'node:assert/strict';
import { describe, it, type TestContext } from 'node:test';
import { LIMITS } from '../../src/contract/limits.ts';
import { Automaton } from '../../src/fields/pattern-automaton.ts';
import { startClamd } from '../support/clamd.ts';
import { sendRaw } from '../support/raw-http.ts';
import { startRspamd } from '../support/rspamd.ts';
import { startService, type Answer } from '../support/service.ts';
import { isDelivery } from '../support/smtp-sink.ts';
import { standing } from '../support/time-windows.ts';

const FLOOD = 80;

/** How often patterns are matched until the test ends. */
function countPatterns(test: TestContext): () => number {
  const run = test.mock.method(Automaton.prototype, 'matches');
  return () => run.mock.callCount();
}

/** A service beside both neighbours, and a form for which all of them and a pattern work. */
async function start(test: TestContext, rates = '60/20') {
  const [rspamd, clamd] = [await startRspamd(), await startClamd()];
  test.after(() => Promise.all([rspamd.close(), clamd.close()]));
  const service = await startService(
    test,
    {
      SUBMIT_RATE_PER_MINUTE: rates,
      TRUSTED_PROXIES: '127.0.0.1, ::1',
      RSPAMD_URL: rspamd.url,
      CLAMD_URL: clamd.url,
    },
    standing(),
  );
  const fields = [
    { name: 'code', pattern: '[A-Z]{2}[0-9]+' },
    { name: 'file', type: 'file' },
  ];
  const form = await service.activeRoute({ settings: { files: {}, fields } });
  const patterns = countPatterns(test);
  return {
    ...service,
    form,
    rspamd,
    send(number: number, caller: string, code = `AB${number}`): Promise<Answer> {
      const body = new FormData();
      body.append('code', code);
      body.append('file', new File([`file ${number}`], 'a.txt'));
      const headers = { 'x-forwarded-for': caller };
      return service.request(`/f/${form.form_id}`, { method: 'POST', headers, body });
    },
    work: () => ({
      patterns: patterns(),
      questions: rspamd.calls.length,
      scans: clamd.sizes.length,
      mails: service.sink.mails.filter(isDelivery).length,
    }),
  };
}

const all = (number: number) => ({
  patterns: number,
  questions: number,
  scans: number,
  mails: number,
});

const refusedOf = (answers: readonly Answer[]) =>
  answers.filter(({ status, json }) => status === 429 && json.error === 'rate_limited').length;

const numbers = Array.from({ length: FLOOD }, (_, number) => number);

describe('a client over its rate', () => {
  it('no pattern runs, and no neighbour works, for a client over its rate, one after the other', async (test) => {
    const { send, work } = await start(test);
    const answers = [];
    for (const number of numbers) answers.push(await send(number, '198.51.100.1'));
    assert.equal(refusedOf(answers), FLOOD - 20);
    assert.deepEqual(work(), all(20));
    assert.equal((await send(0, '198.51.100.2')).status, 200, 'another client');
  });

  it('no pattern runs, and no neighbour works, for a client over its rate, all at once', async (test) => {
    const { send, work } = await start(test);
    const answers = await Promise.all(numbers.map((number) => send(number, '198.51.100.1')));
    assert.equal(refusedOf(answers), FLOOD - 20);
    assert.deepEqual(work(), all(20));
    assert.equal((await send(0, '198.51.100.2')).status, 200, 'another client');
  });

  it('a request over its rate is answered before its body, whatever it announces', async (test) => {
    const { send, url, form } = await start(test, '60/1');
    assert.equal((await send(0, '198.51.100.1')).status, 200);
    const types = ['text/plain', 'application/json', 'multipart/form-data; boundary=x'];
    for (const type of types) {
      const head =
        `POST /f/${form.form_id} HTTP/1.1\r\nHost: x\r\nX-Forwarded-For: 198.51.100.1\r\n` +
        `Content-Type: ${type}\r\nContent-Length: 99999999\r\nConnection: close\r\n\r\n`;
      assert.match(await sendRaw(url, head, 2_000), /^HTTP\/1.1 429 [^]*"rate_limited"/, type);
    }
  });

  it('requests that are under way and not counted yet leave the rate when they end', async (test) => {
    const { send } = await start(test, '60/4');
    const faulty = (number: number) => send(number, '198.51.100.1', 'wrong');
    for (let round = 0; round < 3; round += 1) {
      const answers = await Promise.all([1, 2, 3, 4].map(faulty));
      assert.ok(answers.every(({ status }) => status === 422));
    }
    const answers = await Promise.all(numbers.slice(0, 4).map((n) => send(n, '198.51.100.1')));
    assert.ok(answers.every(({ status }) => status === 200));
  });
});

describe('a form whose rate is used up', () => {
  it('no neighbour works for submissions that the rate of the form refuses', async (test) => {
    const { send, work } = await start(test, '5/5');
    const answers = [];
    for (const number of numbers.slice(0, 20)) {
      answers.push(await send(number, `198.51.100.${number}`));
    }
    assert.equal(refusedOf(answers), 15);
    const { questions, scans, mails } = work();
    assert.deepEqual([questions, scans, mails], [5, 5, 5]);
  });
});

describe('patterns that are hard to match', () => {
  it('patterns work for a client for so long a minute, and others are not held up', async (test) => {
    const { submit, activeRoute, work } = await start(test, '99/99');
    const fields = [{ name: 'a', pattern: '[ab]*a([ab]?){900}' }];
    const { form_id } = await activeRoute({ settings: { fields } });
    const text = 'ab'.repeat(LIMITS.patternTextCharacters / 2 - 1);
    const send = (caller: string) =>
      submit(form_id, { a: `${text}c` }, { 'x-forwarded-for': caller });
    const codes = [];
    do codes.push((await send('198.51.100.1')).json.error);
    while (codes.at(-1) !== 'rate_limited' && codes.length < 50);
    assert.ok(codes.length > 3 && codes.length < 30, `${codes.length} submissions`);
    assert.deepEqual(new Set(codes.slice(0, -1)), new Set(['submission_invalid']));
    const ran = work().patterns;
    assert.equal((await send('198.51.100.1')).json.error, 'rate_limited');
    assert.equal(work().patterns, ran);
    assert.equal((await send('198.51.100.2')).json.error, 'submission_invalid');
  });
});

describe('refused submissions', () => {
  it('refused and trapped submissions have a rate of their own, over all forms, and are not read beyond it', async (test) => {
    const { send, request, activeRoute, form, work } = await start(test, '60/4');
    const other = await activeRoute({ email: 'other@example.com' });
    const caller = { 'x-forwarded-for': '198.51.100.1' };
    const post = (form_id: string, type: string, body: string) =>
      request(`/f/${form_id}`, {
        method: 'POST',
        headers: { ...caller, 'content-type': type },
        body,
      });
    const refused = [
      () => send(0, '198.51.100.1', 'wrong'),
      () => post(form.form_id, 'application/json', '{'),
      () => post(other.form_id, 'text/plain', 'x'),
      () => post(other.form_id, 'application/json', '{"message":" "}'),
      () => post(other.form_id, 'application/json', '{"message":"x","_gotcha":"on"}'),
    ];
    const statuses = new Set<number>();
    const most = 4 * LIMITS.refusalsPerSubmission;
    for (let count = 0; count < most; count += 1) {
      const answer = await refused[count % refused.length]?.();
      statuses.add(answer?.status ?? 0);
    }
    assert.deepEqual(
      [...statuses].toSorted((a, b) => a - b),
      [200, 400, 415, 422],
    );
    const { patterns } = work();
    for (const again of [...refused, () => send(1, '198.51.100.1')]) {
      assert.equal((await again()).json.error, 'rate_limited');
    }
    assert.deepEqual(work(), { ...all(0), patterns });
    assert.equal((await send(1, '198.51.100.2')).status, 200, 'another client');
  });

  it('refused submissions are not counted if clients have no rate', async (test) => {
    const { submit, form } = await start(test, '60/0');
    for (let count = 0; count < 30; count += 1) {
      assert.equal((await submit(form.form_id, { code: 'wrong' })).status, 422);
    }
  });

  it('submissions that were delivered leave the rate of refused ones as it is', async (test) => {
    const { submit, activeRoute } = await start(test, '99/3');
    for (let inbox = 0; inbox < 6; inbox += 1) {
      const { form_id } = await activeRoute({ email: `inbox${inbox}@example.com` });
      for (const message of ['a', 'b', 'c']) {
        assert.equal((await submit(form_id, { message })).status, 200);
      }
    }
  });
});
