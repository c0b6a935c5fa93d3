import { workersEnv } from './field.ts';
import { markdownTable } from './figures.ts';
import { measureInTurn, type Measurement } from './measure.ts';
import { familyOf } from './process-usage.ts';
import type { Run } from './run-context.ts';
import type { Server } from './servers.ts';
import { submissionLoad } from './workloads.ts';

/**
 * Milliseconds between two kills. The worker that has run longest ends: with two workers, one that
 * has run for more than the ten seconds after which its end counts as no failure to start.
 */
const KILL_EVERY = 6_000;
const LEAST_KILLS = 5;

/** Kills one worker after the other until it is stopped; answers how many then. */
function startKilling({ pid }: Server): () => number {
  let kills = 0;
  const timer = setInterval(() => {
    // Processes are numbered in the order of their starts.
    const [oldest] = familyOf(pid)
      .slice(1)
      .sort((a, b) => a - b);
    if (oldest === undefined) return;
    process.kill(oldest, 'SIGKILL');
    kills += 1;
  }, KILL_EVERY);
  return () => {
    clearInterval(timer);
    return kills;
  };
}

function table(measured: Measurement, kills: number): string {
  const { sent, accepted, lost, duplicated, statuses } = measured;
  const unanswered = statuses[0] ?? 0;
  const head = ['kills', 'sent', 'accepted', 'without an answer', 'refused', 'lost', 'duplicated'];
  const row = [kills, sent, accepted, unanswered, sent - accepted - unanswered, lost, duplicated];
  return markdownTable(head, [row.map(String)]);
}

/**
 * Submissions while workers are killed: a request under way may end without an answer, but each
 * that was accepted has its mail, and none has two.
 */
export async function measureKills(run: Run): Promise<void> {
  const { field, options, figures, tables } = run;
  const { workers, routes, connections } = options;
  if (workers === undefined) return;
  const prepared = await field.prepare({ name: 'killed', routes, env: workersEnv(workers) });
  const server = await prepared.start();
  const seconds = ((LEAST_KILLS + 0.5) * KILL_EVERY) / 1000;
  const stopKilling = startKilling(server);
  const load = { ...submissionLoad(connections), name: 'workers killed' };
  const [measured] = await measureInTurn([server], field, load, { rounds: 1, seconds });
  const kills = stopKilling();
  await server.stop();
  if (!measured || kills < LEAST_KILLS) throw new Error(`Only ${kills} workers could be killed.`);
  figures.killFlaws = [measured.lost + measured.duplicated];
  tables.push(`Submissions while workers are killed:\n\n${table(measured, kills)}`);
}
