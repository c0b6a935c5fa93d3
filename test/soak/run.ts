import { setTimeout as wait } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { postgresEngineOf, SQLITE } from '../faults/engines.ts';
import { prepareProcess, type FaultyProcess, type Owner } from '../faults/faulty-process.ts';
import { startPostgres } from '../support/postgres-server.ts';
import { PIPELINING, type ScriptedSmtp } from '../support/scripted-smtp.ts';
import { endMonthIn } from './clock.ts';
import { Ledger, markOf } from './ledger.ts';
import { bringFaults } from './nemesis.ts';
import { Owners } from './owners.ts';
import { findLeaks, slopePerMinute } from './usage.ts';
import { Watch } from './watch.ts';

const MINUTE = 60_000;

/** Submissions at a time, more than there are SMTP connections, so that some wait for one. */
const BURST = 10;
const SMTP_CONNECTIONS = '2';
/** Milliseconds between bursts, between steps of owners, and between looks. */
const BURST_EVERY = 500;
const OWNER_EVERY = 1_000;
const LOOK_EVERY = 5_000;

/** The part of a run after which no fault ends the process, so that its memory can be followed. */
const STEADY_FROM = 1 / 3;

/** Milliseconds without a new fault at the end. */
const QUIET_END = 10_000;

/** Visitors who come in bursts; stopping waits for the answers to all of them. */
function startVisitors(faulty: FaultyProcess, formId: string, ledger: Ledger) {
  const submissions = new Set<Promise<void>>();
  const takeArrivals = () => {
    faulty.smtp.messages.length = 0;
    ledger.arrive(faulty.smtp.taken.splice(0));
  };
  const submit = async () => {
    const number = ledger.begin();
    const answer = await faulty.submit(formId, markOf(number));
    takeArrivals();
    ledger.end(number, answer);
  };
  const timer = setInterval(() => {
    for (let visitor = 0; visitor < BURST; visitor += 1) {
      const submission = submit().finally(() => submissions.delete(submission));
      submissions.add(submission);
    }
  }, BURST_EVERY);
  return async () => {
    clearInterval(timer);
    await Promise.all(submissions);
    takeArrivals();
  };
}

const range = (numbers: readonly number[]) =>
  `${numbers.at(0)}, ${numbers.at(-1)} (${Math.min(...numbers)} to ${Math.max(...numbers)})`;

interface Actors {
  ledger: Ledger;
  watch: Watch;
  owners: Owners;
  smtp: ScriptedSmtp;
}

function printTable(minutes: number, { ledger, watch, owners, smtp }: Actors): void {
  const { steady, used } = watch;
  const rows: Record<string, number | string> = {
    minutes,
    sent: ledger.sent,
    accepted: ledger.count('accepted'),
    refused: ledger.count('refused'),
    doubtful: ledger.count('doubtful'),
    'failed (500)': ledger.count('failed'),
    'without an answer': ledger.count('unanswered'),
    delivered: ledger.arrived,
    'envelopes sent ahead': smtp.ahead(),
    lost: ledger.lost,
    duplicated: ledger.duplicated,
    'counted, by month': used.join(' + '),
    'routes created, deleted': `${owners.counts.created}, ${owners.counts.deleted}`,
    'RSS, MiB': range(steady.map(({ residentMiB }) => Math.round(residentMiB))),
    'RSS slope, MiB a minute': slopePerMinute(steady).toFixed(2),
    'file descriptors': range(steady.map(({ descriptors }) => descriptors)),
    violations: ledger.violations.length,
  };
  for (const [name, value] of Object.entries(rows)) print(`${name.padEnd(28)}${value}`);
}

const print = (line: string) => void process.stdout.write(`${line}\n`);

async function soak(minutes: number, onPostgres: boolean, owner: Owner): Promise<boolean> {
  const length = minutes * MINUTE;
  const env = { LOG_LEVEL: 'warn', MONTHLY_LIMIT: '1000000000', SMTP_CONNECTIONS };
  const clock = endMonthIn(length / 2);
  const server = onPostgres ? await startPostgres(owner) : undefined;
  const faulty = await prepareProcess(owner, {
    env,
    nodeArguments: clock,
    engine: server ? postgresEngineOf(server) : SQLITE,
    patience: length + 5 * MINUTE,
  });
  faulty.smtp.script = PIPELINING;
  await faulty.start();
  const formId = await faulty.openForm();
  const began = performance.now();
  const steadyFrom = began + length * STEADY_FROM;
  const ledger = new Ledger();
  const owners = new Owners(faulty, ledger.violations);
  const watch = new Watch(faulty, ledger, { samplesFrom: steadyFrom });

  const faults = bringFaults(faulty, { until: began + length - QUIET_END, steadyFrom, server });
  const stopVisitors = startVisitors(faulty, formId, ledger);
  const stepping = setInterval(() => void owners.step(), OWNER_EVERY);
  while (performance.now() < began + length) {
    await wait(LOOK_EVERY);
    await watch.look();
  }
  clearInterval(stepping);
  const counts = await faults;
  await stopVisitors();
  await owners.lookAtAll();
  await watch.finish();
  ledger.violations.push(...findLeaks(watch.steady));

  printTable(minutes, { ledger, watch, owners, smtp: faulty.smtp });
  for (const [name, count] of counts) print(`${count} × ${name}`);
  for (const violation of ledger.violations) print(violation);
  return ledger.violations.length + ledger.lost + ledger.duplicated === 0;
}

const { values } = parseArgs({
  options: {
    minutes: { type: 'string', default: '20' },
    engine: { type: 'string', default: 'sqlite' },
  },
});
const asked = Number(values.minutes);
if (!(asked >= 3) || !['sqlite', 'postgres'].includes(values.engine)) {
  process.stderr.write('--minutes must be a number, at least 3; --engine sqlite or postgres.\n');
  process.exit(64);
}
const cleaning: (() => unknown)[] = [];
let clean = false;
try {
  clean = await soak(asked, values.engine === 'postgres', {
    after: (clear) => void cleaning.push(clear),
  });
} finally {
  for (const clear of cleaning.toReversed()) await clear();
}
process.exit(clean ? 0 : 1);
