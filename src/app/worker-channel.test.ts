import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { setImmediate as nextTurn, setTimeout as wait } from 'node:timers/promises';
import { keyedHash } from '../platform/secrets/keyed-hash.ts';
import { createKeyring } from '../platform/secrets/keyring.ts';
import { createRateAnswer, createWorkerRates, type Ask } from './worker-channel.ts';

const keyring = createKeyring([{ id: 'k1', secret: Buffer.alloc(32, 1) }], Buffer.alloc(32, 2));
const subject = (name: string) => keyedHash(keyring, 'rate-limit', name);
const [client, form, other] = [subject('client'), subject('form'), subject('other')];

/** A primary, as its workers reach it: everything they send is JSON. */
function startPrimary() {
  const answer = createRateAnswer();
  const primary = { asked: 0, gone: false };
  const ask: Ask = async (question, about) => {
    assert.equal(question, 'rates');
    if (primary.gone) return undefined;
    primary.asked += 1;
    return JSON.parse(JSON.stringify(answer(JSON.parse(JSON.stringify(about)))));
  };
  return { primary, ask };
}

describe('the rates of workers', () => {
  it('the rates of workers are counted together', async () => {
    const { ask } = startPrimary();
    const [first, second] = [createWorkerRates(ask), createWorkerRates(ask)];
    assert.deepEqual(await first.take([client, form], 60), [1, 1]);
    assert.deepEqual(await second.take([other, form], 60), [1, 2]);
    assert.deepEqual(await first.take([form], 60), [3]);
    assert.deepEqual(await first.take([form], 120), [1]);
  });

  it('the rates of one turn are one question', async () => {
    const { primary, ask } = startPrimary();
    const rates = createWorkerRates(ask);
    const counts = await Promise.all([1, 2, 3].map(() => rates.take([client, form], 60)));
    assert.deepEqual([counts, primary.asked], [[1, 2, 3].map((count) => [count, count]), 1]);
    await rates.take([client], 60);
    assert.equal(primary.asked, 2);
  });

  it('rates that are taken during a question are the next question', async () => {
    const { primary, ask } = startPrimary();
    const rates = createWorkerRates(async (...question) => {
      const answer = await ask(...question);
      await wait(10);
      return answer;
    });
    const first = rates.take([client], 60);
    await nextTurn();
    const second = rates.take([client], 60);
    await nextTurn();
    const third = rates.take([client], 60);
    assert.deepEqual(await Promise.all([first, second, third]), [[1], [2], [3]]);
    assert.equal(primary.asked, 2);
  });

  it('a worker that its primary does not answer counts alone', async () => {
    const { primary, ask } = startPrimary();
    const rates = createWorkerRates(ask);
    await rates.take([client], 60);
    primary.gone = true;
    const counts = await Promise.all([rates.take([client], 60), rates.take([client, form], 60)]);
    assert.deepEqual(counts, [[1], [2, 1]]);
  });
});
