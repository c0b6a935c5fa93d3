import { figure, markdownTable, median } from './figures.ts';
import { measureInTurn, requireFlawless } from './measure.ts';
import type { Run } from './run-context.ts';
import { submissionLoad } from './workloads.ts';

/** Rounds of load on each start. */
const LOADED = 2;

/** The most memory, MiB, under load, in each of several starts. */
export async function measureMemory({ field, options, figures, tables }: Run): Promise<void> {
  const { routes, rounds, seconds, connections } = options;
  const { start } = await field.prepare({ name: 'memory', routes });
  const most: number[] = [];
  for (let round = 0; round < rounds; round += 1) {
    const server = await start();
    const load = submissionLoad(connections);
    const all = await measureInTurn([server], field, load, { rounds: LOADED, seconds });
    requireFlawless(all);
    most.push(Math.max(...all.map(({ residentMiB }) => residentMiB.max)));
    await server.stop();
  }
  figures.memory = most;
  const row = [figure(median(most)), most.map(figure).join(', ')];
  const head = ['RSS max, MiB: median', 'in each start'];
  tables.push(`Memory under load:\n\n${markdownTable(head, [row])}`);
}
