import { writeFileSync } from 'node:fs';
import { describeMachine, machineLine } from './figures.ts';
import { openField } from './field.ts';
import { goalTable } from './goals.ts';
import { measureInTurn, requireFlawless } from './measure.ts';
import { readOptions } from './options.ts';
import { PARTS } from './parts.ts';
import { readPeer } from './peer.ts';
import type { Run } from './run-context.ts';
import { summarize, summaryTable, type SummaryRow } from './summary.ts';
import { submissionLoad } from './workloads.ts';
import { openWorkspace } from './workspace.ts';

// What the service does in a second, beside the least that any Node server does for the same job.
const options = readOptions(process.argv.slice(2));
const { rounds, seconds, cpuProfile } = options;
const WARM_UP = { rounds: 1, seconds: Math.min(2, seconds) };
/** Longest time of all, in seconds; a normal run takes far less. */
const PATIENCE = 600 + rounds * seconds * 100 + (options.routes + (options.beside ?? 0)) / 5_000;

const field = await openField(openWorkspace(PATIENCE), {
  ...options,
  nodeOptions: cpuProfile ? ['--cpu-prof', `--cpu-prof-dir=${cpuProfile}`] : [],
});
const { baseline, floor, service, before, close } = field;
const peers = options.peers.map(readPeer);

const rows: SummaryRow[] = [];
const run: Run = {
  field,
  peers,
  options,
  figures: {},
  tables: [],
  measurements: [],
  async warmUp(workload, servers) {
    await measureInTurn(servers, field, workload, WARM_UP);
  },
  async measure(workload, servers, bound) {
    const all = await measureInTurn(servers, field, workload, { rounds, seconds });
    run.measurements.push(...all);
    rows.push(...summarize(all, bound));
    return all;
  },
};

try {
  const all = [baseline, floor, service, before, ...peers].filter((one) => one !== undefined);
  await run.warmUp(submissionLoad(options.connections), all);
  for (const name of options.parts) {
    await PARTS[name](run);
    process.stderr.write(`${name}: done\n`);
  }
} finally {
  await close();
}
const { figures, tables, measurements } = run;
figures.flaws = measurements.map(({ lost, duplicated }) => lost + duplicated);
process.stdout.write(
  [
    machineLine() + (rows.length > 0 ? summaryTable(rows) : ''),
    ...tables,
    `Goals:\n\n${goalTable(figures)}`,
  ].join('\n'),
);
if (options.out) {
  const result = { machine: describeMachine(), options, rows, measurements, figures };
  writeFileSync(options.out, `${JSON.stringify(result, null, 1)}\n`);
}
requireFlawless(measurements);
