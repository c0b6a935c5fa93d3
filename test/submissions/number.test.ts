import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { formWithConfirmedCopies } from '../support/copied-form.ts';
import { armorIn, decryptPgp, encryptedForm, splitMessage } from '../support/encrypted-form.ts';
import { makeKey } from '../support/openpgp-key.ts';
import { OWNER, startService } from '../support/service.ts';
import { isDelivery, numberOf } from '../support/smtp-sink.ts';

const FIELDS = { message: 'Hello' };

/** The last moment of November, and the first of December. */
const NOVEMBER = Date.UTC(2026, 10, 30, 23, 59, 59, 999);
const DECEMBER = NOVEMBER + 1;

describe('the number of a mail', () => {
  it('mails of a form are numbered by month, tests too; a failed delivery leaves a hole', async (test) => {
    let time = NOVEMBER - 60_000;
    const service = await startService(test, {}, { now: () => time });
    const { sink, submit, request } = service;
    const { form_id: formId, management_token: token } = await service.activeRoute();
    const authorization = `Bearer ${token}`;
    const readDays = async () => {
      const answer = await request(`/v1/routes/${formId}/counts`, { headers: { authorization } });
      return answer.json.days;
    };
    const { json } = await submit(formId, FIELDS);
    assert.doesNotMatch(JSON.stringify(json), /2026-11/);
    sink.refuseWith({ code: 451, text: 'not now' });
    assert.equal((await submit(formId, FIELDS)).status, 503);
    sink.refuseWith(undefined);
    const tested = await request(`/v1/routes/${formId}/test`, {
      method: 'POST',
      headers: { authorization },
    });
    assert.deepEqual([tested.status, tested.json.used], [200, 2]);
    time = NOVEMBER;
    sink.delay(100);
    const arrived = sink.taken(1);
    const underWay = submit(formId, FIELDS);
    await arrived;
    time = DECEMBER;
    assert.equal((await underWay).status, 200);
    assert.equal((await submit(formId, FIELDS)).json.used, 1);
    assert.deepEqual(sink.mails.filter(isDelivery).map(numberOf), [
      '2026-11/1',
      '2026-11/3',
      '2026-11/4',
      '2026-12/1',
    ]);
    assert.deepEqual(await readDays(), [
      { date: '2026-11-30', delivered: 3, failed: 1, refused: {} },
      { date: '2026-12-01', delivered: 1, failed: 0, refused: {} },
    ]);
  });

  it('forms of one inbox have numbers of their own, and copies that of the mail', async (test) => {
    const service = await startService(test);
    const { form_id: first } = await formWithConfirmedCopies(service, ['copy@example.com']);
    const { form_id: second } = await service.activeRoute({ email: OWNER });
    service.sink.mails.length = 0;
    for (const formId of [first, second, first]) await service.submit(formId, FIELDS);
    const numbers = service.sink.mails
      .filter(isDelivery)
      .map((mail) => [mail.recipients[0], numberOf(mail)?.slice(8)]);
    assert.deepEqual(numbers, [
      [OWNER, '1'],
      ['copy@example.com', '1'],
      [OWNER, '1'],
      [OWNER, '2'],
      ['copy@example.com', '2'],
    ]);
  });

  it('an encrypted mail has its number outside and inside; without a monthly limit there is none', async (test) => {
    const { armored, privateKey } = await makeKey(OWNER);
    const encryption = { type: 'openpgp', key: armored } as const;
    const numbers: (string | undefined)[] = [];
    for (const limit of ['250', '0']) {
      const service = await startService(test, { MONTHLY_LIMIT: limit });
      await service.submit(await encryptedForm(service, encryption), FIELDS);
      const mail = service.sink.mails.at(-1) ?? assert.fail();
      assert.ok(armorIn(mail, 'PGP MESSAGE'));
      const { header } = splitMessage(await decryptPgp(mail, privateKey));
      const [, inside] = /^Letterslot-Number: (.*)\r$/m.exec(header) ?? [];
      assert.equal(inside, numberOf(mail));
      numbers.push(inside?.slice(8));
    }
    assert.deepEqual(numbers, ['1', undefined]);
  });
});
