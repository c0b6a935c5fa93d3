import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { OWNER, startService, type TestService } from '../support/service.ts';
import { isDelivery } from '../support/smtp-sink.ts';

const HTML = { accept: 'text/html,application/xhtml+xml' };

/** The one mail that has arrived. */
function onlyMail({ sink }: TestService) {
  assert.equal(sink.mails.length, 1);
  const [mail] = sink.mails;
  assert.ok(mail);
  return mail;
}

describe('submit', () => {
  it('submit delivers to the exact inbox and reports the allowance', async (test) => {
    const service = await startService(test);
    const { form_id } = await service.activeRoute();
    const { status, json } = await service.submit(form_id, {
      name: 'Ada Lovelace',
      email: 'ada@example.org',
      message: 'Hello\nthere, Ünïcødé 日本',
    });
    assert.equal(status, 200);
    assert.deepEqual(json.delivery, { email: 'delivered' });
    assert.deepEqual([json.used, json.limit], [1, 250]);
    assert.equal(json.test, undefined);
    const { recipients, from, email } = onlyMail(service);
    assert.deepEqual(recipients, [OWNER]);
    assert.equal(from, 'forms@letterslot.example');
    assert.equal(email.from?.address, 'forms@letterslot.example');
    assert.equal(email.replyTo?.[0]?.address, 'ada@example.org');
    assert.equal(email.subject, 'Ada Lovelace · Contact form');
    assert.equal(email.from.name, 'Ada Lovelace via Contact form');
    assert.match(email.text ?? '', /Hello\n\| {3}there, Ünïcødé 日本/);
    assert.match(email.html ?? '', /Ünïcødé 日本/);
    const header = (key: string) => email.headers.find((line) => line.key === key)?.value;
    assert.equal(header('auto-submitted'), undefined);
    assert.equal(header('x-auto-response-suppress'), undefined);
    assert.match(header('message-id') ?? '', /@letterslot\.example>$/);
  });

  it('submit reads multipart and JSON like urlencoded', async (test) => {
    const service = await startService(test);
    const { form_id } = await service.activeRoute();
    const multipart = new FormData();
    multipart.append('color', 'red');
    multipart.append('color', 'blue');
    multipart.append('unused', new Blob([]), '');
    await service.request(`/f/${form_id}`, { method: 'POST', body: multipart });
    await service.request(`/f/${form_id}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json; charset=UTF-8' },
      body: '{"color":["red","blue"],"size":12345678901234567890,"none":null,"deep":{"a":1}}',
    });
    const [first, second] = service.sink.mails;
    assert.match(first?.email.text ?? '', /color:\n\| {3}red\n\| {3}blue/);
    assert.match(second?.email.text ?? '', /color:\n\| {3}red\n\| {3}blue/);
    assert.match(second?.email.text ?? '', /size:\n\| {3}12345678901234567890/);
    assert.match(second?.email.text ?? '', /deep:\n\| {3}\{"a":1\}/);
    assert.doesNotMatch(second?.email.text ?? '', /none/);
  });

  it('submit honours the reserved fields and does not print them', async (test) => {
    const service = await startService(test);
    const { form_id } = await service.activeRoute();
    await service.submit(form_id, {
      _subject: 'Order 7',
      subject: 'Shown',
      _format: 'json',
      access_key: 'k-1',
      'h-captcha-response': 'token',
      _cc: 'evil@example.net',
      cc: 'evil@example.net',
      message: 'Hello',
    });
    const { recipients, email } = onlyMail(service);
    assert.deepEqual(recipients, [OWNER]);
    assert.equal(email.subject, 'Order 7');
    assert.match(email.text ?? '', /Subject:\n\| {3}Shown/);
    assert.match(email.text ?? '', /cc:\n\| {3}evil@example.net/);
    assert.doesNotMatch(email.text ?? '', /k-1|captcha|_subject|_format|_cc/);
    const [attachment] = email.attachments;
    assert.equal(attachment?.filename, 'submission.json');
    const content = attachment?.content;
    assert.ok(content && typeof content !== 'string');
    assert.deepEqual(JSON.parse(Buffer.from(content as ArrayBuffer).toString()), {
      subject: 'Shown',
      cc: 'evil@example.net',
      message: 'Hello',
    });
  });

  it('submit says in the mail that an agent filled it in, if the submission says so', async (test) => {
    const service = await startService(test);
    const { form_id } = await service.activeRoute();
    const says = /Filled in by an AI agent/;
    for (const value of ['true', 'no', '']) {
      service.sink.mails.length = 0;
      assert.equal((await service.submit(form_id, { message: 'm', _agent: value })).status, 200);
      const { text = '', html = '' } = onlyMail(service).email;
      assert.deepEqual([says.test(text), says.test(html || '')], Array(2).fill(value === 'true'));
      assert.doesNotMatch(text, /_agent/);
    }
  });

  it('submit marks tests in subject and answer', async (test) => {
    const service = await startService(test);
    const { form_id } = await service.activeRoute();
    const echoed = await service.submit(form_id, { message: 'm', _test: 'run 17' });
    assert.deepEqual([echoed.json.test, echoed.json.echo], [true, 'run 17']);
    const plain = await service.submit(form_id, { message: 'm', _test: 'on', _subject: 'Hi' });
    assert.deepEqual([plain.json.test, plain.json.echo, plain.json.used], [true, null, 2]);
    const none = await service.submit(form_id, { message: 'm', _test: 'off' });
    assert.equal(none.json.test, undefined);
    const subjects = service.sink.mails.map(({ email }) => email.subject);
    assert.deepEqual(subjects, [
      '[Test] New submission: Contact form',
      '[Test] Hi',
      'New submission: Contact form',
    ]);
  });

  it('submit with a filled trap looks like success and does nothing', async (test) => {
    const service = await startService(test);
    const { form_id } = await service.activeRoute();
    const trapped = await service.submit(form_id, { message: 'm', _gotcha: 'x', _test: 'true' });
    assert.equal(trapped.status, 200);
    assert.deepEqual(Object.keys(trapped.json), ['success', 'ok', 'message', 'next']);
    const redirect = { message: 'm', botcheck: 'on', _redirect: 'https://example.com/' };
    assert.equal((await service.submit(form_id, redirect)).status, 303);
    assert.equal(service.sink.mails.length, 0);
    const real = await service.submit(form_id, { message: 'm', _gotcha: ' ', botcheck: 'false' });
    assert.equal(real.json.used, 1);
  });

  it('submit answers 303 with a serialised URL, only after delivery', async (test) => {
    const service = await startService(test);
    const { form_id } = await service.activeRoute();
    const fields = { message: 'm', _redirect: 'https://EXAMPLE.com/thänks?a="b"' };
    const sent = await service.submit(form_id, fields, { accept: 'application/json' });
    assert.equal(sent.status, 303);
    assert.equal(sent.headers.get('location'), 'https://example.com/th%C3%A4nks?a=%22b%22');
    service.sink.refuseWith({ code: 451, text: 'later' });
    assert.equal((await service.submit(form_id, fields)).status, 503);
  });

  it('submit shows browsers pages, errors too, and programs JSON', async (test) => {
    const service = await startService(test);
    const { form_id } = await service.activeRoute();
    const page = await service.submit(form_id, { message: 'm', _test: '<b>x</b>' }, HTML);
    assert.match(page.headers.get('content-type') ?? '', /^text\/html/);
    assert.doesNotMatch(page.text, /<b>x/);
    assert.equal(page.headers.get('vary'), 'Accept, Accept-Language, Origin');
    const error = await service.submit(form_id, {}, HTML);
    assert.equal(error.status, 400);
    assert.match(error.text, /submission_empty/);
    for (const accept of ['*/*', 'text/html, application/json', 'text/html;q=0', 'text/htmlx']) {
      const { json } = await service.submit(form_id, { message: 'm' }, { accept });
      assert.equal(json.success, true, accept);
    }
  });
});

describe('submit and the allowance', () => {
  it('the allowance delivers exactly its number under any concurrency', async (test) => {
    const service = await startService(test, { MONTHLY_LIMIT: '25' });
    const { form_id } = await service.activeRoute();
    const answers = await Promise.all(
      Array.from({ length: 60 }, (_, index) => service.submit(form_id, { message: `m${index}` })),
    );
    const delivered = answers.filter(({ status }) => status === 200);
    assert.equal(delivered.length, 25);
    assert.equal(service.sink.mails.filter(isDelivery).length, 25);
    const counts = delivered.map(({ json }) => json.used).toSorted((a, b) => a - b);
    assert.deepEqual(
      counts,
      Array.from({ length: 25 }, (_, index) => index + 1),
    );
    const refused = answers.find(({ status }) => status === 429);
    assert.deepEqual([refused?.json.used, refused?.json.limit], [25, 25]);
    assert.match(refused?.json.resets_at, /-01T00:00:00\.000Z$/);
    assert.ok(Date.parse(refused?.json.resets_at) > Date.now());
  });

  it('the allowance is shared by the spellings of one inbox', async (test) => {
    const service = await startService(test, { MONTHLY_LIMIT: '1' });
    const one = await service.activeRoute({ email: 'jane.doe@gmail.com' });
    const two = await service.activeRoute({ email: 'janedoe+x@googlemail.com' });
    assert.equal((await service.submit(one.form_id, { message: 'm' })).status, 200);
    assert.equal((await service.submit(two.form_id, { message: 'm' })).status, 429);
  });

  it('the allowance counts nothing that was not delivered', async (test) => {
    const service = await startService(test, { MONTHLY_LIMIT: '2' });
    const { form_id } = await service.activeRoute();
    service.sink.refuseWith({ code: 554, text: `rejected ${OWNER}` });
    for (let round = 0; round < 4; round += 1) {
      const { status, text } = await service.submit(form_id, { message: 'm' });
      assert.equal(status, 503);
      assert.ok(!text.includes('rejected') && !text.includes(OWNER));
    }
    service.sink.refuseWith(undefined);
    assert.equal((await service.submit(form_id, { message: 'm' })).json.used, 1);
  });

  it('the allowance starts again each month', async (test) => {
    let time = Date.UTC(2026, 11, 31, 23, 59, 59);
    const service = await startService(test, { MONTHLY_LIMIT: '1' }, { now: () => time });
    const { form_id } = await service.activeRoute();
    await service.submit(form_id, { message: 'm' });
    const refused = await service.submit(form_id, { message: 'm' });
    assert.equal(refused.json.resets_at, '2027-01-01T00:00:00.000Z');
    time += 2_000;
    assert.equal((await service.submit(form_id, { message: 'm' })).json.used, 1);
  });

  it('an unlimited allowance names no limit', async (test) => {
    const service = await startService(test, { MONTHLY_LIMIT: '0' });
    const { form_id } = await service.activeRoute();
    const { json } = await service.submit(form_id, { message: 'm' });
    assert.deepEqual([json.used, json.limit], [undefined, undefined]);
  });
});
