import { setTimeout as wait } from 'node:timers/promises';
import type { PreparedService } from './field.ts';
import { figure, markdownTable, median } from './figures.ts';
import { familyOf, usageOf } from './process-usage.ts';
import type { Run } from './run-context.ts';

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

/** Starts of services by the numbers of their routes. */
export function startsTable(starts: ReadonlyMap<number, readonly Start[]>): string {
  const rows = Array.from(starts, ([routes, all]) => {
    const milliseconds = all.map((one) => one.milliseconds);
    return [
      routes.toLocaleString('en'),
      figure(median(milliseconds)),
      `${figure(Math.min(...milliseconds))}–${figure(Math.max(...milliseconds))}`,
      figure(median(all.map(({ cpuMilliseconds }) => cpuMilliseconds))),
      figure(median(all.map(({ residentMiB }) => residentMiB))),
    ];
  });
  const head = ['routes', 'first 200 after, ms', 'min–max, ms', 'processor, ms', 'RSS idle, MiB'];
  return markdownTable(head, rows);
}

/** Starts of the service, after one that fills the compile cache. */
export async function measureStarts({ field, options, figures, tables }: Run): Promise<void> {
  const { routes, rounds } = options;
  const prepared = await field.prepare({ name: 'starts', routes });
  await measureStart(prepared, 0);
  const starts: Start[] = [];
  for (let round = 0; round < rounds; round += 1) starts.push(await measureStart(prepared));
  figures.start = starts.map(({ milliseconds }) => milliseconds);
  tables.push(`Starts:\n\n${startsTable(new Map([[routes, starts]]))}`);
}
