import assert from 'node:assert/strict';
import { it } from 'node:test';
import { manage, owned } from '../support/manage-form.ts';
import { startService } from '../support/service.ts';

it('a change that needs consent mails no inbox that has not confirmed the form or has stopped it', async (test) => {
  const service = await startService(test);
  const { sink, create, activeRoute, putSettings } = service;
  const settings = { origins: ['https://example.com'] };
  const asked = (await create({ email: 'stranger@example.com', settings })).json;
  const stopped = await activeRoute({ email: 'stopped@example.com', settings });
  const byOwner = owned(service, stopped, 'stopped@example.com');
  await manage(service, byOwner, 'POST', '/stop', { reason: 'spam' });
  const mails = sink.mails.length;
  for (const route of [asked, stopped]) {
    const { status, json } = await putSettings(route, { subject: 'Call us' });
    assert.deepEqual([status, json.error], [409, 'inbox_not_verified']);
    // What needs no consent holds at once; nothing of the refused change does.
    const narrower = await putSettings(route, { ...settings, paused: true });
    assert.deepEqual(narrower.json.settings, { ...settings, paused: true });
    assert.equal(narrower.json.proposed, undefined);
  }
  assert.equal(sink.mails.length, mails);
  assert.equal((await putSettings(byOwner, {})).status, 200);
});

it('the mails about changes of one form leave the other forms of its inbox theirs', async (test) => {
  const service = await startService(test);
  const settings = { origins: ['https://example.com'] };
  const email = 'many@example.com';
  const [one, other] = [
    await service.activeRoute({ email, settings }),
    await service.activeRoute({ email, settings }),
  ];
  const changes = ['first', 'second', 'third', 'fourth'];
  const answers: number[] = [];
  for (const subject of changes) answers.push((await service.putSettings(one, { subject })).status);
  assert.deepEqual(answers, [200, 200, 200, 429]);
  assert.equal((await service.putSettings(other, { subject: 'first' })).status, 200);
});
