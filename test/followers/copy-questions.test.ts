import assert from 'node:assert/strict';
import { it } from 'node:test';
import type { Store } from '../../src/platform/stores/store.ts';
import {
  answerCopy,
  formWithConfirmedCopies,
  formWithCopies,
  mailTo,
  ownerPuts,
  questionTo,
} from '../support/copied-form.ts';
import { manage, owned, settingsOf } from '../support/manage-form.ts';
import { OWNER, startService, unsubscribeToken, type TestService } from '../support/service.ts';
import { press } from '../consent/press.ts';

const ANN = 'ann@example.org';

/** Has an inbox asked once more, by the owner of the form. */
const askAgain = (service: TestService, form_id: string, email = ANN) =>
  manage(service, owned(service, { form_id }), 'POST', '/copies', { email });

const statusOf = async (service: TestService, form_id: string): Promise<string> =>
  (await settingsOf(service, owned(service, { form_id }))).copies[0].status;

/** A form with a copy that its inbox accepted and ended; with the answered question's token. */
async function stoppedCopy(service: TestService) {
  const route = await formWithConfirmedCopies(service, [ANN]);
  const question = questionTo(service, ANN);
  await service.submit(route.form_id, { message: 'Hello' });
  const token = unsubscribeToken(service, mailTo(service, ANN));
  assert.equal((await press(service, 'copy-stop', { token })).json.status, 'stopped');
  return { ...route, question, token };
}

it('no owner can have an inbox asked more often than verification mails are sent', async (test) => {
  const service = await startService(test);
  const asked = () => service.sink.received();
  for (const number of [1, 2, 3, 4]) {
    const email = `owner${number}@example.com`;
    const route = await service.activeRoute({ email });
    const earlier = asked();
    const { json } = await ownerPuts(service, route, { copies: [ANN] }, email);
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

it('requests at the same time ask no inbox twice', async (test) => {
  const service = await startService(test);
  const route = await service.activeRoute();
  const earlier = service.sink.received();
  const copies = [ANN, 'jo@example.org'];
  await Promise.all(
    [1, 2, 3].map((number) => ownerPuts(service, route, { subject: `${number}`, copies })),
  );
  assert.equal(service.sink.received() - earlier, 2);
});

it('a request that comes between reading the list and asking does not ask an inbox twice', async (test) => {
  const gate = Promise.withResolvers<void>();
  const late = Promise.withResolvers<void>();
  let writes = 0;
  const wrapStore = (store: Store): Store => ({
    ...store,
    routes: {
      ...store.routes,
      async reseal(...change) {
        writes += 1;
        // The first write is that of the settings, the second one notes who is asked.
        if (writes === 2) {
          late.resolve();
          await gate.promise;
        }
        return store.routes.reseal(...change);
      },
    },
  });
  const service = await startService(test, {}, { wrapStore });
  const route = await service.activeRoute();
  const earlier = service.sink.received();
  const first = ownerPuts(service, route, { copies: [ANN] });
  await late.promise;
  await ownerPuts(service, route, { copies: [ANN], subject: 'New' });
  gate.resolve();
  await first;
  assert.equal(service.sink.received() - earlier, 1);
});

it('an inbox that could not be mailed was not asked, and can be asked later', async (test) => {
  const service = await startService(test);
  const route = await service.activeRoute();
  service.sink.refuseWith({ code: 450, text: 'later' });
  const { json } = await ownerPuts(service, route, { copies: [ANN] });
  assert.equal(json.copies[0].status, 'not_asked');
  service.sink.refuseWith(undefined);
  const again = await askAgain(service, route.form_id, 'Ann@example.org');
  assert.equal(again.json.copies[0].status, 'asked');
  assert.equal((await answerCopy(service, questionTo(service, ANN))).status, 200);
});

it('the question that an inbox has answered starts nothing again once it has ended its copies', async (test) => {
  const service = await startService(test);
  const { form_id, question } = await stoppedCopy(service);
  const mails = service.sink.received();
  const { text } = await service.request(`/v1/routes/copy?token=${question}`);
  assert.match(text, /<h1>These copies have ended/);
  assert.doesNotMatch(text, /<form|<button/);
  for (const choice of [undefined, 'allow', 'refuse', 'allow', undefined] as const) {
    await answerCopy(service, question, choice);
    assert.equal(await statusOf(service, form_id), 'stopped', `after ${choice ?? 'a yes'}`);
  }
  const answer = await answerCopy(service, question);
  assert.deepEqual([answer.status, answer.json.error], [404, 'route_not_found']);
  await service.submit(form_id, { message: 'Hello' });
  assert.equal(service.sink.received() - mails, 1, 'the owner alone gets it');
});

it('a question that was refused is over: its page and its button are 404, until its owner asks again', async (test) => {
  const service = await startService(test);
  const { form_id } = await formWithCopies(service, [ANN]);
  const question = questionTo(service, ANN);
  const refused = await press(service, 'copy', { token: question, choice: 'refuse' });
  assert.deepEqual([refused.status, refused.json.status], [200, 'refused']);
  for (const round of ['while such mails are refused', 'after they are allowed']) {
    const page = await service.request(`/v1/routes/copy?token=${question}`);
    assert.equal(page.status, 404, round);
    for (const choice of [undefined, 'refuse'] as const) {
      const { status, json } = await answerCopy(service, question, choice);
      assert.deepEqual([status, json.error], [404, 'route_not_found'], round);
    }
    assert.equal((await answerCopy(service, question, 'allow')).json.status, 'allowed');
    assert.equal(await statusOf(service, form_id), 'refused');
  }
  await askAgain(service, form_id);
  assert.equal((await answerCopy(service, questionTo(service, ANN))).json.status, 'confirmed');
  assert.equal((await answerCopy(service, question)).status, 404);
});

it('only the newest question starts a copy that was ended and asked about again', async (test) => {
  const service = await startService(test);
  const { form_id, question } = await stoppedCopy(service);
  assert.equal((await askAgain(service, form_id)).json.copies[0].status, 'asked');
  const old = await answerCopy(service, question);
  assert.equal(old.json.error, 'verification_mismatch');
  assert.equal(await statusOf(service, form_id), 'asked');
  const newest = await answerCopy(service, questionTo(service, ANN));
  assert.equal(newest.json.status, 'confirmed');
  assert.equal(await statusOf(service, form_id), 'confirmed');
});

it('an inbox that ends its copies while it is asked again is asked nothing by the earlier question', async (test) => {
  const service = await startService(test);
  const { form_id } = await formWithCopies(service, [ANN]);
  const question = questionTo(service, ANN);
  service.sink.delay(400);
  const taken = service.sink.taken(1);
  const again = askAgain(service, form_id);
  await taken;
  service.sink.delay(0);
  await answerCopy(service, question);
  await service.submit(form_id, { message: 'Hello' });
  const token = unsubscribeToken(service, mailTo(service, ANN));
  await press(service, 'copy-stop', { token });
  await again;
  assert.equal(await statusOf(service, form_id), 'stopped');
  assert.equal((await answerCopy(service, question)).json.error, 'verification_mismatch');
});

it('settings that repeat the list ask no inbox again, whatever became of the question', async (test) => {
  const service = await startService(test);
  const standings = ['stopped', 'refused', 'asked', 'confirmed', 'not_asked'];
  const copies = standings.map((name) => `${name.replace('_', '')}@place.example`);
  const [stopped = '', refused = '', , confirmed = '', unasked = ''] = copies;
  service.sink.refuseAddress('to', unasked, 450);
  const route = await formWithCopies(service, copies);
  for (const address of [stopped, confirmed]) {
    await answerCopy(service, questionTo(service, address));
  }
  await answerCopy(service, questionTo(service, refused), 'refuse');
  await service.submit(route.form_id, { message: 'Hello' });
  const token = unsubscribeToken(service, mailTo(service, stopped));
  await press(service, 'copy-stop', { token });
  const mails = () => service.sink.received() + service.sink.refusedEnvelopes();
  const earlier = mails();
  for (const wanted of [{ copies }, { copies, subject: 'New' }, { copies }, { copies }]) {
    const { json } = await service.putSettings(route, wanted);
    assert.deepEqual([json.settings, json.proposed], [wanted, undefined]);
    assert.deepEqual(
      json.copies.map(({ status }: { status: string }) => status),
      standings,
    );
  }
  await service.putSettings(route, { copies: copies.slice(0, 4) });
  assert.equal(mails(), earlier);
});

it('a list that waits for its owner is mailed to them once, however often it is sent', async (test) => {
  const service = await startService(test);
  const route = await service.activeRoute();
  const earlier = service.sink.received();
  for (const _ of [1, 2, 3]) {
    const { json } = await service.putSettings(route, { copies: [ANN] });
    assert.deepEqual(json.proposed, { copies: [ANN] });
  }
  assert.equal(service.sink.received() - earlier, 1);
  assert.deepEqual(service.sink.mails.at(-1)?.recipients, [OWNER]);
});
