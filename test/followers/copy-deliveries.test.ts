import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import {
  countMailsTo,
  createPeople,
  formWithConfirmedCopies,
  mailTo,
} from '../support/copied-form.ts';
import { callWith, sessionOf } from '../support/inbox-session.ts';
import { manage, owned } from '../support/manage-form.ts';
import { startService, type TestService } from '../support/service.ts';

describe('deliveries to copies', () => {
  let service: TestService;
  const people = createPeople();

  before(async () => {
    service = await startService(undefined, { OPERATOR_NAME: 'Acme Ltd', MONTHLY_LIMIT: '3' });
  });
  after(() => service?.close());

  const mailsTo = (address: string) => countMailsTo(service, address);

  const submit = async (formId: string, fields: Record<string, string> = { message: 'Hello' }) =>
    (await service.submit(formId, fields)).json;

  it('each copy counts in the month of its own inbox, and never fails a submission', async () => {
    const { owner, ann, jo } = people();
    const other = people().owner;
    const first = await formWithConfirmedCopies(service, [ann], { email: owner });
    const second = await formWithConfirmedCopies(service, [ann, jo], { email: other });
    for (const _ of [1, 2]) await submit(first.form_id);
    const third = await submit(second.form_id);
    assert.deepEqual([third.delivery.copies, third.used], ['delivered', 1]);
    const fourth = await submit(second.form_id);
    assert.deepEqual(fourth.delivery, { email: 'delivered', copies: 'partly' });
    const last = await submit(first.form_id);
    assert.deepEqual([last.delivery, last.used], [{ email: 'delivered', copies: 'failed' }, 3]);
    const mine = await callWith(service, 'GET', '/v1/inbox/routes', {
      bearer: sessionOf(service, ann),
    });
    assert.equal(mine.json.month.used, 3);
    assert.deepEqual(mine.json.routes, [], 'a copy makes nobody an owner');
  });

  it('a test goes to the copies too, and says where it failed', async () => {
    const { owner, ann } = people();
    const { form_id } = await formWithConfirmedCopies(service, [ann], { email: owner });
    const run = () => manage(service, owned(service, { form_id }, owner), 'POST', '/test');
    const dry = await service.submit(form_id, { message: 'Hello', _dry_run: 'true' });
    assert.deepEqual(dry.json.would.deliver, { email: true, webhook: false, copies: true });
    const { json } = await run();
    assert.deepEqual(json.delivery, { email: 'delivered', copies: 'delivered' });
    assert.match(mailTo(service, ann).email.subject ?? '', /^\[Test\]/);
    const theirs = await formWithConfirmedCopies(service, [ann], { email: people().owner });
    for (const _ of [1, 2]) await submit(theirs.form_id);
    const failed = await run();
    assert.equal(failed.json.delivery.copies, 'failed');
    assert.match(failed.json.reasons.copies, /month is used up/);
  });

  it('a stopped form has no copies, and has them again without a question', async () => {
    const { owner, ann } = people();
    const { form_id } = await formWithConfirmedCopies(service, [ann], { email: owner });
    const form = owned(service, { form_id }, owner);
    await manage(service, form, 'POST', '/stop', {});
    const earlier = mailsTo(ann);
    assert.equal((await service.submit(form_id, { message: 'Hello' })).status, 409);
    await manage(service, form, 'POST', '/restart');
    assert.equal(mailsTo(ann), earlier);
    assert.equal((await submit(form_id)).delivery.copies, 'delivered');
  });
});
