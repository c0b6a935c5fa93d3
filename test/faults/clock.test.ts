import assert from 'node:assert/strict';
import { it, type TestContext } from 'node:test';
import { startService } from '../support/service.ts';

const HOUR = 3_600_000;

/** Half an hour before the year ends, and half an hour after. */
const BEFORE = Date.UTC(2030, 11, 31, 23, 30);
const AFTER = BEFORE + HOUR;

/** A service with one form and a clock that is set by hand. */
async function start(test: TestContext, env: Record<string, string> = {}) {
  let time = BEFORE;
  const service = await startService(test, env, { now: () => time });
  const { form_id: formId } = await service.activeRoute();
  const submit = () => service.submit(formId, { message: 'Hello' });
  return { ...service, submit, setTime: (to: number) => (time = to) };
}

it('a clock jump while a message is under way gives its unit back to the old month', async (test) => {
  const { submit, setTime, sink } = await start(test);
  assert.equal((await submit()).json.used, 1);
  sink.delay(200);
  sink.refuseWith({ code: 451, text: 'not now' });
  const underWay = sink.taken(1);
  const answer = submit();
  await underWay;
  setTime(AFTER);
  assert.equal((await answer).status, 503);
  sink.refuseWith(undefined);
  assert.equal((await submit()).json.used, 1, 'the new month begins with 1');
  setTime(BEFORE);
  assert.equal((await submit()).json.used, 2, 'the old month goes on from 1');
});

it('a clock jump back continues the old month, exactly', async (test) => {
  const { submit, setTime } = await start(test, { MONTHLY_LIMIT: '2' });
  setTime(AFTER);
  assert.equal((await submit()).json.used, 1);
  setTime(BEFORE);
  for (const used of [1, 2]) assert.equal((await submit()).json.used, used);
  const exhausted = await submit();
  assert.equal(exhausted.json.error, 'monthly_allowance_exhausted');
  assert.equal(exhausted.json.resets_at, '2031-01-01T00:00:00.000Z');
  setTime(AFTER);
  assert.equal((await submit()).json.used, 2);
  assert.equal((await submit()).json.resets_at, '2031-02-01T00:00:00.000Z');
});

it('a clock jump gives a rate its minute back at once, and never blocks it for good', async (test) => {
  const { submit, setTime } = await start(test, { SUBMIT_RATE_PER_MINUTE: '2/2' });
  for (const status of [200, 200, 429]) assert.equal((await submit()).status, status);
  setTime(AFTER);
  assert.equal((await submit()).status, 200);
  setTime(BEFORE);
  const statuses = [(await submit()).status, (await submit()).status];
  setTime(BEFORE + 61_000);
  assert.equal((await submit()).status, 200, `after ${statuses.join(', ')}`);
});

it('a clock jump by a day expires links by the clock, and links from the future work', async (test) => {
  const { create, confirm, verificationToken, setTime } = await start(test);
  await create({ email: 'second@example.com' });
  const token = verificationToken();
  setTime(BEFORE + 25 * HOUR);
  assert.equal((await confirm(token)).json.error, 'verification_token_expired');
  setTime(BEFORE - 25 * HOUR);
  assert.equal((await confirm(token)).status, 200);
});
