import { setTimeout as wait } from 'node:timers/promises';
import { newRun } from './canary.ts';
import { quantile } from './figures.ts';
import { runLoad, type LoadOutcome } from './load.ts';
import type { Stalls } from './probe.ts';
import { busySeconds, familyOf, usageOf } from './process-usage.ts';
import type { Probe, Sends, Server, Sink } from './servers.ts';
import type { SinkCounts, SinkDelays } from './sink.ts';

/** A kind of request to a server. */
export interface Workload {
  name: string;
  connections: number;
  arrivals?: number;
  /** How slow the mail server is. */
  delays: SinkDelays;
  /** True if each accepted request must cause exactly what its server sends, usually one mail. */
  mails: boolean;
  /** True if it is watched for moments at which the server answers nothing. */
  probed?: boolean;
  /** Makes the requests of one run. */
  compose(server: Server, run: string): (number: number) => string;
}

export interface Measurement {
  workload: string;
  server: string;
  round: number;
  /** Accepted requests. */
  perSecond: number;
  /** Milliseconds. */
  p50: number;
  p99: number;
  longest: number;
  stalls: Stalls | undefined;
  sent: number;
  accepted: number;
  /** Mails and webhooks of accepted requests that did not come. */
  lost: number;
  /** Those with the same canary beyond what it causes. */
  duplicated: number;
  statuses: Record<number, number>;
  residentMiB: { before: number; max: number };
  /**
   * Milliseconds of processor time (user and system, all server processes) per accepted request,
   * until its last mail or webhook.
   */
  processorMs: number;
  /** Processors kept busy by the server, the load, the sink, and everything else on the machine. */
  cores: { server: number; load: number; sink: number; others: number };
}

const SAMPLING = 250;
/** Looks at the sink, this many milliseconds apart, for the mail of a server that answers first. */
const DRAIN = { looks: 50, interval: 100, still: 10 };

/** Waits until all expected mails have arrived, or none has for a second. */
async function drain(sink: Sink, owed: number): Promise<void> {
  let [last, still] = [-1, 0];
  for (let look = 0; look < DRAIN.looks && still < DRAIN.still; look += 1) {
    const { arrived: all, foreign } = await sink.count(false);
    const arrived = all - foreign;
    if (arrived >= owed) return;
    still = arrived === last ? still + 1 : 0;
    last = arrived;
    await wait(DRAIN.interval);
  }
}

const ONE_MAIL: Sends = { each: 1 };

/** Missing results of accepted requests, and results that came too often. */
function account({ accepted }: LoadOutcome, counts: SinkCounts, { each, sealed }: Sends) {
  if (sealed) {
    const missing = accepted.length * each - counts.sealed;
    return { lost: Math.max(0, missing), duplicated: Math.max(0, -missing) };
  }
  const { byNumber } = counts;
  const missing = accepted.map((number) => Math.max(0, each - (byNumber[number] ?? 0)));
  const duplicated = byNumber.reduce((sum, count) => sum + Math.max(0, count - each), 0);
  return { lost: missing.reduce((sum, one) => sum + one, 0), duplicated };
}

/** Processor seconds since the start of each. */
function clocks(server: readonly number[], sink: Sink) {
  const own = process.cpuUsage();
  return {
    server: usageOf(server).cpuSeconds,
    load: (own.user + own.system) / 1e6,
    sink: usageOf([sink.pid]).cpuSeconds,
    machine: busySeconds(),
  };
}

type Clocks = ReturnType<typeof clocks>;

function coresBetween(before: Clocks, after: Clocks, seconds: number): Measurement['cores'] {
  const of = (name: keyof Clocks) => (after[name] - before[name]) / seconds;
  const [server, load, sink] = [of('server'), of('load'), of('sink')];
  return { server, load, sink, others: Math.max(0, of('machine') - server - load - sink) };
}

/** Measures: the sink of the mails and the probe for stalls. */
interface Instruments {
  sink: Sink;
  probe: Probe;
}

/** Runs a workload against a server for some seconds, and compares its answers with the mails. */
async function measure(
  server: Server,
  { sink, probe }: Instruments,
  workload: Workload,
  { seconds, round }: { seconds: number; round: number },
): Promise<Measurement> {
  const run = newRun();
  await sink.begin(run, workload.delays);
  const family = familyOf(server.pid);
  const resident = () => usageOf(family).residentMiB;
  const residentMiB = { before: resident(), max: resident() };
  const look = () => void (residentMiB.max = Math.max(residentMiB.max, resident()));
  const sampler = setInterval(look, SAMPLING);
  const { url, sends = ONE_MAIL } = server;
  const { connections, arrivals, probed } = workload;
  const request = workload.compose(server, run);
  const before = clocks(family, sink);
  if (probed) await probe.begin(url);
  const outcome = await runLoad({ url, connections, seconds, arrivals, request });
  const stalls = probed ? await probe.end() : undefined;
  const cores = coresBetween(before, clocks(family, sink), outcome.seconds);
  clearInterval(sampler);
  look();
  if (workload.mails) await drain(sink, outcome.accepted.length * sends.each);
  const counts = workload.mails ? account(outcome, await sink.count(true), sends) : undefined;
  const processorSeconds = usageOf(family).cpuSeconds - before.server;
  return {
    workload: workload.name,
    server: server.name,
    round,
    perSecond: outcome.accepted.length / outcome.seconds,
    processorMs: (1_000 * processorSeconds) / outcome.accepted.length,
    p50: quantile(outcome.times, 0.5),
    p99: quantile(outcome.times, 0.99),
    longest: quantile(outcome.times, 1),
    stalls,
    sent: outcome.sent,
    accepted: outcome.accepted.length,
    lost: counts?.lost ?? 0,
    duplicated: counts?.duplicated ?? 0,
    statuses: outcome.statuses,
    residentMiB,
    cores,
  };
}

/** Measures servers in turn, the order swapped every other round. */
export async function measureInTurn(
  servers: readonly Server[],
  instruments: Instruments,
  workload: Workload,
  { rounds, seconds }: { rounds: number; seconds: number },
): Promise<Measurement[]> {
  const all: Measurement[] = [];
  for (let round = 0; round < rounds; round += 1) {
    for (const server of round % 2 === 0 ? servers : servers.toReversed()) {
      all.push(await measure(server, instruments, workload, { seconds, round }));
    }
  }
  return all;
}

/** Throws when an answer or a mail is missing, or a mail came twice: such figures mean nothing. */
export function requireFlawless(measurements: readonly Measurement[]): void {
  for (const { server, workload, sent, accepted, lost, duplicated } of measurements) {
    if (lost === 0 && duplicated === 0 && sent === accepted) continue;
    throw new Error(
      `${server}, ${workload}: of ${sent} requests ${sent - accepted} were refused, ` +
        `${lost} mails or webhooks lost and ${duplicated} duplicated.`,
    );
  }
}
