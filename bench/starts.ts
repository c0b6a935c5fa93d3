import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import type { PreparedService } from './field.ts';
import { figure, markdownTable, median } from './figures.ts';
import { familyOf, usageOf } from './process-usage.ts';
import type { Run } from './run-context.ts';
import { startService } from './servers.ts';

/** Fastify with SQLite and nothing else. */
const BARE_SERVER = join(import.meta.dirname, 'bare-server.js');

/** How many forms a database has, in words. */
export const formsText = (routes: number) =>
  `${routes.toLocaleString('en')} ${routes === 1 ? 'form' : 'forms'}`;

/** Milliseconds until a service is idle after its start. */
const SETTLING = 2_500;

export interface Start {
  /** From the start of the process to the first 200 of /health. */
  milliseconds: number;
  /** Processor time until then. */
  cpuMilliseconds: number;
  /** Memory when idle. */
  residentMiB: number;
}

/** Starts a service, waits until it is idle, and stops it. */
export async function measureStart(
  { start }: Pick<PreparedService, 'start'>,
  settling = SETTLING,
): Promise<Start> {
  const begin = performance.now();
  const service = await start();
  const milliseconds = performance.now() - begin;
  const { cpuSeconds } = usageOf(familyOf(service.pid));
  await wait(settling);
  const { residentMiB } = usageOf(familyOf(service.pid));
  await service.stop();
  return { milliseconds, cpuMilliseconds: cpuSeconds * 1_000, residentMiB };
}

/** Starts by what was started. */
export function startsTable(starts: ReadonlyMap<string, readonly Start[]>): string {
  const rows = Array.from(starts, ([name, all]) => {
    const milliseconds = all.map((one) => one.milliseconds);
    return [
      name,
      figure(median(milliseconds)),
      `${figure(Math.min(...milliseconds))}–${figure(Math.max(...milliseconds))}`,
      figure(median(all.map(({ cpuMilliseconds }) => cpuMilliseconds))),
      figure(median(all.map(({ residentMiB }) => residentMiB))),
    ];
  });
  const head = ['server', 'first 200 after, ms', 'min–max, ms', 'processor, ms', 'RSS idle, MiB'];
  return markdownTable(head, rows);
}

/** Starts the service and a bare server in turn, each with a filled compile cache. */
export async function measureStarts({ field, options, figures, tables }: Run): Promise<void> {
  const { routes, rounds } = options;
  const service = await field.prepare({ name: 'starts', routes });
  const bare = {
    start: () => startService(field.folder, {}, { name: 'bare Fastify', entry: BARE_SERVER }),
  };
  for (const one of [service, bare]) await measureStart(one, 0);
  const starts: Start[] = [];
  const bareStarts: Start[] = [];
  for (let round = 0; round < rounds; round += 1) {
    starts.push(await measureStart(service));
    bareStarts.push(await measureStart(bare));
  }
  figures.start = starts.map(({ cpuMilliseconds }) => cpuMilliseconds);
  figures.startToBare = starts.map(
    ({ milliseconds }, round) => milliseconds / (bareStarts[round]?.milliseconds ?? NaN),
  );
  const all = new Map([
    [`letterslot, ${formsText(routes)}`, starts],
    ['bare Fastify', bareStarts],
  ]);
  tables.push(`Starts:\n\n${startsTable(all)}`);
}
