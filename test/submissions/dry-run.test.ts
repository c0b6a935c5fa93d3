import assert from 'node:assert/strict';
import { it } from 'node:test';
import { startMeteredService } from '../support/metered-service.ts';
import { asksFor } from '../support/challenged-form.ts';
import { startClamd } from '../support/clamd.ts';
import { sessionOf } from '../support/inbox-session.ts';
import { RSPAMD_TEST_WORDS, startRspamd } from '../support/rspamd.ts';
import { OWNER, startService } from '../support/service.ts';
import { isDelivery } from '../support/smtp-sink.ts';
import { standing } from '../support/time-windows.ts';

const REAL = { name: 'Ada', email: 'ada@example.org', message: 'Hello' };
const DRY = { ...REAL, _dry_run: 'true' };
const THERE = 'https://example.com/thanks';

it('of several values of _dry_run one is enough to ask for it', async (test) => {
  const { activeRoute, request, sink } = await startService(test);
  const { form_id } = await activeRoute();
  const values = [
    ['false', 'true'],
    ['true', 'false'],
    ['', 'no', 'anything'],
    ['0', 'off', '1', 'false'],
  ];
  for (const list of values) {
    const body = new URLSearchParams({ message: 'Hi' });
    for (const value of list) body.append('_dry_run', value);
    const { json } = await request(`/f/${form_id}`, {
      method: 'POST',
      body,
      headers: { accept: 'application/json' },
    });
    assert.equal(json.dry_run, true, list.join());
  }
  assert.equal(sink.mails.filter(isDelivery).length, 0);
});

// Guarantee: A submission
it('a dry run says what would happen, sends nothing and spends nothing', async (test) => {
  const service = await startMeteredService(test, { MONTHLY_LIMIT: '1' });
  const { form_id, management_token } = await service.activeRoute();
  const sent = {
    ...DRY,
    _subject: 'Order 7',
    _test: 'run 1',
    _next: THERE,
    _format: 'json',
    _honey: 'x',
    _cc: 'boss@example.org',
  };
  const authorization = `Bearer ${management_token}`;
  const { status, json, headers } = await service.submit(form_id, sent, { authorization });
  assert.equal(status, 200);
  assert.equal(headers.get('location'), null);
  assert.match(json.message, /^Dry run: nothing was sent\./);
  assert.deepEqual([json.success, json.dry_run, json.delivery], [true, true, undefined]);
  assert.deepEqual(json.would, {
    deliver: { email: true, webhook: false },
    subject: '[Test] [Suspicious] Order 7',
    reply_to: 'ada@example.org',
    redirect: THERE,
    trapped: false,
    suspicious: ['foreign_trap'],
    attach_json: true,
    test: true,
  });
  const fields: { name: string; effect: string }[] = json.fields;
  assert.deepEqual(
    fields.map(({ name, effect }) => `${name} ${effect}`),
    [
      'name shown',
      'email reply_to',
      'message shown',
      '_dry_run dry_run',
      '_subject subject',
      '_test test',
      '_next redirect',
      '_format format',
      '_honey trap',
      '_cc not_honoured',
    ],
  );
  assert.ok(!JSON.stringify(json).includes('boss@example.org'));
  assert.equal(service.sink.mails.length, 0);
  const real = await service.submit(form_id, REAL);
  assert.deepEqual([real.json.used, real.json.dry_run], [1, undefined]);
  const outcomes = (await service.metrics()).byLabel('letterslot_submissions_total');
  assert.deepEqual(outcomes, { dry_run: 1, delivered: 1 });
});

it('a dry run names the channels of a form with a webhook', async (test) => {
  const service = await startService(test);
  const webhook = { url: 'https://hooks.example.com/' };
  for (const mode of ['webhook', 'both']) {
    const { form_id } = await service.activeRoute({ delivery: { mode, webhook } });
    const { json } = await service.submit(form_id, DRY);
    assert.deepEqual(json.would.deliver, { email: mode === 'both', webhook: true });
  }
  assert.equal(service.sink.mails.length, 0);
});

it('a dry run is refused as a real submission is', async (test) => {
  const service = await startService(test, { MONTHLY_LIMIT: '1' });
  const { json: pending } = await service.create({ email: 'new@example.com' });
  const { form_id } = await service.activeRoute();
  const codeOf = async (form: string, fields: Record<string, string>) =>
    (await service.submit(form, fields)).json.error;
  assert.equal(await codeOf('cfm_AAAAAAAAAAAAAAAA', DRY), 'route_not_found');
  assert.equal(await codeOf(form_id, { _dry_run: 'yes', _cc: 'x' }), 'submission_empty');
  assert.equal(await codeOf(form_id, { ...DRY, _redirect: '/thanks' }), 'invalid_redirect_url');
  assert.equal(await codeOf(pending.form_id, DRY), 'inbox_not_verified');
  await service.submit(form_id, REAL);
  assert.equal(await codeOf(form_id, DRY), 'monthly_allowance_exhausted');
});

it('a dry run says nothing about marks to strangers, and a neighbour works for none of theirs', async (test) => {
  const [rspamd, clamd] = [await startRspamd(), await startClamd()];
  test.after(() => Promise.all([rspamd.close(), clamd.close()]));
  const service = await startService(test, { RSPAMD_URL: rspamd.url, CLAMD_URL: clamd.url });
  const settings = { challenge: 'suspicious', files: {} };
  const { form_id, management_token } = await service.activeRoute({ settings });
  const send = (message: string, more: Record<string, string> = {}, authorization?: string) => {
    const body = new FormData();
    for (const [name, text] of Object.entries({ message, ...more })) body.append(name, text);
    body.append('file', new File(['Hello'], 'a.txt'));
    const headers = authorization === undefined ? {} : { authorization };
    return service.request(`/f/${form_id}`, { method: 'POST', body, headers });
  };
  const marked = '[url=https://a.example]x[/url]';
  const dry = { _dry_run: 'true' };
  for (const text of ['Hello', marked, RSPAMD_TEST_WORDS.reject]) {
    for (const more of [dry, { ...dry, _gotcha: 'x' }]) {
      const { status, json } = await send(text, { ...more, _subject: 'S' });
      assert.deepEqual([status, json.would.subject], [200, 'S']);
      assert.ok(!('suspicious' in json.would));
    }
  }
  assert.deepEqual([rspamd.calls.length, clamd.sizes.length], [0, 0]);
  for (const bearer of [management_token, sessionOf(service, OWNER)]) {
    const { json } = await send(marked, dry, `Bearer ${bearer}`);
    assert.equal(json.error, 'challenge_required');
    const trapped = await send(marked, { ...dry, _gotcha: 'x' }, `Bearer ${bearer}`);
    assert.deepEqual(trapped.json.would.suspicious, ['markup']);
    assert.equal((await send('Hello', dry, `Bearer ${bearer}`)).status, 200);
  }
  assert.deepEqual([rspamd.calls.length, clamd.sizes.length], [2, 2]);
});

it('dry runs with one solution do not use up the rate of what was solved', async (test) => {
  const env = { SUBMIT_RATE_PER_MINUTE: '2/9' };
  const service = await startService(test, env, standing());
  const { form_id } = await service.activeRoute({ settings: { challenge: 'always' } });
  const altcha = asksFor(await service.submit(form_id, REAL));
  const statuses = [];
  for (const fields of [DRY, DRY, DRY, REAL]) {
    statuses.push((await service.submit(form_id, { ...fields, altcha })).status);
  }
  assert.deepEqual(statuses, [200, 200, 429, 200]);
});

it('a dry run shows the month only to the holder of the management token', async (test) => {
  const service = await startService(test, { MONTHLY_LIMIT: '2' });
  const { form_id, management_token } = await service.activeRoute();
  const other = await service.activeRoute({ email: 'other@example.com' });
  await service.submit(form_id, REAL);
  const monthFor = async (authorization?: string) => {
    const { status, json } = await service.submit(form_id, DRY, {
      ...(authorization !== undefined && { authorization }),
    });
    assert.equal(status, 200);
    assert.equal(json.dry_run, true);
    return [json.used, json.limit];
  };
  assert.deepEqual(await monthFor(`Bearer ${management_token}`), [1, 2]);
  const strangers = [
    undefined,
    '',
    'Bearer',
    'Bearer nonsense',
    `Bearer ${other.management_token}`,
    `Bearer ${management_token}x`,
    `Basic ${management_token}`,
  ];
  for (const authorization of strangers) {
    assert.deepEqual(await monthFor(authorization), [undefined, undefined], authorization);
  }
  const delivered = await service.submit(form_id, REAL);
  assert.deepEqual([delivered.json.used, delivered.json.limit], [2, 2]);
  const { json } = await service.submit(form_id, DRY);
  assert.deepEqual([json.error, json.used], ['monthly_allowance_exhausted', 2]);
});

it('dry runs have their own rates', async (test) => {
  const service = await startService(test, { SUBMIT_RATE_PER_MINUTE: '2/2' }, standing());
  const { form_id } = await service.activeRoute();
  const statuses = [];
  for (const fields of [DRY, DRY, DRY, REAL, REAL, REAL]) {
    statuses.push((await service.submit(form_id, fields)).status);
  }
  assert.deepEqual(statuses, [200, 200, 429, 200, 200, 429]);
});

it('a dry run says when a trap would drop it, and counts no trap', async (test) => {
  const service = await startMeteredService(test);
  const { form_id } = await service.activeRoute();
  const { json } = await service.submit(form_id, { ...DRY, _gotcha: 'x', _redirect: THERE });
  assert.equal(json.dry_run, true);
  assert.match(json.message, /^Dry run: nothing was sent\. .*dropped/);
  assert.equal(json.would.trapped, true);
  assert.deepEqual(json.would.deliver, { email: false, webhook: false });
  const outcomes = (await service.metrics()).byLabel('letterslot_submissions_total');
  assert.deepEqual(outcomes, { dry_run: 1 });
});

it('a dry run in a browser is a page that shows markup as text', async (test) => {
  const service = await startService(test);
  const { form_id } = await service.activeRoute();
  const fields = { ...DRY, _redirect: THERE, '<img src=x>': 'v', _subject: '<b>bold</b>' };
  const { status, text } = await service.submit(form_id, fields, { accept: 'text/html' });
  assert.equal(status, 200);
  assert.match(text, /<h1>Dry run: nothing was sent<\/h1>/);
  assert.match(text, /https:\/\/example\.com\/thanks/);
  assert.match(text, /&lt;b&gt;bold&lt;\/b&gt;/);
  assert.match(text, /&lt;img src=x&gt;/);
  assert.doesNotMatch(text, /<img|<b>|Message sent/);
});
