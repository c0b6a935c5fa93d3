import assert from 'node:assert/strict';
import { it, type TestContext } from 'node:test';
import type { Store } from '../../src/platform/stores/store.ts';
import {
  answerCopy,
  formWithConfirmedCopies,
  ownerPuts,
  questionTo,
} from '../support/copied-form.ts';
import { agreeToHandOver, offer, tokenOfHandOver } from '../support/handed-form.ts';
import { callWith, sessionOf } from '../support/inbox-session.ts';
import { manage, owned, settingsOf } from '../support/manage-form.ts';
import { OWNER, startService, type TestService } from '../support/service.ts';
import { isDelivery } from '../support/smtp-sink.ts';
import { until } from '../support/until.ts';

const CLIENT = 'client@elsewhere.example';
const OTHER = 'other@another.example';
const ANN = 'ann@copies.example';

/** A service whose next hand-over runs `meanwhile` between reading the form and moving it. */
async function startHeld(test: TestContext) {
  let meanwhile = (): Promise<unknown> => Promise.resolve();
  const wrapStore = (store: Store): Store => ({
    ...store,
    routes: {
      ...store.routes,
      async handOver(...move) {
        await meanwhile();
        return store.routes.handOver(...move);
      },
    },
  });
  const service = await startService(test, {}, { wrapStore });
  return {
    ...service,
    /** The next so many moves are made when all of them have read the form. */
    together(count: number) {
      const { promise, resolve } = Promise.withResolvers<void>();
      let arrived = 0;
      meanwhile = () => {
        arrived += 1;
        if (arrived === count) resolve();
        return promise;
      };
    },
    /** Runs before the next move, once. */
    before(task: () => Promise<unknown>) {
      meanwhile = () => {
        meanwhile = () => Promise.resolve();
        return task();
      };
    },
  };
}

async function offerTo(service: TestService, formId: string, address: string): Promise<string> {
  const bearer = sessionOf(service, OWNER);
  assert.equal((await offer(service, formId, bearer, { email: address })).status, 202);
  return tokenOfHandOver(service, address);
}

const formsOf = async (service: TestService, address: string): Promise<string[]> => {
  const bearer = sessionOf(service, address);
  const { json } = await callWith(service, 'GET', '/v1/inbox/routes', { bearer });
  return json.routes.map(({ form_id }: { form_id: string }) => form_id);
};

it('an inbox that agrees while its offer gives way to another one gets nothing, the other inbox gets the form, and no submission is lost', async (test) => {
  const service = await startHeld(test);
  const settings = { subject: 'Orders', copies: [ANN] };
  const { form_id } = await formWithConfirmedCopies(service, [ANN]);
  await ownerPuts(service, { form_id }, settings);
  const [loser, owner] = [CLIENT, OTHER];
  const earlier = await offerTo(service, form_id, loser);
  let later = '';
  service.before(async () => {
    later = await offerTo(service, form_id, owner);
  });
  const lost = await agreeToHandOver(service, earlier);
  assert.deepEqual([lost.status, lost.json.error], [409, 'verification_mismatch']);
  service.sink.mails.length = 0;
  const submit = () => Array.from({ length: 10 }, () => service.submit(form_id, { message: 'm' }));
  const submissions = submit();
  assert.equal((await agreeToHandOver(service, later)).json.status, 'handed_over');
  const after = submit();
  const page = await service.request(`/v1/routes/hand-over?token=${earlier}`);
  assert.match(page.text, /<h1>This offer has ended/);
  assert.doesNotMatch(page.text, /<button/);

  for (const { json } of await Promise.all([...submissions, ...after])) {
    assert.deepEqual(json.delivery, { email: 'delivered', copies: 'delivered' });
  }
  const delivered = (address: string) =>
    service.sink.mails.filter((mail) => isDelivery(mail) && mail.recipients.includes(address))
      .length;
  assert.equal(delivered(OWNER) + delivered(owner), 20);
  assert.ok(delivered(owner) >= after.length, 'what came after the move is with the new inbox');
  assert.deepEqual([delivered(ANN), delivered(loser)], [20, 0]);
  await until('the mails about it', () => service.sink.mails.length === 42);
  const forms = await Promise.all([OWNER, owner, loser].map((each) => formsOf(service, each)));
  assert.deepEqual(forms, [[], [form_id], []]);
  const kept = await settingsOf(service, owned(service, { form_id }, owner));
  const copies = [{ address: ANN, status: 'confirmed' }];
  assert.deepEqual([kept.settings, kept.copies], [settings, copies]);
});

it('who presses the button of a hand-over twice gets the form, and both answers say so', async (test) => {
  const service = await startHeld(test);
  const { form_id } = await service.activeRoute();
  const token = await offerTo(service, form_id, CLIENT);
  service.sink.mails.length = 0;
  service.together(2);
  const answers = await Promise.all([1, 2].map(() => agreeToHandOver(service, token)));
  assert.ok(answers.every(({ json }) => json.status === 'handed_over'));
  await until('both mails', () => service.sink.mails.length === 2);
  const to = service.sink.mails.flatMap(({ recipients }) => recipients);
  assert.deepEqual(to.toSorted(), [CLIENT, OWNER], 'each inbox gets one mail about it');
});

it('an inbox that agrees to copies while the form moves gets them from its new owner', async (test) => {
  const service = await startHeld(test);
  const { form_id } = await service.activeRoute();
  await ownerPuts(service, { form_id }, { copies: [ANN] });
  const question = questionTo(service, ANN);
  const token = await offerTo(service, form_id, CLIENT);
  service.before(() => answerCopy(service, question));
  assert.equal((await agreeToHandOver(service, token)).json.status, 'handed_over');
  const { json } = await service.submit(form_id, { message: 'Hello' });
  assert.deepEqual(json.delivery, { email: 'delivered', copies: 'delivered' });
});

it('an offer that is withdrawn while its inbox agrees moves nothing', async (test) => {
  const service = await startHeld(test);
  const { form_id } = await service.activeRoute();
  const token = await offerTo(service, form_id, CLIENT);
  service.before(() => manage(service, owned(service, { form_id }), 'DELETE', '/hand-over'));
  assert.equal((await agreeToHandOver(service, token)).json.error, 'verification_mismatch');
  assert.deepEqual(await formsOf(service, OWNER), [form_id]);
});

it('settings that change while the form moves end the offer, and nothing moves', async (test) => {
  const service = await startHeld(test);
  const { form_id } = await service.activeRoute();
  const token = await offerTo(service, form_id, CLIENT);
  service.before(() => ownerPuts(service, { form_id }, { subject: 'New' }));
  const { status, json } = await agreeToHandOver(service, token);
  assert.deepEqual([status, json.error], [409, 'verification_mismatch']);
  assert.deepEqual(await formsOf(service, OWNER), [form_id]);
});
