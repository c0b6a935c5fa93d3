import assert from 'node:assert/strict';
import { after, describe, it } from 'node:test';
import { isDelivery } from '../support/smtp-sink.ts';
import { midWindow } from '../support/time-windows.ts';
import { until } from '../support/until.ts';
import { activeForm, createForm, shareNodes, startNodes, submit } from './start-nodes.ts';
import { startPostgres } from '../support/postgres-server.ts';

/** How the mails about the month begin, once each. */
const TOLD = new Set(['80 % of the monthly ', 'The monthly limit of']);

/** How many answers have each status. */
async function statusCounts(answers: Promise<Response>[]): Promise<Record<number, number>> {
  const counts: Record<number, number> = {};
  for (const { status } of await Promise.all(answers)) counts[status] = (counts[status] ?? 0) + 1;
  return counts;
}

const times = <T>(count: number, run: () => T): T[] => Array.from({ length: count }, run);

describe('three nodes on one database', async () => {
  const server = await startPostgres({ after: (run) => after(run) });

  describe('with an allowance of 250', () => {
    const fresh = shareNodes(server, { MONTHLY_LIMIT: '250' });

    // Guarantee: Spam and limits
    it('three nodes deliver exactly the allowance, 1,000 at once against 250, and mail about it once', async () => {
      const nodes = fresh();
      const { form_id: formId } = await activeForm(nodes, 'all@example.com');
      const answers = times(1_000, () => submit(nodes.any().url, formId));
      const counts: Record<string, number> = await statusCounts(answers);
      // A node has room for 210 messages, also for those that wait for the month.
      const refused = (counts['429'] ?? 0) + (counts['503'] ?? 0);
      assert.deepEqual([counts['200'], refused], [250, 750], JSON.stringify(counts));
      await until('the mails about the month', () => nodes.sink.mails.length >= 250 + 2);
      assert.equal(nodes.sink.mails.filter(isDelivery).length, 250);
      const notices = nodes.sink.mails.filter((mail) => !isDelivery(mail));
      assert.deepEqual(new Set(notices.map(({ email }) => email.subject?.slice(0, 20))), TOLD);
      assert.equal(notices.length, TOLD.size);
      const late = await (await submit(nodes.any().url, formId)).json();
      assert.equal((late as { error: string }).error, 'monthly_allowance_exhausted');
    });

    it('three nodes deliver exactly the share of unapproved forms', async () => {
      const nodes = fresh();
      const { form_id: own } = await activeForm(nodes, 'share@example.com');
      const forms: string[] = [];
      for (let count = 0; count < 3; count += 1) {
        const created = await createForm(nodes.any().url, {}, 'share@example.com');
        forms.push(((await created.json()) as { form_id: string }).form_id);
      }
      const answers = forms.flatMap((formId) => times(60, () => submit(nodes.any().url, formId)));
      assert.deepEqual(await statusCounts(answers), { 200: 50, 429: 130 });
      const { used } = (await (await submit(nodes.any().url, own)).json()) as { used: number };
      assert.equal(used, 51);
    });
  });

  describe('without limits', () => {
    const fresh = shareNodes(server);

    it('three nodes make one route of 100 creations with one Idempotency-Key', async () => {
      const nodes = fresh();
      nodes.sink.delay(200);
      const key = { 'idempotency-key': 'one and the same' };
      const answers = await Promise.all(
        times(100, () => createForm(nodes.any().url, key, 'creates@example.com')),
      );
      const bodies = (await Promise.all(answers.map((answer) => answer.json()))) as {
        form_id: string;
        management_token: string;
      }[];
      assert.deepEqual(new Set(answers.map(({ status }) => status)), new Set([200, 202]));
      assert.equal(new Set(bodies.map(({ form_id }) => form_id)).size, 1);
      assert.equal(new Set(bodies.map(({ management_token }) => management_token)).size, 1);
      assert.equal(nodes.sink.mails.length, 1);
    });

    // Guarantee: A submission
    it('three nodes deliver one of 60 submissions with one Idempotency-Key, and answer all alike', async () => {
      const nodes = fresh();
      const { form_id: formId } = await activeForm(nodes, 'retries@example.com');
      nodes.sink.delay(400);
      const key = { 'idempotency-key': 'one and the same' };
      const retry = () => submit(nodes.any().url, formId, 'Hello', key);
      const answers = await Promise.all(times(60, retry));
      nodes.sink.delay(0);
      answers.push(await retry(), await retry(), await retry());
      assert.deepEqual(new Set(answers.map(({ status }) => status)), new Set([200]));
      const bodies = new Set(await Promise.all(answers.map((answer) => answer.text())));
      assert.equal(bodies.size, 1);
      const [body = '{}'] = bodies;
      assert.equal((JSON.parse(body) as { used: number }).used, 1);
      assert.equal(nodes.sink.mails.length, 1);
      const other = await submit(nodes.any().url, formId, 'Other', key);
      assert.equal(other.status, 422);
    });

    it('three nodes never replay a route that is removed because its mail was refused', async () => {
      const nodes = fresh();
      nodes.sink.delay(500);
      nodes.sink.refuseWith({ code: 550, text: 'no such user' });
      const key = { 'idempotency-key': 'refused' };
      const answers = times(9, () => createForm(nodes.any().url, key, 'refused@example.com'));
      const counts = await statusCounts(answers);
      assert.equal((counts[503] ?? 0) + (counts[429] ?? 0), 9, JSON.stringify(counts));
    });

    it('three nodes know at once that one of them deleted a route', async () => {
      const nodes = fresh();
      const { form_id: formId, management_token: token } = await activeForm(
        nodes,
        'deleted@example.com',
      );
      for (const { url } of nodes.nodes) assert.equal((await submit(url, formId)).status, 200);
      const [first] = nodes.nodes;
      const deleted = await fetch(`${first?.url}/v1/routes/${formId}`, {
        method: 'DELETE',
        headers: { authorization: `Bearer ${token}` },
      });
      assert.equal(deleted.status, 200);
      for (const { url } of nodes.nodes) assert.equal((await submit(url, formId)).status, 404);
    });

    it('three nodes count no failed delivery, on whichever node it failed', async (test) => {
      const nodes = await startNodes(test, server, { MONTHLY_LIMIT: '30' });
      const { form_id: formId } = await activeForm(nodes);
      nodes.sink.refuseWith({ code: 451, text: 'not now' });
      const failed = times(60, () => submit(nodes.any().url, formId));
      const { 503: refused = 0, 429: exhausted = 0 } = await statusCounts(failed);
      assert.equal(refused + exhausted, 60);
      nodes.sink.refuseWith(undefined);
      const answers = times(60, () => submit(nodes.any().url, formId));
      assert.deepEqual(await statusCounts(answers), { 200: 30, 429: 30 });
    });

    it('three nodes share the rate of creations', async (test) => {
      const nodes = await startNodes(test, server, { ...midWindow(), CREATE_RATE_PER_MINUTE: '2' });
      const counts = await statusCounts(times(12, () => createForm(nodes.any().url)));
      assert.deepEqual(counts, { 202: 2, 429: 10 });
    });
  });

  describe('with rates of 60 and 20 a minute', () => {
    const rates = { ...midWindow(), SUBMIT_RATE_PER_MINUTE: '60/20' };
    const fresh = shareNodes(server, rates);

    it('three nodes share the rates of a client and of a form', async () => {
      const nodes = fresh();
      const { form_id: formId } = await activeForm(nodes, 'form@example.com');
      const answers = times(100, () => submit(nodes.any().url, formId));
      assert.deepEqual(await statusCounts(answers), { 200: 20, 429: 80 });
    });

    it('three nodes share the rate of a client over all forms of an inbox', async () => {
      const nodes = fresh();
      const forms = [(await activeForm(nodes, 'inbox@example.com')).form_id];
      for (let count = 0; count < 4; count += 1) {
        const created = await createForm(nodes.any().url, {}, 'inbox@example.com');
        assert.equal(created.status, 201);
        forms.push(((await created.json()) as { form_id: string }).form_id);
      }
      const answers = forms.flatMap((formId) => times(10, () => submit(nodes.any().url, formId)));
      assert.deepEqual(await statusCounts(answers), { 200: 20, 429: 30 });
    });
  });
});
