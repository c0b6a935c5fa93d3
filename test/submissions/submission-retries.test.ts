import assert from 'node:assert/strict';
import { setTimeout as wait } from 'node:timers/promises';
import { describe, it } from 'node:test';
import type { Store } from '../../src/platform/stores/store.ts';
import { filesIn, findHidden } from '../support/hidden-text.ts';
import { startService } from '../support/service.ts';
import { isDelivery } from '../support/smtp-sink.ts';

const KEY = { 'idempotency-key': 'a key of 16 random bytes' };
const FIELDS = { name: 'Ada', message: 'Hello' };
const HTML = { accept: 'text/html' };
const HOUR = 3_600_000;

const times = <T>(count: number, run: () => T): T[] => Array.from({ length: count }, run);

/** A store with changed outcomes; what `change` does not replace is the real thing. */
const withOutcomes =
  (change: (outcomes: Store['outcomes']) => Partial<Store['outcomes']>) => (store: Store) => ({
    ...store,
    outcomes: { ...store.outcomes, ...change(store.outcomes) },
  });

/** A store that never records how a delivery ended, as if its process had died. */
const forgetful = withOutcomes(() => ({
  settle: () => Promise.reject(new Error('the disk is full')),
}));

describe('submissions repeated with their Idempotency-Key', () => {
  // Guarantee: A submission
  it('a retry gets the answer of the first submission, and is neither delivered nor counted', async (test) => {
    const { activeRoute, submit, sink, logText } = await startService(test);
    const { form_id } = await activeRoute();
    const first = await submit(form_id, { ...FIELDS, _test: 'ping' }, KEY);
    assert.equal(first.status, 200);
    assert.equal(first.json.echo, 'ping');
    const again = await submit(form_id, { ...FIELDS, _test: 'ping' }, KEY);
    assert.deepEqual(again.json, first.json);
    assert.equal(sink.received(), 2, 'the verification mail and one delivery');
    const next = await submit(form_id, FIELDS);
    assert.equal(next.json.used, 2);
    assert.notEqual(next.json.delivery_id, first.json.delivery_id);
    assert.equal(logText().split('"event":"submission_replayed"').length, 2);
  });

  it('a retry gets the first answer as JSON, page or redirect', async (test) => {
    const { activeRoute, submit, sink } = await startService(test);
    const { form_id } = await activeRoute();
    const redirect = { ...FIELDS, _redirect: 'https://example.com/thanks' };
    const asked = { 'idempotency-key': 'redirected' };
    const answers = [
      await submit(form_id, FIELDS, { ...KEY, ...HTML }),
      await submit(form_id, FIELDS, { ...KEY, ...HTML }),
      await submit(form_id, redirect, asked),
      await submit(form_id, redirect, asked),
    ];
    assert.deepEqual(
      answers.map(({ status }) => status),
      [200, 200, 303, 303],
    );
    assert.equal(answers[1]?.text, answers[0]?.text);
    assert.equal(answers[3]?.headers.get('location'), 'https://example.com/thanks');
    assert.equal(sink.mails.length, 2);
  });

  it('a retry may change the media type and the captcha token', async (test) => {
    const { activeRoute, submit, request, sink } = await startService(test);
    const { form_id } = await activeRoute();
    const first = await submit(form_id, { ...FIELDS, 'g-recaptcha-response': 'one' }, KEY);
    const body = new FormData();
    for (const [name, value] of Object.entries(FIELDS)) body.set(name, value);
    body.set('g-recaptcha-response', 'two');
    const again = await request(`/f/${form_id}`, { method: 'POST', headers: KEY, body });
    assert.deepEqual(again.json, first.json);
    assert.equal(sink.mails.length, 1);
  });

  it('of 20 parallel retries one is delivered, and all get its answer', async (test) => {
    const { activeRoute, submit, sink } = await startService(test);
    const { form_id } = await activeRoute();
    sink.delay(300);
    const answers = await Promise.all(times(20, () => submit(form_id, FIELDS, KEY)));
    for (const { status, json } of answers) {
      assert.equal(status, 200);
      assert.deepEqual(json, answers[0]?.json);
    }
    assert.equal(answers[0]?.json.used, 1);
    assert.equal(sink.mails.length, 1);
  });

  it('another body, another form or no key makes another submission', async (test) => {
    const { activeRoute, submit, sink } = await startService(test);
    const [one, other] = [await activeRoute(), await activeRoute({ alias: 'Other' })];
    // The notice of a further form is a mail to the owner, too.
    const deliveries = () => sink.mails.filter(isDelivery).length;
    await submit(one.form_id, FIELDS, KEY);
    for (const change of [{ message: 'Bye' }, { _subject: 'Hi' }, { _test: 'x' }, { more: '' }]) {
      const { status, json } = await submit(one.form_id, { ...FIELDS, ...change }, KEY);
      assert.deepEqual([status, json.error], [422, 'idempotency_key_conflict']);
    }
    assert.equal(deliveries(), 1);
    assert.equal((await submit(other.form_id, FIELDS, KEY)).status, 200);
    assert.equal((await submit(one.form_id, FIELDS)).status, 200);
    assert.equal(deliveries(), 3);
  });

  it('a retry is tried again after every failure', async (test) => {
    const { activeRoute, submit, sink } = await startService(test, { MONTHLY_LIMIT: '1' });
    const { form_id } = await activeRoute();
    sink.refuseWith({ code: 451, text: 'not now' });
    assert.equal((await submit(form_id, FIELDS, KEY)).status, 503);
    sink.refuseWith(undefined);
    sink.vanishAfterData(true);
    assert.equal((await submit(form_id, FIELDS, KEY)).status, 503, 'in doubt');
    sink.vanishAfterData(false);
    assert.equal((await submit(form_id, FIELDS, KEY)).status, 200);
    const exhausted = { 'idempotency-key': 'exhausted' };
    assert.equal((await submit(form_id, FIELDS, exhausted)).status, 429);
    assert.equal((await submit(form_id, { message: 'Other' }, exhausted)).status, 429);
    assert.equal((await submit(form_id, FIELDS, KEY)).status, 200, 'beyond the allowance');
  });

  it('a trapped or wrong submission leaves nothing under its key', async (test) => {
    const { activeRoute, submit, sink } = await startService(test);
    const { form_id } = await activeRoute();
    assert.equal((await submit(form_id, { ...FIELDS, _gotcha: 'x' }, KEY)).status, 200);
    assert.equal((await submit(form_id, { ...FIELDS, _redirect: '/x' }, KEY)).status, 400);
    assert.equal((await submit(form_id, { message: ' ' }, KEY)).status, 400);
    assert.equal((await submit(form_id, FIELDS, KEY)).status, 200);
    assert.equal(sink.mails.length, 1);
  });
});

describe('the memory of Idempotency-Keys', () => {
  it('an Idempotency-Key is remembered for 24 hours', async (test) => {
    let time = Date.now();
    const { activeRoute, submit, sink } = await startService(test, {}, { now: () => time });
    const { form_id } = await activeRoute();
    await submit(form_id, FIELDS, KEY);
    time += 24 * HOUR - 1;
    assert.equal((await submit(form_id, FIELDS, KEY)).status, 200);
    assert.equal(sink.mails.length, 1);
    time += 1;
    assert.equal((await submit(form_id, { message: 'Something else' }, KEY)).status, 200);
    assert.equal(sink.mails.length, 2);
  });

  it('an Idempotency-Key is taken over from a dead process after a minute, and not before', async (test) => {
    let time = Date.now();
    const overrides = { now: () => time, wrapStore: forgetful };
    const { activeRoute, submit, sink } = await startService(test, {}, overrides);
    const { form_id } = await activeRoute();
    await submit(form_id, FIELDS, KEY);
    time += 59_999;
    const retry = submit(form_id, FIELDS, KEY);
    await wait(500);
    assert.equal(sink.mails.length, 1);
    time += 1;
    assert.equal((await retry).status, 200);
    assert.equal(sink.mails.length, 2);
  });

  it('a retry waits some time for the first submission, and then says so', async (test) => {
    const { activeRoute, submit, sink } = await startService(test, {}, { wrapStore: forgetful });
    const { form_id } = await activeRoute();
    await submit(form_id, FIELDS, KEY);
    const { status, json } = await submit(form_id, FIELDS, KEY);
    assert.deepEqual([status, json.error, json.retryable], [503, 'delivery_failed', true]);
    assert.match(json.message, /still under way/);
    assert.equal(json.retry_after_seconds, 30);
    assert.equal(sink.mails.length, 1);
  });

  it('a submission keeps its answer when the store cannot keep it', async (test) => {
    const { activeRoute, submit, logText } = await startService(test, {}, { wrapStore: forgetful });
    const { form_id } = await activeRoute();
    const { status, json } = await submit(form_id, FIELDS, KEY);
    assert.deepEqual([status, json.delivery], [200, { email: 'delivered' }]);
    assert.match(logText(), /"event":"outcome_not_kept"/);
  });

  it('a submission without a key causes no work for keys', async (test) => {
    const calls: string[] = [];
    const wrapStore = withOutcomes((outcomes) =>
      Object.fromEntries(
        Object.entries(outcomes).map(([name, call]) => [
          name,
          (...args: never[]) => {
            calls.push(name);
            return (call as (...of: never[]) => Promise<unknown>)(...args);
          },
        ]),
      ),
    );
    const { activeRoute, submit } = await startService(test, {}, { wrapStore });
    const { form_id } = await activeRoute();
    const asked = () => calls.filter((name) => name !== 'removeClaimedBefore');
    await submit(form_id, FIELDS);
    assert.deepEqual(asked(), []);
    await submit(form_id, FIELDS, KEY);
    assert.deepEqual(asked(), ['claim', 'settle']);
  });

  it('the memory of an Idempotency-Key holds neither key nor content', async (test) => {
    const service = await startService(test);
    const { form_id } = await service.activeRoute();
    const secret = 'canary-5b1d9c7e3a';
    const headers = { 'idempotency-key': `key-${secret}` };
    const fields = { [`field-${secret}`]: secret, _subject: secret, _test: secret };
    const { json } = await service.submit(form_id, fields, headers);
    await service.submit(form_id, fields, headers);
    const places = [
      ...filesIn(service.folder),
      { name: 'the log', bytes: Buffer.from(service.logText()) },
    ];
    const [digest] =
      Buffer.from(json.receipt.split('~')[1], 'base64url')
        .toString()
        .match(/[\w-]{43}/) ?? [];
    assert.ok(digest);
    const secrets = {
      secret,
      digest,
      delivery: json.delivery_id,
      receipt: json.receipt.slice(-40),
    };
    assert.deepEqual(findHidden(places, secrets), []);
    assert.notDeepEqual(findHidden(places, { form_id }), [], 'the search finds what is there');
  });
});
