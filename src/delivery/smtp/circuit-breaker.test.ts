import assert from 'node:assert/strict';
import { it } from 'node:test';
import { MailFailure } from '../../mail/mailer.ts';
import { CircuitBreaker } from './circuit-breaker.ts';

const SILENT = new MailFailure('refused', 'EGREETING');

/** A breaker whose server ignores some probes; returns how long each of them waited. */
async function askSilent(unanswered: number, answeredIn: number) {
  const asked: number[] = [];
  const { promise, resolve } = Promise.withResolvers<void>();
  const breaker = new CircuitBreaker({
    async probe(patience) {
      asked.push(patience);
      if (asked.length <= unanswered) throw SILENT;
    },
    answeredIn: () => answeredIn,
    opened: () => undefined,
    report: (failure) => failure ?? resolve(),
    times: { probe: 2_000, deadline: 25_000, pause: 0 },
  });
  breaker.silent(SILENT, performance.now());
  assert.equal(breaker.isOpen, true);
  await promise;
  assert.equal(breaker.isOpen, false);
  return asked;
}

const longerThan = (usual: number, asked: readonly number[]) =>
  asked.flatMap((patience, at) => (patience === usual ? [] : [[at + 1, patience]]));

it('probes of a silent mail server are short, and now and then one waits for a server that has become slow', async () => {
  assert.deepEqual(longerThan(2_000, await askSilent(130, 5)), [
    [8, 4_000],
    [16, 8_000],
    [32, 16_000],
    [64, 25_000],
    [128, 25_000],
  ]);
});

it('a mail server that was slow to answer has more time to answer a probe', async () => {
  assert.deepEqual(longerThan(12_000, await askSilent(40, 6_000)), [[32, 16_000]]);
});
