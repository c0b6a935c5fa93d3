import assert from 'node:assert/strict';
import { join } from 'node:path';
import { before, describe, it } from 'node:test';
import { Worker } from 'node:worker_threads';
import type { Measured } from '../parsers/measure.ts';
import type { Message } from '../parsers/run-table.ts';
import { PARSERS } from '../parsers/table.ts';

/** What all of a parser's work may have in memory at the same time. */
const HEAP = { maxOldGenerationSizeMb: 384, maxYoungGenerationSizeMb: 64 };

const measured = new Map<string, Measured>();
let notRun: readonly string[] | undefined;
let running = '';

function note(message: Message): void {
  if ('running' in message) ({ running } = message);
  else if ('notRun' in message) ({ notRun } = message);
  else measured.set(message.name, message.measured);
}

/** Runs all parsers in a thread: one that takes all memory ends that alone. */
function runAll(): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  const thread = new Worker(join(import.meta.dirname, '../parsers/run-table.ts'), {
    resourceLimits: HEAP,
  });
  const end = (cause: string) => {
    if (running === '' || !measured.has(running)) {
      const finding = { parser: running, input: 'one of them', what: cause };
      measured.set(running, {
        runs: 1,
        spent: 0,
        dearest: { input: '', cost: 0 },
        peak: 0,
        findings: [finding],
      });
    }
    resolve();
  };
  thread.on('message', note).on('error', (error) => end(String(error)));
  thread.on('exit', () => end('ended'));
  return promise;
}

describe('parsers of what comes from outside', () => {
  before(runAll);

  for (const { name } of PARSERS)
    it(`the largest and worst of ${name} costs as little as its row in the table says`, (test) => {
      const { runs, spent, dearest, peak = 0, findings } = measured.get(name) ?? {};
      assert.ok(runs && dearest, `not run, because of ${running}`);
      test.diagnostic(
        `${runs} inputs in ${spent} ms and ${Math.round(peak / 1_048_576)} MiB; ${dearest.cost.toFixed(1)}: ${dearest.input}`,
      );
      assert.deepEqual(findings, []);
    });

  it('every reading of a file that the table of parsers names is run by it', () => {
    assert.deepEqual(notRun, []);
  });
});
