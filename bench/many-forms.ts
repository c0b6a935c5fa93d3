import type { PreparedService } from './field.ts';
import { figure, markdownTable, median } from './figures.ts';
import type { Run } from './run-context.ts';
import { formsText, measureStart } from './starts.ts';
import { ratiosBetween } from './summary.ts';
import { submissionLoad } from './workloads.ts';

const FEW = 1_000;

/** Milliseconds that each takes to start, in turn; the first start of each is not counted. */
async function timeStarts(services: readonly PreparedService[], rounds: number) {
  const times = services.map((): number[] => []);
  for (let round = 0; round <= rounds; round += 1) {
    for (const [index, service] of services.entries()) {
      const { milliseconds } = await measureStart(service, 0);
      if (round > 0) times[index]?.push(milliseconds);
    }
  }
  return times;
}

/** A service with as many forms as `--beside` says beside one with a thousand. */
export async function measureManyForms(run: Run): Promise<void> {
  const { field, options, figures, tables } = run;
  const { beside, rounds, connections } = options;
  if (beside === undefined) return;
  const few = await field.prepare({ name: formsText(FEW), routes: FEW });
  const many = await field.prepare({ name: formsText(beside), routes: beside });
  const [fast = [], slow = []] = await timeStarts([few, many], rounds);
  figures.manyFormsStart = slow.map((time, round) => time / (fast[round] ?? NaN));
  const servers = [await few.start(), await many.start()];
  const load = submissionLoad(connections);
  await run.warmUp(load, servers);
  const all = await run.measure(load, servers);
  for (const server of servers) await server.stop();
  figures.manyForms = ratiosBetween(all, formsText(beside), formsText(FEW));
  figures.manyFormsP99 = ratiosBetween(all, formsText(FEW), formsText(beside), 'p99');
  const rows = [
    [formsText(FEW), figure(median(fast))],
    [formsText(beside), figure(median(slow))],
  ];
  tables.push(`Starts in turn:\n\n${markdownTable(['server', 'first 200 after, ms'], rows)}`);
}
