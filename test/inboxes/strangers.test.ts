import assert from 'node:assert/strict';
import { it } from 'node:test';
import { startService, type TestService } from '../support/service.ts';
import { standing } from '../support/time-windows.ts';

const FIELDS = { name: 'Ada', message: 'Hello' };
const DRY = { ...FIELDS, _dry_run: 'true' };
const TRAPPED = { ...FIELDS, _gotcha: 'on', _redirect: 'https://example.com/' };

const LIMITED = { SUBMIT_RATE_PER_MINUTE: '60/5', TRUSTED_PROXIES: '127.0.0.1' };

const from = (client: string) => ({ 'x-forwarded-for': client });

/** Forms that a stranger makes for an inbox that has confirmed; they are active at once. */
async function makeForms({ create }: TestService, count: number, email?: string) {
  const ids: string[] = [];
  for (let at = 0; at < count; at += 1) {
    const { status, json } = await create({ alias: `Form ${at}`, ...(email && { email }) });
    assert.equal(status, 201);
    ids.push(json.form_id);
  }
  return ids;
}

async function countStatuses(
  { submit }: TestService,
  forms: readonly string[],
  fields: Record<string, string>,
  client: string,
) {
  const counts: Record<number, number> = {};
  for (const form of forms) {
    const { status } = await submit(form, fields, from(client));
    counts[status] = (counts[status] ?? 0) + 1;
  }
  return counts;
}

for (const [kind, fields] of Object.entries({ submission: FIELDS, 'dry run': DRY }))
  it(`all forms of a stranger for one inbox share one client limit for each ${kind}`, async (test) => {
    const service = await startService(test, LIMITED, standing());
    await service.activeRoute();
    const forms = await makeForms(service, 10);
    for (const client of ['192.0.2.1', '192.0.2.2']) {
      const counts = await countStatuses(service, forms, fields, client);
      assert.deepEqual(counts, { 200: 5, 429: 5 });
    }
  });

it('spellings of one inbox share one client limit', async (test) => {
  const service = await startService(test, LIMITED, standing());
  const spellings = ['jane.doe@gmail.com', 'janedoe+shop@googlemail.com'];
  const forms: string[] = [];
  for (const email of spellings) forms.push((await service.activeRoute({ email })).form_id);
  const submissions = forms.flatMap((form) => [form, form, form, form]);
  const counts = await countStatuses(service, submissions, FIELDS, '192.0.2.1');
  assert.deepEqual(counts, { 200: 5, 429: 3 });
});

it('trapped submissions count in the client limit of the inbox', async (test) => {
  const service = await startService(test, LIMITED, standing());
  await service.activeRoute();
  const forms = await makeForms(service, 10);
  assert.deepEqual(await countStatuses(service, forms, TRAPPED, '192.0.2.1'), { 200: 5, 303: 5 });
});

it('the client limit of one inbox leaves other inboxes alone', async (test) => {
  const service = await startService(test, LIMITED, standing());
  const { form_id } = await service.activeRoute();
  const { form_id: other } = await service.activeRoute({ email: 'other@example.com' });
  const five = (form: string) => Array.from({ length: 5 }, () => form);
  assert.deepEqual(await countStatuses(service, five(form_id), FIELDS, '192.0.2.1'), { 200: 5 });
  assert.deepEqual(await countStatuses(service, five(other), FIELDS, '192.0.2.1'), { 200: 5 });
});
