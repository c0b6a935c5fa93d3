import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { OWNER, startService } from '../support/service.ts';

const THERE = 'https://example.com/thanks';

describe('forms made for another service', () => {
  it('a Formspree form replies to _replyto and redirects to _next', async (test) => {
    const service = await startService(test);
    const { form_id } = await service.activeRoute();
    const { status, headers } = await service.submit(form_id, {
      _replyto: 'ada@example.org',
      _subject: 'Order',
      _next: THERE,
      _cc: 'boss@example.org',
      _language: 'de',
      _gotcha: '',
      'g-recaptcha-response': 'token-1',
      message: 'Hello',
    });
    assert.deepEqual([status, headers.get('location')], [303, THERE]);
    const [mail] = service.sink.mails;
    assert.deepEqual(mail?.recipients, [OWNER]);
    assert.equal(mail?.email.replyTo?.[0]?.address, 'ada@example.org');
    assert.equal(mail?.email.subject, 'Order');
    assert.match(mail?.email.text ?? '', /_replyto:\r?\n\| {3}ada@example\.org/);
    assert.doesNotMatch(mail?.email.text ?? '', /boss|token-1|_next|_language|_gotcha/);
  });

  it('a Web3Forms form shows from_name and keeps From', async (test) => {
    const service = await startService(test);
    const { form_id } = await service.activeRoute();
    await service.submit(form_id, {
      access_key: 'key-1',
      from_name: 'The Boss',
      replyto: 'ada@example.org',
      ccemail: 'boss@example.org',
      webhook: 'https://hooks.example.net/',
      subject: 'Offer',
      message: 'Hello',
    });
    const [mail] = service.sink.mails;
    assert.deepEqual(mail?.recipients, [OWNER]);
    assert.equal(mail?.email.from?.address, 'forms@letterslot.example');
    assert.equal(mail?.email.from?.name, 'Forms');
    assert.match(mail?.email.text ?? '', /from_name:\r?\n\| {3}The Boss/);
    assert.match(mail?.email.text ?? '', /ccemail:\r?\n\| {3}boss@example\.org/);
    assert.doesNotMatch(mail?.email.text ?? '', /key-1/);
  });

  it('a form with only control fields is empty, and one with a typed subject is not', async (test) => {
    const service = await startService(test);
    const { form_id } = await service.activeRoute();
    const control = { _cc: 'a@x.example', _template: 'box', altcha: 'x', apiKey: 'x' };
    assert.equal((await service.submit(form_id, control)).json.error, 'submission_empty');
    const typed = await service.submit(form_id, { ...control, subject: 'Call me' });
    assert.equal(typed.status, 200);
    assert.equal(service.sink.mails[0]?.email.subject, 'Call me');
  });

  it('a form with a relative redirect learns which field must be absolute https', async (test) => {
    const service = await startService(test);
    const { form_id } = await service.activeRoute();
    for (const field of ['_redirect', 'redirect']) {
      const { status, json } = await service.submit(form_id, { message: 'm', [field]: '/thanks' });
      assert.deepEqual([status, json.error], [400, 'invalid_redirect_url']);
      const start = `The ${field} field must be an absolute https:// URL`;
      assert.ok(json.message.startsWith(start), json.message);
      assert.match(json.message, /works elsewhere, but not here/);
      const fields = { message: 'm', [field]: 'thanks' };
      const { text } = await service.submit(form_id, fields, { accept: 'text/html' });
      assert.match(text, new RegExp(`The field ${field} must be an absolute https:`));
    }
    assert.equal(service.sink.mails.length, 0);
  });

  const SHOP = 'https://shop.example:8443';
  const OWN = 'https://owner.example/shop/';

  /** Where `_next` leads, by what the request and the form say of their website. */
  const LEADS: [path: string, headers: Record<string, string>, website: boolean, to: string][] = [
    [' /thanks?a=b#top ', { origin: SHOP }, true, `${SHOP}/thanks?a=b#top`],
    ['/thanks', { referer: `${SHOP}/contact/us?x=1` }, true, `${SHOP}/thanks`],
    ['/thanks', { origin: 'null', referer: `${SHOP}/a` }, false, `${SHOP}/thanks`],
    ['/thanks', {}, true, 'https://owner.example/thanks'],
    ['/thanks', { origin: 'null' }, true, 'https://owner.example/thanks'],
    ['/thanks', { origin: 'http://shop.example' }, true, 'https://owner.example/thanks'],
    [THERE, { origin: SHOP }, true, THERE],
    ...['', 'null', 'http://shop.example', 'https://', 'https://me@shop.example'].map(
      (origin): (typeof LEADS)[number] => ['/thanks', { origin }, false, ''],
    ),
    ...['//other.example/', '/\\other.example', 'thanks', '?thanks', 'http://a.example/'].map(
      (path): (typeof LEADS)[number] => [path, { origin: SHOP }, false, ''],
    ),
    ['javascript:alert(1)', { origin: SHOP }, true, ''],
    ['/a b', { origin: SHOP }, false, `${SHOP}/a%20b`],
  ];

  for (const [path, headers, hasWebsite, to] of LEADS) {
    const from = JSON.stringify(headers) + (hasWebsite ? ' and a website' : '');
    it(`_next=${path} with ${from} leads to ${to || 'no page'}, and the message arrives`, async (test) => {
      const service = await startService(test);
      const website = { name: 'Owner', url: OWN };
      const { form_id } = await service.activeRoute({ settings: hasWebsite ? { website } : {} });
      const fields = { message: 'hello', _next: path };
      const answer = await service.submit(form_id, fields, headers);
      assert.deepEqual(
        [answer.status, answer.headers.get('location') ?? ''],
        [to === '' ? 200 : 303, to],
      );
      const dry = await service.submit(form_id, { ...fields, _dry_run: '1' }, headers);
      assert.equal(dry.json.would.redirect ?? '', to);
      const [, { effect }] = dry.json.fields;
      assert.equal(effect, to === '' ? 'not_honoured' : 'redirect');
      assert.equal(service.sink.mails.length, 1);
      assert.doesNotMatch(service.sink.mails[0]?.email.text ?? '', /_next/);
    });
  }

  it('a _next that leads nowhere leaves the redirect of the settings', async (test) => {
    const service = await startService(test);
    const { form_id } = await service.activeRoute({ settings: { redirect: THERE } });
    const { status, headers } = await service.submit(form_id, { message: 'm', _next: 'thanks' });
    assert.deepEqual([status, headers.get('location')], [303, THERE]);
  });

  it('a script that sends _next gets its URL without being redirected', async (test) => {
    const service = await startService(test);
    const { form_id } = await service.activeRoute();
    const statusOf = async (field: string, accept: string) => {
      const { status, json } = await service.submit(
        form_id,
        { message: `${field} ${accept}`, [field]: THERE },
        { accept },
      );
      return [status, json?.next];
    };
    assert.deepEqual(await statusOf('_next', 'application/json'), [200, THERE]);
    assert.deepEqual(await statusOf('_next', '*/*'), [303, undefined]);
    assert.deepEqual(await statusOf('_next', 'text/html'), [303, undefined]);
    assert.deepEqual(await statusOf('_redirect', 'application/json'), [303, undefined]);
    assert.deepEqual(await statusOf('redirect', 'application/json'), [303, undefined]);
    assert.equal(service.sink.mails.length, 5);
  });

  it('client packages find the sentence for visitors where they look for the reason', async (test) => {
    const service = await startService(test);
    const { form_id } = await service.activeRoute();
    const { json } = await service.submit(form_id, { message: ' ' });
    assert.equal(json.error, 'submission_empty');
    assert.deepEqual(json.errors, [{ message: json.visitor_message }]);
    const elsewhere = await service.request('/v1/routes/nothing');
    assert.equal(elsewhere.json.errors, undefined);
  });
});

describe('placeholders used as a form id', () => {
  it('a placeholder form id is answered like every invalid id, with what to do', async (test) => {
    const service = await startService(test);
    const ids = ['cfm_YOUR_FORM_ID', 'cfm_AAAAAAAAAAAAAAAA', 'your-form-id'];
    const answers = await Promise.all(ids.map((id) => service.submit(id, { message: 'm' })));
    assert.equal(new Set(answers.map(({ text }) => text)).size, 1);
    const [first] = answers;
    assert.equal(first?.json.error, 'route_not_found');
    assert.match(first?.json.message, /placeholder.*POST \/v1\/routes.*endpoint/);
  });
});
