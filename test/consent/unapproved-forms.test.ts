import assert from 'node:assert/strict';
import { describe, it, type TestContext } from 'node:test';
import { unapprovedShare } from '../../src/inboxes/allowance.ts';
import { parseEmailAddress } from '../../src/platform/text/email-address.ts';
import { identifyInbox } from '../../src/inboxes/inbox-identity.ts';
import { keyedHash } from '../../src/platform/secrets/keyed-hash.ts';
import type { Store } from '../../src/platform/stores/store.ts';
import { linkedToken, OWNER, startService, type TestService } from '../support/service.ts';
import { isDelivery } from '../support/smtp-sink.ts';
import { until } from '../support/until.ts';

const FIELDS = { message: 'Hello' };
const JULY = Date.UTC(2030, 6, 15);
const AUGUST = Date.UTC(2030, 7, 1);

/** An inbox with a form its owner confirmed, and later forms of strangers. */
async function start(test: TestContext, limit: number, strangers = 2) {
  let time = JULY;
  let kept: Store | undefined;
  const overrides = { now: () => time, wrapStore: (store: Store) => (kept = store) };
  const service = await startService(test, { MONTHLY_LIMIT: `${limit}` }, overrides);
  const { form_id: own } = await service.activeRoute();
  const made: string[] = [];
  for (let at = 0; at < strangers; at += 1) {
    const { status, json } = await service.create({ alias: `Form ${at}` });
    assert.equal(status, 201);
    made.push(json.form_id);
  }
  /** Submits to all forms at once; counts the answers by their status. */
  const submitAll = async (forms: readonly string[]) => {
    const answers = await Promise.all(forms.map((form) => service.submit(form, FIELDS)));
    const counts: Record<number, number> = {};
    for (const { status } of answers) counts[status] = (counts[status] ?? 0) + 1;
    return counts;
  };
  const shareUsed = async () => {
    const address = parseEmailAddress(OWNER);
    assert.ok(kept && address);
    const { keyring } = service.service;
    const subject = keyedHash(keyring, 'unapproved-forms', identifyInbox(keyring, address).quota);
    return kept.counters.read(subject, AUGUST / 1000);
  };
  const setTime = (to: number) => void (time = to);
  return { ...service, own, made, submitAll, shareUsed, setTime };
}

/** This many submissions, spread over the forms. */
const spread = (forms: readonly string[], times: number) =>
  Array.from({ length: times }, (_, at) => forms[at % forms.length] ?? '');

const delivered = ({ sink }: TestService) => sink.mails.filter(isDelivery).length;

const cases: [limit: number, share: number | undefined][] = [
  [0, undefined],
  [1, undefined],
  [25, undefined],
  [26, 25],
  [125, 25],
  [130, 26],
  [250, 50],
  [254, 50],
  [1_000, 200],
  [1_000_000, 200_000],
];
for (const [limit, share] of cases)
  it(`unapproved forms share ${share ?? 'the whole month'} of ${limit}`, () => {
    assert.equal(unapprovedShare(limit), share);
  });

describe('forms that the inbox owner has not approved', () => {
  it('unapproved forms deliver exactly their share of the month under concurrency', async (test) => {
    const service = await start(test, 30);
    const { own, made, submit, submitAll } = service;
    assert.deepEqual(await submitAll(spread(made, 40)), { 200: 25, 429: 15 });
    assert.equal(delivered(service), 25);
    for (const form of made) {
      const { json } = await submit(form, FIELDS);
      assert.deepEqual(
        [json.error, json.used, json.limit],
        ['monthly_allowance_exhausted', 25, 25],
      );
      assert.equal(json.resets_at, '2030-08-01T00:00:00.000Z');
      assert.match(json.message, /has not approved this form yet.*"Approve this form"/);
    }
    const { json } = await submit(own, FIELDS);
    assert.deepEqual([json.used, json.limit], [26, 30], 'what was refused takes nothing');
    assert.deepEqual(await submitAll(spread([own], 10)), { 200: 4, 429: 6 });
    const full = await submit(own, FIELDS);
    assert.deepEqual([full.json.used, full.json.limit], [30, 30]);
    assert.doesNotMatch(full.json.message, /approved/);
  });

  it('unapproved forms get a new share each month', async (test) => {
    const { made, submit, submitAll, setTime } = await start(test, 30);
    assert.deepEqual(await submitAll(spread(made, 26)), { 200: 25, 429: 1 });
    setTime(AUGUST);
    const { json } = await submit(made[0] ?? '', FIELDS);
    assert.deepEqual([json.used, json.limit], [1, 30]);
  });

  it('unapproved forms may use the whole of a small or unlimited month', async (test) => {
    const small = await start(test, 3);
    assert.deepEqual(await small.submitAll(spread(small.made, 4)), { 200: 3, 429: 1 });
    const { json } = await small.submit(small.made[0] ?? '', FIELDS);
    assert.doesNotMatch(json.message, /approved/);
    const unlimited = await start(test, 0);
    assert.deepEqual(await unlimited.submitAll(spread(unlimited.made, 30)), { 200: 30 });
  });

  it('unapproved forms get failed deliveries back', async (test) => {
    const { made, sink, submitAll } = await start(test, 30);
    sink.refuseWith({ code: 451, text: 'not now' });
    assert.deepEqual(await submitAll(spread(made, 20)), { 503: 20 });
    sink.refuseWith(undefined);
    assert.deepEqual(await submitAll(spread(made, 30)), { 200: 25, 429: 5 });
  });

  it('a failed delivery is given back to the month it was taken from', async (test) => {
    const { made, sink, submit, submitAll, setTime } = await start(test, 30, 1);
    const [form = ''] = made;
    assert.deepEqual(await submitAll(spread(made, 24)), { 200: 24 });
    sink.delay(200);
    sink.refuseWith({ code: 451, text: 'not now' });
    const underWay = sink.taken(1);
    const answer = submit(form, FIELDS);
    await underWay;
    setTime(AUGUST);
    assert.equal((await answer).status, 503);
    sink.refuseWith(undefined);
    sink.delay(0);
    setTime(JULY);
    assert.deepEqual(await submitAll(spread(made, 2)), { 200: 1, 429: 1 });
    setTime(AUGUST);
    assert.deepEqual(await submitAll(spread(made, 26)), { 200: 25, 429: 1 });
  });

  it('unapproved forms keep their share when the month is used up', async (test) => {
    const { own, made, submitAll, shareUsed } = await start(test, 30);
    assert.deepEqual(await submitAll(spread([own], 30)), { 200: 30 });
    assert.deepEqual(await submitAll(spread(made, 40)), { 429: 40 });
    assert.equal(await shareUsed(), 0);
  });

  it('a dry run beyond the share is refused like a submission, and costs nothing', async (test) => {
    const { own, made, submit, submitAll } = await start(test, 30);
    const dry = { ...FIELDS, _dry_run: 'true' };
    assert.deepEqual(await submitAll(spread(made, 24)), { 200: 24 });
    for (const form of made) assert.equal((await submit(form, dry)).status, 200);
    assert.deepEqual(await submitAll(spread(made, 1)), { 200: 1 });
    const [real, rehearsed] = [
      await submit(made[0] ?? '', FIELDS),
      await submit(made[0] ?? '', dry),
    ];
    assert.deepEqual(rehearsed.json, real.json);
    assert.equal((await submit(own, dry)).status, 200);
  });

  it('visitors of an unapproved form beyond its share see a page in their language', async (test) => {
    const { made, submit, submitAll } = await start(test, 30);
    await submitAll(spread(made, 25));
    const headers = { accept: 'text/html', 'accept-language': 'de' };
    const { status, text } = await submit(made[0] ?? '', FIELDS, headers);
    assert.equal(status, 429);
    assert.match(text, /Der Inhaber des Postfachs hat dieses Formular noch nicht freigegeben/);
    assert.match(text, /Bitte sagen Sie dem Inhaber der Website Bescheid/);
  });

  it('each form may use the whole month once its owner approves it', async (test) => {
    const service = await start(test, 30);
    const { made, submit, submitAll, request } = service;
    const [form = '', other = ''] = made;
    assert.deepEqual(await submitAll(spread([form], 26)), { 200: 25, 429: 1 });
    const notice = () =>
      service.sink.mails.find(
        ({ email }) => email.subject?.startsWith('A new form') && email.text?.includes(form),
      );
    await until('the notice of the form', () => notice() !== undefined);
    const body = new URLSearchParams({ token: linkedToken(service, 'approve', notice()) });
    const approved = await request('/v1/routes/approve', { method: 'POST', body });
    assert.equal(approved.status, 200);
    assert.equal((await submit(form, FIELDS)).json.used, 26);
    assert.equal((await submit(other, FIELDS)).status, 429);
  });
});
