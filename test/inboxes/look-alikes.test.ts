import assert from 'node:assert/strict';
import { it } from 'node:test';
import { startService, tokenIn } from '../support/service.ts';

const CONFIRMED = 'j.doe@gmail.com';

/** Other mailboxes, or possibly other ones, that look alike to a person or to a quota rule. */
const LOOK_ALIKES: [written: string, mailed: string][] = [
  ['jdoe@gmail.com', 'jdoe@gmail.com'],
  ['J.Doe+x@GMAIL.com', 'J.Doe+x@gmail.com'],
  ['j.d.oe@gmail.com', 'j.d.oe@gmail.com'],
  ['j.doe+x@gmail.com', 'j.doe+x@gmail.com'],
  ['j.doe@googlemail.com', 'j.doe@googlemail.com'],
  ['j.doe@gmail.com.example.net', 'j.doe@gmail.com.example.net'],
  ['j.doe@gmai1.com', 'j.doe@gmai1.com'],
  // Cyrillic а, and a dotless ı: other domains.
  ['j.doe@gm\u0430il.com', 'j.doe@xn--gmil-63d.com'],
  ['j.doe@gma\u0131l.com', 'j.doe@xn--gmal-nza.com'],
];

const INVISIBLE = [
  'j.doe@gm\u00adail.com',
  'j.doe@gm\u200bail.com',
  'j.doe\u200b@gmail.com',
  'j.d\u043ee@gmail.com',
  'j.doe\uff20gmail.com',
  'j.doe@gmail\u3002com',
];

it('a look-alike address is asked to confirm, and gets nothing delivered before that', async (test) => {
  // The clock moves by an hour for each form, so no budget of verification mails runs out.
  let time = Date.UTC(2025, 5, 1);
  const service = await startService(test, {}, { now: () => time });
  const confirmed = await service.activeRoute({ email: CONFIRMED });
  for (const [written, mailed] of LOOK_ALIKES) {
    time += 3_600_000;
    const { status, json } = await service.create({ email: written });
    assert.equal(status, 202, written);
    const asked = service.sink.mails.at(-1);
    assert.equal(asked?.recipients.length, 1);
    assert.equal(/^To: (.*)\r$/m.exec(asked.raw)?.[1], mailed);
    const refused = await service.submit(json.form_id, { message: 'hello' });
    assert.equal(refused.json.error, 'inbox_not_verified');
    await service.submit(confirmed.form_id, { message: 'hello' });
    assert.deepEqual(service.sink.mails.at(-1)?.recipients, [CONFIRMED]);
  }
});

it('a look-alike address confirms only itself', async (test) => {
  const service = await startService(test);
  const first = await service.create({ email: CONFIRMED });
  const second = await service.create({ email: 'jdoe@gmail.com' });
  const [, mail] = service.sink.mails;
  assert.ok(mail);
  await service.confirm(tokenIn(mail));
  const statusOf = async (id: string) => (await service.request(`/v1/routes/${id}`)).json.status;
  assert.equal(await statusOf(second.json.form_id), 'active');
  assert.equal(await statusOf(first.json.form_id), 'pending_verification');
});

it('a look-alike address that differs by invisible characters is refused', async (test) => {
  const { create, sink } = await startService(test);
  for (const email of INVISIBLE) {
    assert.equal((await create({ email })).json.error, 'invalid_email', JSON.stringify(email));
  }
  assert.equal(sink.mails.length, 0);
});
