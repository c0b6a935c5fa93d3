import { Session } from 'node:inspector/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { parentPort } from 'node:worker_threads';
import { placesIn, ROOT, type Place } from './find-readers.ts';
import type { Measured } from './measure.ts';

/** The thread's messages: the next parser, its time, and readings that never ran. */
export type Message =
  { running: string } | { name: string; measured: Measured } | { notRun: readonly string[] };

// oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread has one origin
const say = (message: Message) => parentPort?.postMessage(message);

// Before what it watches is loaded.
const session = new Session();
session.connect();
await session.post('Profiler.enable');
await session.post('Profiler.startPreciseCoverage', { callCount: false, detailed: false });

const { createMeasure } = await import('./measure.ts');
const { PARSERS } = await import('./table.ts');

const measure = await createMeasure();
for (const row of PARSERS) {
  say({ running: row.name });
  say({ name: row.name, measured: await measure(row) });
}

const { result } = await session.post('Profiler.takePreciseCoverage');

/** True if the innermost function around a place was called. */
function wasRun({ file, at }: Place): boolean {
  const url = pathToFileURL(join(ROOT, file)).href;
  const around = result
    .filter((script) => script.url === url)
    .flatMap(({ functions }) => functions.flatMap(({ ranges }) => ranges.slice(0, 1)))
    .filter(({ startOffset, endOffset }) => startOffset <= at && at < endOffset)
    .toSorted((one, other) => other.startOffset - one.startOffset);
  return (around[0]?.count ?? 0) > 0;
}

const places = [...new Set(PARSERS.flatMap(({ files }) => files))].flatMap(placesIn);
say({
  notRun: places.filter((place) => !wasRun(place)).map(({ file, what }) => `${file}: ${what}`),
});
