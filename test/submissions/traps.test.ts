import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { createAutofillTraps } from '../../src/inboxes/allowance.ts';
import { parseEmailAddress } from '../../src/platform/text/email-address.ts';
import { identifyInbox } from '../../src/inboxes/inbox-identity.ts';
import type { Store } from '../../src/platform/stores/store.ts';
import { startMeteredService } from '../support/metered-service.ts';
import { OWNER } from '../support/service.ts';

const AUTOFILLED = { name: 'Ada', email: 'ada@example.org', message: 'm', _gotcha: 'Ada Lovelace' };
const BY_BOT = { ...AUTOFILLED, _gotcha: 'on' };
const TRAPPED = 'letterslot_trapped_submissions_total';

async function start(test: Parameters<typeof startMeteredService>[0], env = {}) {
  let time = Date.UTC(2026, 4, 31, 23, 0, 0);
  let broken = false;
  let kept: Store | undefined;
  const service = await startMeteredService(test, env, {
    now: () => time,
    wrapStore(store) {
      kept = store;
      const take: Store['counters']['take'] = (...args) =>
        broken ? Promise.reject(new Error('disk')) : store.counters.take(...args);
      return { ...store, counters: { ...store.counters, take } };
    },
  });
  const address = parseEmailAddress(OWNER);
  assert.ok(kept && address);
  const { keyring } = service.service;
  const traps = createAutofillTraps(kept.counters, keyring, () => time);
  return {
    ...service,
    counted: () => traps.read(identifyInbox(keyring, address).quota),
    breakStore: () => void (broken = true),
    nextMonth: () => void (time += 3_600_000),
  };
}

describe('traps that a browser may have filled', () => {
  it('a trap filled by a browser drops like every trap, and is counted for the inbox owner', async (test) => {
    const service = await start(test);
    const { form_id } = await service.activeRoute();
    const { json: other } = await service.create({ alias: 'Second form' });
    const answers = [];
    for (const fields of [AUTOFILLED, BY_BOT, { ...AUTOFILLED, _test: 'yes' }]) {
      answers.push((await service.submit(form_id, fields)).text);
    }
    await service.submit(other.form_id, AUTOFILLED);
    assert.equal(new Set(answers).size, 1);
    const subjects = service.sink.mails.map(({ email }) => email.subject ?? '');
    assert.deepEqual(
      subjects.filter((subject) => /submission/i.test(subject)),
      [],
    );
    assert.equal(await service.counted(), 2);
    assert.deepEqual((await service.metrics()).byLabel(TRAPPED), { autofill: 3, bot: 1 });
  });

  it('the trap count starts from zero each month', async (test) => {
    const service = await start(test);
    const { form_id } = await service.activeRoute();
    await service.submit(form_id, AUTOFILLED);
    assert.equal(await service.counted(), 1);
    service.nextMonth();
    assert.equal(await service.counted(), 0);
  });

  it('traps are not counted while the inbox has not confirmed', async (test) => {
    const service = await start(test);
    const { json } = await service.create();
    assert.equal((await service.submit(json.form_id, AUTOFILLED)).status, 200);
    assert.equal(await service.counted(), 0);
  });

  it('counting traps writes to the store no more often than submissions may come', async (test) => {
    const service = await start(test, { SUBMIT_RATE_PER_MINUTE: '2/0' });
    const { form_id } = await service.activeRoute();
    for (let count = 0; count < 5; count += 1) {
      assert.equal((await service.submit(form_id, AUTOFILLED)).status, 200);
    }
    assert.equal(await service.counted(), 2);
    assert.equal((await service.submit(form_id, { message: 'm' })).status, 200);
  });

  it('a trap that cannot be counted is answered the same', async (test) => {
    const service = await start(test);
    const { form_id } = await service.activeRoute();
    const before = await service.submit(form_id, AUTOFILLED);
    service.breakStore();
    const after = await service.submit(form_id, AUTOFILLED);
    assert.deepEqual([after.status, after.text], [before.status, before.text]);
    assert.match(service.logText(), /"event":"autofill_not_counted"/);
    const faults = (await service.metrics()).byLabel('letterslot_faults_total');
    assert.deepEqual(faults, { autofill_not_counted: 1 });
  });
});
