import { median } from './figures.ts';
import { measureFeatures } from './features.ts';
import { measureListing } from './listing.ts';
import { measureManyForms } from './many-forms.ts';
import { measureMemory } from './memory.ts';
import type { PartName } from './options.ts';
import type { Run } from './run-context.ts';
import { measureStarts } from './starts.ts';
import { ratiosBetween } from './summary.ts';
import {
  creationLoad,
  distantBound,
  distantLoad,
  markedLoad,
  pollLoad,
  submissionLoad,
} from './workloads.ts';

const given = <T>(values: readonly (T | undefined)[]): T[] =>
  values.filter((value) => value !== undefined);

async function submissionsPart(run: Run): Promise<void> {
  const { field, peers, options, figures } = run;
  const { baseline, floor, service, before } = field;
  const servers = given([baseline, floor, service, before, ...peers]);
  const all = await run.measure(submissionLoad(options.connections), servers);
  figures.toFloor = ratiosBetween(all, service.name, floor.name, 'processorMs');
  figures.processor = ratiosBetween(all, baseline.name, service.name, 'processorMs');
  figures.submissions = ratiosBetween(all, service.name, baseline.name);
  figures.p99 = ratiosBetween(all, service.name, baseline.name, 'p99');
  if (before) figures.toBefore = ratiosBetween(all, service.name, before.name);
  figures.peer = peers.flatMap(({ name }) => ratiosBetween(all, service.name, name));
}

/** Each submission has the same text as the others, so that it is marked. */
async function markedPart({ field, options, figures, measure }: Run): Promise<void> {
  const { service, before } = field;
  const all = await measure(markedLoad(options.connections), given([service, before]));
  if (before) figures.marked = ratiosBetween(all, service.name, before.name, 'processorMs');
}

/** Arrivals at half of what the service has just made of closed loops. */
async function pacedPart(run: Run): Promise<void> {
  const { field, options, figures } = run;
  const { service, baseline } = field;
  if (options.arrivals !== undefined) {
    const { arrivals, connections } = options;
    await run.measure(submissionLoad(connections, arrivals), [baseline, service], arrivals);
    return;
  }
  const load = submissionLoad(options.connections);
  const most = await run.measure({ ...load, name: `${load.name}, alone` }, [service]);
  const half = Math.floor(median(most.map(({ perSecond }) => perSecond)) / 2);
  const all = await run.measure(submissionLoad(options.connections, half), [service], half);
  figures.pacedP99 = all.map(({ p50, p99 }) => p99 / p50);
  figures.pacedStall = all.map(({ stalls }) => stalls?.longest ?? NaN);
}

async function singlePart({ field, measure }: Run): Promise<void> {
  await measure(submissionLoad(1), [field.baseline, field.service]);
}

async function creationsPart({ field, options, figures, measure }: Run): Promise<void> {
  const { service, before } = field;
  const all = await measure(creationLoad(options.connections), given([service, before]));
  if (before) figures.creations = ratiosBetween(all, service.name, before.name);
}

async function pollsPart({ field, options, figures, measure }: Run): Promise<void> {
  const { service, before } = field;
  const all = await measure(pollLoad(options.connections), given([service, before]));
  if (before) figures.polls = ratiosBetween(all, service.name, before.name);
}

async function distantPart({ field, options, measure }: Run): Promise<void> {
  const bound = distantBound(options.smtpConnections);
  await measure(distantLoad(options.connections), [field.baseline, field.service], bound);
}

/** Each part of a run by its name. */
export const PARTS: Readonly<Record<PartName, (run: Run) => Promise<void>>> = {
  submissions: submissionsPart,
  marked: markedPart,
  paced: pacedPart,
  single: singlePart,
  creations: creationsPart,
  polls: pollsPart,
  listing: measureListing,
  memory: measureMemory,
  start: measureStarts,
  forms: measureManyForms,
  distant: distantPart,
  features: measureFeatures,
};
