import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { FormField } from '../../src/contract/form-field.ts';
import type { RouteResource } from '../../src/contract/schemas.ts';
import { startService, type TestService } from '../support/service.ts';
import { standing } from '../support/time-windows.ts';

const FIELDS: readonly FormField[] = [
  { name: 'email', label: 'Your email', type: 'email', required: true },
  { name: 'plan', type: 'radio', options: ['S', 'M'] },
  { name: 'age', type: 'number', min: 18 },
  { name: 'code', pattern: '[A-Z]{2}[0-9]+' },
  { name: 'agree', type: 'checkbox', required: true },
];
const FITS = { email: 'ada@example.com', plan: 'M', age: '36', code: 'AB1', agree: 'on' };
const WRONG = {
  email: 'ada@@example',
  plan: 'XL-secret',
  age: 'abc',
  code: 'secret',
  'other-secret': 'x',
};
const SITE = 'https://example.com';

const bearer = ({ management_token: token }: RouteResource) => ({
  authorization: `Bearer ${token}`,
});

describe('a form with declared fields', () => {
  let service: TestService;
  let form: RouteResource;

  before(async () => {
    service = await startService(undefined, { PUBLIC_URL: 'https://forms.example.net' });
    form = await service.activeRoute({ settings: { fields: FIELDS, unknown_fields: 'refuse' } });
  });
  after(() => service?.close());

  const send = (fields: Record<string, string>, headers = {}, to = form) =>
    service.submit(to.form_id, fields, { accept: 'application/json', ...headers });

  const sendJson = (body: object) =>
    service.request(`/f/${form.form_id}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });

  /** Deliveries of the month so far. */
  const used = async () => (await send({ ...FITS, _dry_run: 'true' }, bearer(form))).json.used;

  it('a form with declared fields delivers what fits, from forms and from programs', async () => {
    service.sink.mails.length = 0;
    assert.equal((await send(FITS)).status, 200);
    assert.equal(
      (await send({ email: 'ada@example.com', agree: 'on', plan: '', age: '' })).status,
      200,
    );
    const { status } = await sendJson({ email: 'a@b.example', age: 36, agree: true, code: null });
    assert.equal(status, 200);
    assert.equal(service.sink.mails.length, 3);
  });

  // Guarantee: Spam and limits
  it('a form with declared fields names every fault in order, with nothing that was sent but names', async () => {
    const { status, json } = await send(WRONG);
    assert.equal(status, 422);
    assert.equal(json.error, 'submission_invalid');
    assert.equal(json.retryable, false);
    assert.deepEqual(
      json.errors.map(({ field, code }: { field: string; code: string }) => [field, code]),
      [
        ['email', 'typeMismatch'],
        ['plan', 'badInput'],
        ['age', 'badInput'],
        ['code', 'patternMismatch'],
        ['agree', 'valueMissing'],
        ['other-secret', 'unknownField'],
      ],
    );
    const said = json.errors.map(({ message }: { message: string }) => message).join(' ');
    assert.doesNotMatch(`${said} ${json.message}`, /secret|ada|abc/);
  });

  it('a form with declared fields takes the fields that steer the service, and refuses others', async () => {
    const steering = {
      _subject: 'S',
      altcha: '',
      _gotcha: '',
      _test: 'true',
      'g-recaptcha-response': 'x',
    };
    assert.equal((await send({ ...FITS, ...steering })).status, 200);
    const { json } = await send({ ...FITS, _hobby: 'x' });
    assert.deepEqual(json.errors, [
      {
        field: '_hobby',
        code: 'unknownField',
        message: 'Leave this field out: the form does not have it.',
      },
    ]);
  });

  it('a submission that does not fit is mailed to nobody, uses up nothing, and counts as refused', async () => {
    const { form_id } = form;
    service.sink.mails.length = 0;
    const usedBefore = await used();
    for (const fields of [WRONG, { ...WRONG, _dry_run: 'true' }]) {
      assert.equal((await send(fields)).json.error, 'submission_invalid');
    }
    assert.equal(await used(), usedBefore);
    assert.equal(service.sink.mails.length, 0);
    const { json } = await service.request(`/v1/routes/${form_id}/counts`, {
      headers: bearer(form),
    });
    assert.ok(json.days[0].refused.submission_invalid > 0);
  });

  it('a key of a submission that did not fit can be used for one that does', async () => {
    const headers = { 'idempotency-key': 'first-wrong' };
    assert.equal((await send(WRONG, headers)).status, 422);
    assert.equal((await send(FITS, headers)).status, 200);
  });

  it('fields are checked after the trap and the website, and before the challenge', async () => {
    const settings = { fields: FIELDS, origins: [SITE], challenge: 'always' };
    const strict = await service.activeRoute({ email: 'strict@example.com', settings });
    const codeOf = async (fields: Record<string, string>, headers = {}) =>
      (await send(fields, headers, strict)).json.error;
    assert.equal((await send({ ...WRONG, _gotcha: 'x' }, {}, strict)).status, 200);
    assert.equal(await codeOf(WRONG), 'origin_not_allowed');
    assert.equal(await codeOf(WRONG, { origin: SITE }), 'submission_invalid');
    assert.equal(await codeOf(FITS, { origin: SITE }), 'challenge_required');
  });

  it('submissions that do not fit do not use up the rate of the form', async (test) => {
    const env = { SUBMIT_RATE_PER_MINUTE: '60/1' };
    const limited = await startService(test, env, standing());
    const { form_id } = await limited.activeRoute({ settings: { fields: FIELDS } });
    for (let at = 0; at < 3; at += 1)
      assert.equal((await limited.submit(form_id, WRONG)).status, 422);
    assert.equal((await limited.submit(form_id, FITS)).status, 200);
    assert.equal((await limited.submit(form_id, { ...FITS, age: '40' })).status, 429);
  });
});
