import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { startService, type TestService } from '../support/service.ts';
import { until } from '../support/until.ts';

const subjects = ({ sink }: TestService) => sink.mails.map(({ email }) => email.subject);
const aboutUse = (service: TestService) =>
  subjects(service).filter((subject) => subject?.includes('monthly limit'));

const arrived = ({ sink }: TestService, count: number) =>
  until(`mail ${count}`, () => sink.mails.length >= count);

async function submit(service: TestService, formId: string, times: number): Promise<void> {
  for (let time = 0; time < times; time += 1) {
    assert.equal((await service.submit(formId, { message: `${time}` })).status, 200);
  }
}

describe('the notice of a further form', () => {
  it('notices of further forms have their own budget, and creations do not need it', async (test) => {
    const service = await startService(test);
    await service.activeRoute();
    for (let form = 0; form < 6; form += 1) {
      assert.equal((await service.create({ alias: `Form ${form}` })).status, 201);
    }
    await arrived(service, 3);
    assert.equal((await service.create({ email: 'own.er@example.com' })).status, 202);
    await service.close();
    assert.equal(subjects(service).filter((subject) => subject?.includes('new form')).length, 4);
  });

  it('a replayed creation sends no notice of a further form', async (test) => {
    const service = await startService(test);
    await service.activeRoute();
    const key = { 'idempotency-key': 'a key' };
    await service.create({}, key);
    await arrived(service, 1);
    assert.equal((await service.create({}, key)).status, 200);
    await service.close();
    assert.equal(service.sink.mails.length, 1);
  });
});

describe('the mails about the month', () => {
  it('mails about the month come at 80 % and at 100 %, once each', async (test) => {
    const service = await startService(test, {
      MONTHLY_LIMIT: '10',
      OPERATOR_CONTACT: 'help@example.net',
    });
    const { form_id } = await service.activeRoute();
    await submit(service, form_id, 7);
    assert.deepEqual(aboutUse(service), []);
    await submit(service, form_id, 3);
    await arrived(service, 10 + 2);
    const expected = [
      '80 % of the monthly limit of your forms is used',
      'The monthly limit of your forms is reached',
    ];
    assert.deepEqual(new Set(aboutUse(service)), new Set(expected));
    assert.equal(aboutUse(service).length, 2);
    const reached = service.sink.mails.find(({ email }) => email.subject?.includes('reached'));
    assert.match(reached?.email.text ?? '', /10 of 10, for all forms of this inbox together/);
    assert.match(
      reached?.email.text ?? '',
      /Letterslot runs this service and can raise the limit\.\s+help@example\.net\s/,
    );
    assert.match(reached?.email.text ?? '', /Resets on:\n {2}[A-Z][a-z]+ 1, \d{4}, 00:00 UTC/);
  });

  it('a mail about the month comes once when a failed delivery repeats a count', async (test) => {
    const service = await startService(test, { MONTHLY_LIMIT: '5' });
    const { form_id } = await service.activeRoute();
    await submit(service, form_id, 3);
    await submit(service, form_id, 1);
    await arrived(service, 4 + 1);
    service.sink.refuseWith({ code: 450, text: 'later' });
    assert.equal((await service.submit(form_id, { message: 'x' })).status, 503);
    service.sink.refuseWith(undefined);
    await submit(service, form_id, 1);
    await arrived(service, 5 + 2);
    await service.close();
    assert.equal(aboutUse(service).length, 2);
  });

  it('a mail about the month that was refused comes with the next delivery', async (test) => {
    const service = await startService(test, { MONTHLY_LIMIT: '10' });
    const { form_id } = await service.activeRoute();
    await submit(service, form_id, 7);
    service.sink.delay(300);
    await submit(service, form_id, 1);
    service.sink.refuseWith({ code: 450, text: 'later' });
    await until('the failure', () => service.logText().includes('"event":"owner_not_notified"'));
    service.sink.refuseWith(undefined);
    await submit(service, form_id, 1);
    await arrived(service, 9 + 1);
    assert.equal(aboutUse(service).length, 1);
  });

  it('mails about the month do not come without a limit', async (test) => {
    const service = await startService(test, { MONTHLY_LIMIT: '0' });
    const { form_id } = await service.activeRoute();
    await submit(service, form_id, 3);
    await service.close();
    assert.deepEqual(aboutUse(service), []);
  });
});
