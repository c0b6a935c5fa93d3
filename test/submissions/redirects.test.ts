import assert from 'node:assert/strict';
import { it } from 'node:test';
import { startService, type Answer, type TestService } from '../support/service.ts';
import { standing } from '../support/time-windows.ts';

const ELSEWHERE = 'https://elsewhere.example/page';
const MESSAGE = { message: 'hello', _redirect: ELSEWHERE };

const REFUSED = [
  'http://elsewhere.example/',
  '//elsewhere.example/',
  'javascript:alert(1)//elsewhere.example',
  'data:text/html,elsewhere.example',
  'https://bank.example@elsewhere.example/',
  'https:\\\\elsewhere.example',
  'https://elsewhere.example/\r\nSet-Cookie: a=b',
  '/elsewhere.example',
];

function leadsNowhere({ headers, text }: Answer): void {
  assert.equal(headers.get('location'), null);
  assert.equal(headers.get('refresh'), null);
  assert.ok(!text.includes('elsewhere.example'));
}

async function activeForm(service: TestService): Promise<string> {
  return (await service.activeRoute()).form_id;
}

it('a form URL never redirects on GET or HEAD, whatever its query', async (test) => {
  const service = await startService(test);
  const path = `/f/${await activeForm(service)}?_redirect=${encodeURIComponent(ELSEWHERE)}`;
  for (const method of ['GET', 'HEAD', 'PUT', 'OPTIONS']) {
    const answer = await service.request(path, { method, headers: { accept: 'text/html' } });
    assert.notEqual(answer.status, 303);
    leadsNowhere(answer);
  }
});

it('a redirect is read from the body, not from the query', async (test) => {
  const service = await startService(test);
  const path = `/f/${await activeForm(service)}?_redirect=${encodeURIComponent(ELSEWHERE)}`;
  const answer = await service.request(path, {
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: 'message=hello',
  });
  assert.equal(answer.status, 200);
  leadsNowhere(answer);
});

it('a redirect needs a delivery: refused submissions are not redirected', async (test) => {
  const service = await startService(test, { MONTHLY_LIMIT: '1' });
  const { json: pending } = await service.create({ email: 'new@example.com' });
  const form = await activeForm(service);
  leadsNowhere(await service.submit(pending.form_id, MESSAGE));
  leadsNowhere(await service.submit('cfm_AAAAAAAAAAAAAAAA', MESSAGE));
  leadsNowhere(await service.submit(form, { _redirect: ELSEWHERE }));
  service.sink.refuseWith({ code: 550, text: 'no' });
  leadsNowhere(await service.submit(form, MESSAGE));
  service.sink.refuseWith(undefined);
  const delivered = await service.submit(form, MESSAGE);
  assert.equal(delivered.status, 303);
  assert.equal(delivered.headers.get('location'), ELSEWHERE);
  const overLimit = await service.submit(form, MESSAGE);
  assert.equal(overLimit.json.error, 'monthly_allowance_exhausted');
  leadsNowhere(overLimit);
});

const TRAPPED: [name: string, fields: Record<string, string>][] = [
  ['filled by a program', { _gotcha: 'on' }],
  ['filled in a test', { botcheck: '1', _test: 'yes' }],
];
for (const [name, fields] of TRAPPED) {
  it(`an unconfirmed form does not redirect after a trap ${name}`, async (test) => {
    const service = await startService(test);
    const { json } = await service.create({ email: 'new@example.com' });
    for (const field of ['_redirect', 'redirect', '_next']) {
      for (const accept of ['text/html', 'application/json', '*/*']) {
        const submitted = { message: 'hello', [field]: ELSEWHERE, ...fields };
        const answer = await service.submit(json.form_id, submitted, { accept });
        const plain = await service.submit(json.form_id, { message: 'm', ...fields }, { accept });
        assert.equal(answer.status, 200);
        assert.equal(answer.text, plain.text, 'the answer to any other trapped submission');
        leadsNowhere(answer);
      }
    }
  });

  it(`redirects after a trap ${name} are as limited as submissions`, async (test) => {
    const service = await startService(test, { SUBMIT_RATE_PER_MINUTE: '60/3' }, standing());
    const form = await activeForm(service);
    const answers = [];
    for (let count = 0; count < 6; count += 1) {
      answers.push(await service.submit(form, { ...MESSAGE, ...fields }));
    }
    assert.deepEqual(
      answers.map(({ status }) => status),
      [303, 303, 303, 200, 200, 200],
    );
    for (const answer of answers.slice(3)) leadsNowhere(answer);
    const scripted = { message: 'm', _next: ELSEWHERE, ...fields };
    const { json } = await service.submit(form, scripted, { accept: 'application/json' });
    assert.equal(json.next, `${service.url}/thanks`);
    assert.equal(service.sink.mails.length, 0);
  });
}

it('a redirect sends no referrer to the next page', async (test) => {
  const service = await startService(test);
  const { headers } = await service.submit(await activeForm(service), MESSAGE);
  assert.equal(headers.get('referrer-policy'), 'no-referrer');
  assert.equal(headers.get('cache-control'), 'no-store');
});

it('a redirect must be an absolute https URL', async (test) => {
  const service = await startService(test);
  const form = await activeForm(service);
  for (const target of REFUSED) {
    for (const field of ['_redirect', 'redirect']) {
      const answer = await service.submit(form, { message: 'hello', [field]: target });
      assert.equal(answer.json.error, 'invalid_redirect_url', `${field} ${target}`);
      leadsNowhere(answer);
    }
    // It costs the redirect, not the message.
    const led = await service.submit(form, { message: target, _next: target });
    assert.equal(led.status, 200, target);
    leadsNowhere(led);
  }
  assert.equal(service.sink.mails.length, REFUSED.length);
});
