import { writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { describeMachine, machineLine } from './figures.ts';
import { openField } from './field.ts';
import { measureInTurn, requireFlawless, type Measurement, type Workload } from './measure.ts';
import { readPeer } from './peer.ts';
import type { Server } from './servers.ts';
import { summarize, summaryTable, type SummaryRow } from './summary.ts';
import { creationLoad, distantBound, distantLoad, pollLoad, submissionLoad } from './workloads.ts';
import { openWorkspace } from './workspace.ts';

// What the service does in a second, beside the least that any Node server does for the same job.
const { values: options } = parseArgs({
  options: {
    routes: { type: 'string', default: '10000' },
    runs: { type: 'string', default: '5' },
    seconds: { type: 'string', default: '5' },
    connections: { type: 'string', default: '64' },
    arrivals: { type: 'string', default: '1000' },
    'smtp-connections': { type: 'string', default: '20' },
    'sink-port': { type: 'string', default: '0' },
    peer: { type: 'string', multiple: true, default: [] },
    distant: { type: 'boolean', default: false },
    'cpu-profile': { type: 'string' },
    out: { type: 'string' },
  },
});

/** The number in an option; throws when it is not a number. */
function count(name: 'routes' | 'runs' | 'seconds' | 'connections' | 'arrivals'): number {
  const value = Number(options[name]);
  if (!(value > 0)) throw new Error(`--${name} must be a number above 0.`);
  return value;
}

const [rounds, seconds, connections] = [count('runs'), count('seconds'), count('connections')];
const smtpConnections = Number(options['smtp-connections']);
const WARM_UP = { rounds: 1, seconds: 2 };
/** Longest time of all, in seconds; a normal run takes far less. */
const PATIENCE = 120 + count('routes') / 100 + (rounds + 6) * seconds * 10;

const folder = openWorkspace(PATIENCE);
const profile = options['cpu-profile'];
const { sink, service, baseline, routes, close } = await openField(folder, {
  routes: count('routes'),
  smtpConnections,
  sinkPort: Number(options['sink-port']),
  nodeOptions: profile ? ['--cpu-prof', `--cpu-prof-dir=${profile}`] : [],
});
const servers = [baseline, service, ...options.peer.map(readPeer)];

const rows: SummaryRow[] = [];
const measurements: Measurement[] = [];

async function run(
  workload: Workload,
  { on = servers, times = 1, bound }: { on?: Server[]; times?: number; bound?: number } = {},
): Promise<void> {
  const all = await measureInTurn(on, sink, workload, { rounds: times, seconds });
  measurements.push(...all);
  rows.push(...summarize(all, bound));
  process.stderr.write(`${workload.name}: done\n`);
}

async function runAll(): Promise<void> {
  if (options.distant) {
    const bound = distantBound(smtpConnections);
    return run(distantLoad(connections), { times: rounds, bound });
  }
  await measureInTurn(servers, sink, submissionLoad(connections), WARM_UP);
  await run(submissionLoad(connections), { times: rounds });
  const arrivals = count('arrivals');
  await run(submissionLoad(connections, arrivals), { bound: arrivals });
  await run(submissionLoad(1), { times: rounds });
  await run(creationLoad(connections), { on: [service] });
  await run(pollLoad(connections, routes), { on: [service] });
}

try {
  await runAll();
} finally {
  await close();
}
process.stdout.write(machineLine() + summaryTable(rows));
if (options.out) {
  const result = { machine: describeMachine(), options, rows, measurements };
  writeFileSync(options.out, `${JSON.stringify(result, null, 1)}\n`);
}
requireFlawless(measurements);
