import { setTimeout as wait } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { postgresEngineOf, SQLITE } from '../faults/engines.ts';
import { prepareProcess, type Owner } from '../faults/faulty-process.ts';
import { startPostgres } from '../support/postgres-server.ts';
import { REACH_RECEIVER, RESOLVE_HOOKS } from '../support/reach-receiver.ts';
import { PIPELINING, type ScriptedSmtp } from '../support/scripted-smtp.ts';
import { START_FLAGS } from '../support/start-flags.ts';
import { startWebhookReceiver } from '../support/webhook-receiver.ts';
import { Ledger } from './ledger.ts';
import { bringFaults } from './nemesis.ts';
import { Owners } from './owners.ts';
import { findLeaks, slopePerMinute } from './usage.ts';
import { openForms, startVisitors } from './visitors.ts';
import { Watch } from './watch.ts';
import { monthEnd } from '../../src/inboxes/allowance.ts';

/** Arguments for Node that move the clock of a process so that a month ends in `inMilliseconds`. */
function endMonthIn(inMilliseconds: number): string[] {
  const offset = monthEnd(Date.now()).getTime() - Date.now() - inMilliseconds;
  const code = `const real=Date.now;Date.now=()=>real.call(Date)+${offset}`;
  return ['--import', `data:text/javascript,${encodeURIComponent(code)}`];
}

const MINUTE = 60_000;

const SMTP_CONNECTIONS = '2';
/** Milliseconds between steps of owners, and between looks. */
const OWNER_EVERY = 1_000;
const LOOK_EVERY = 5_000;

/** The part of a run after which no fault ends the process, so that its memory can be followed. */
const STEADY_FROM = 1 / 3;

/** Milliseconds without a new fault at the end. */
const QUIET_END = 10_000;

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
    'sent, retries included': ledger.sent,
    accepted: ledger.count('accepted'),
    refused: ledger.count('refused'),
    doubtful: ledger.count('doubtful'),
    'failed (500)': ledger.count('failed'),
    'without an answer': ledger.count('unanswered'),
    'repeated once accepted': ledger.replayed,
    delivered: ledger.arrived,
    'calls to the receiver': ledger.called,
    'envelopes sent ahead': smtp.ahead(),
    lost: ledger.lost,
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

interface Setting {
  minutes: number;
  onPostgres: boolean;
}

async function soak({ minutes, onPostgres }: Setting, owner: Owner): Promise<boolean> {
  const length = minutes * MINUTE;
  const receiver = await startWebhookReceiver(owner);
  const server = onPostgres ? await startPostgres(owner) : undefined;
  const faulty = await prepareProcess(owner, {
    env: {
      LOG_LEVEL: 'warn',
      MONTHLY_LIMIT: '1000000000',
      SMTP_CONNECTIONS,
      ...REACH_RECEIVER,
    },
    nodeArguments: [...START_FLAGS, ...endMonthIn(length / 2), ...RESOLVE_HOOKS],
    engine: server ? postgresEngineOf(server) : SQLITE,
    patience: length + 5 * MINUTE,
  });
  faulty.smtp.script = PIPELINING;
  await faulty.start();
  const forms = await openForms(faulty, receiver);
  const began = performance.now();
  const steadyFrom = began + length * STEADY_FROM;
  const ledger = new Ledger();
  const owners = new Owners(faulty, ledger.violations);
  const watch = new Watch(faulty, ledger, { samplesFrom: steadyFrom });

  const plan = { until: began + length - QUIET_END, steadyFrom, server };
  const faults = bringFaults(faulty, plan);
  const stopVisitors = startVisitors(faulty, receiver, forms, ledger);
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
  return ledger.violations.length + ledger.lost === 0;
}

const { values } = parseArgs({
  options: {
    minutes: { type: 'string', default: '20' },
    engine: { type: 'string', default: 'sqlite' },
  },
});
const minutes = Number(values.minutes);
if (!(minutes >= 3) || !['sqlite', 'postgres'].includes(values.engine)) {
  process.stderr.write('--minutes must be a number, at least 3; --engine sqlite or postgres.\n');
  process.exit(64);
}
const cleaning: (() => unknown)[] = [];
let clean = false;
try {
  const setting = { minutes, onPostgres: values.engine === 'postgres' };
  clean = await soak(setting, { after: (clear) => void cleaning.push(clear) });
} finally {
  for (const clear of cleaning.toReversed()) await clear();
}
process.exit(clean ? 0 : 1);
