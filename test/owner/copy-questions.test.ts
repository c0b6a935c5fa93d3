import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { answerCopy, ownerPuts, questionTo } from '../support/copied-form.ts';
import { callWith, sessionOf } from '../support/inbox-session.ts';
import { startService } from '../support/service.ts';

describe('the questions about copies', () => {
  it('no owner can have an inbox asked more often than verification mails are sent', async (test) => {
    const service = await startService(test);
    const ann = 'ann@example.org';
    const asked = () => service.sink.received();
    for (const number of [1, 2, 3, 4]) {
      const email = `owner${number}@example.com`;
      const route = await service.activeRoute({ email });
      const earlier = asked();
      const { json } = await ownerPuts(service, route, { copies: [ann] }, email);
      const [status, mails] = number < 4 ? ['asked', 1] : ['not_asked', 0];
      assert.deepEqual([json.copies[0].status, asked() - earlier], [status, mails]);
    }
  });

  it('one owner can ask only so many inboxes, whatever the forms', async (test) => {
    const service = await startService(test);
    const statuses: string[] = [];
    for (const form of [1, 2, 3, 4]) {
      const route = await service.activeRoute({ alias: `Form ${form}` });
      const copies = [1, 2, 3, 4, 5].map((number) => `copy${number}@place${form}.example`);
      const { json } = await ownerPuts(service, route, { copies });
      statuses.push(...json.copies.map(({ status }: { status: string }) => status));
    }
    assert.equal(statuses.filter((status) => status === 'asked').length, 15);
  });

  it('requests at the same time ask nobody twice', async (test) => {
    const service = await startService(test);
    const route = await service.activeRoute();
    const earlier = service.sink.received();
    const copies = ['ann@example.org', 'jo@example.org'];
    await Promise.all(
      [1, 2, 3].map((number) => ownerPuts(service, route, { subject: `${number}`, copies })),
    );
    assert.equal(service.sink.received() - earlier, 2);
  });

  it('an inbox that could not be mailed was not asked, and can be asked later', async (test) => {
    const service = await startService(test);
    const route = await service.activeRoute();
    service.sink.refuseWith({ code: 450, text: 'later' });
    const { json } = await ownerPuts(service, route, { copies: ['ann@example.org'] });
    assert.equal(json.copies[0].status, 'not_asked');
    service.sink.refuseWith(undefined);
    const again = await callWith(service, 'POST', `/v1/routes/${route.form_id}/copies`, {
      bearer: sessionOf(service, 'owner@example.com'),
      body: { email: 'Ann@example.org' },
    });
    assert.equal(again.json.copies[0].status, 'asked');
    assert.equal((await answerCopy(service, questionTo(service, 'ann@example.org'))).status, 200);
  });
});
