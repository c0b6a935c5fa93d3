import assert from 'node:assert/strict';
import { it } from 'node:test';
import { connectMcp } from '../mcp/mcp-client.ts';
import { removeForm } from '../support/manage-form.ts';
import { startService } from '../support/service.ts';
import { listOf } from '../support/list-of.ts';

const HOUR = 3_600_000;

/** Ways to write the inbox victim@gmail.com. */
const SPELLINGS = listOf(`
  victim@gmail.com vic.tim@gmail.com v.i.c.t.i.m@googlemail.com victim+news@gmail.com
  VICTIM+shop@GMAIL.COM victim@googlemail.com
`);

const MINUTE = 60_000;
const NOON = Date.UTC(2025, 5, 1, 12);

it('an inbox gets three verification mails an hour of a parallel burst, in any spelling', async (test) => {
  const { create, sink } = await startService(test, {}, { now: () => NOON });
  const requests = Array.from({ length: 30 }, (_, at) =>
    create({ email: SPELLINGS[at % SPELLINGS.length], alias: `Form ${at}` }),
  );
  const answers = await Promise.all(requests);
  assert.equal(answers.filter(({ status }) => status === 202).length, 3);
  assert.equal(answers.filter(({ json }) => json.error === 'rate_limited').length, 27);
  assert.equal(sink.mails.length, 3);
});

it('an inbox gets ten verification mails in any day, also around midnight', async (test) => {
  let time = Date.UTC(2025, 5, 1, 19);
  const { create, sink } = await startService(test, {}, { now: () => time });
  for (let hour = 0; hour < 24; hour += 1) {
    for (let round = 0; round < 4; round += 1) await create({ email: SPELLINGS[round] });
    time += HOUR;
  }
  assert.equal(sink.mails.length, 10);
  time += 10 * MINUTE;
  for (let round = 0; round < 4; round += 1) await create({ email: SPELLINGS[round] });
  assert.equal(sink.mails.length, 13, 'the first three are more than a day old');
});

// Guarantee: The owner of an inbox
it('an inbox gets three verification mails in any hour, not only a clock hour', async (test) => {
  const start = Date.UTC(2025, 5, 1);
  const clock = { now: start };
  const { create } = await startService(test, {}, { now: () => clock.now });
  const sent: number[] = [];
  for (; clock.now < start + 4 * HOUR; clock.now += 4 * MINUTE + 7_000) {
    const { status } = await create({ email: SPELLINGS[0] });
    if (status === 202) sent.push(clock.now);
  }
  const most = Math.max(
    ...sent.map((at) => sent.filter((other) => other >= at && other - at < HOUR).length),
  );
  assert.equal(most, 3);
  assert.ok(sent.length >= 9, `${sent.length} in four hours`);
});

it('an inbox gets its next verification mail after the wait the refusal names', async (test) => {
  const clock = { now: NOON };
  const { create } = await startService(test, {}, { now: () => clock.now });
  const waits: number[] = [];
  for (let round = 0; round < 16; round += 1) {
    clock.now += 7 * MINUTE;
    const { status, json } = await create({ email: SPELLINGS[0] });
    if (status === 202) continue;
    const { retry_after_seconds: seconds } = json;
    waits.push(seconds);
    clock.now += seconds * 1_000 - 1;
    assert.equal((await create({ email: SPELLINGS[0] })).status, 429, `before ${seconds} s`);
    clock.now += 1;
    assert.equal((await create({ email: SPELLINGS[0] })).status, 202, `after ${seconds} s`);
  }
  assert.ok(waits.some((seconds) => seconds > 12 * 3_600) && waits.some((s) => s < 3_600));
});

it('deleting a form gives an inbox no further verification mail', async (test) => {
  const service = await startService(test, {}, { now: () => NOON });
  for (const email of SPELLINGS) {
    const { status, json } = await service.create({ email });
    if (status === 202) await removeForm(service, json);
  }
  assert.equal(service.sink.mails.length, 3);
});

it('an inbox has one budget of verification mails for HTTP and MCP', async (test) => {
  const service = await startService(test, {}, { now: () => NOON });
  for (const email of SPELLINGS.slice(0, 2)) await service.create({ email });
  const { call } = await connectMcp(test, service);
  for (const email of SPELLINGS.slice(2)) await call('create_form', { email, alias: 'By a tool' });
  assert.equal(service.sink.mails.length, 3);
});

it('the mail budget of one inbox leaves other inboxes alone', async (test) => {
  const { create } = await startService(test, {}, { now: () => NOON });
  for (const email of SPELLINGS) await create({ email });
  for (const email of ['victim@example.com', 'victims@gmail.com', 'victim@gmail.example']) {
    assert.equal((await create({ email })).status, 202, email);
  }
});
