import { workersEnv } from './field.ts';
import { figure, markdownTable, median } from './figures.ts';
import { measureInTurn, requireFlawless } from './measure.ts';
import type { Run } from './run-context.ts';
import { submissionLoad } from './workloads.ts';

/** Rounds of load on each start. */
const LOADED = 2;

/** The most memory, MiB, under load, of each of several starts with so many processes. */
async function measureStarts(run: Run, processes: number): Promise<number[]> {
  const { field, options } = run;
  const { routes, rounds, seconds, connections } = options;
  const env = processes > 1 ? workersEnv(processes) : {};
  const { start } = await field.prepare({ name: `memory of ${processes}`, routes, env });
  const most: number[] = [];
  for (let round = 0; round < rounds; round += 1) {
    const server = await start();
    const load = submissionLoad(connections);
    const all = await measureInTurn([server], field, load, { rounds: LOADED, seconds });
    requireFlawless(all);
    most.push(Math.max(...all.map(({ residentMiB }) => residentMiB.max)));
    await server.stop();
  }
  return most;
}

/** Memory under load in several starts: of one process, and what each more of `--workers` takes. */
export async function measureMemory(run: Run): Promise<void> {
  const { options, figures, tables } = run;
  const one = await measureStarts(run, 1);
  figures.memory = one;
  const rows = [['1', figure(median(one)), one.map(figure).join(', '), '–']];
  const { workers } = options;
  if (workers !== undefined) {
    const all = await measureStarts(run, workers);
    const more = all.map((most, round) => (most - (one[round] ?? NaN)) / (workers - 1));
    figures.workerMemory = more;
    rows.push([
      String(workers),
      figure(median(all)),
      all.map(figure).join(', '),
      more.map(figure).join(', '),
    ]);
  }
  const head = ['processes', 'RSS max, MiB: median', 'in each start', 'each more takes'];
  tables.push(`Memory under load:\n\n${markdownTable(head, rows)}`);
}
