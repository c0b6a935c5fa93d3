import { randomBytes } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { sealRoute } from '../src/forms/route.ts';
import type { FormId } from '../src/contract/names.ts';
import { Keyring } from '../src/platform/secrets/keyring.ts';
import type { KeyedHash } from '../src/platform/secrets/keyed-hash.ts';
import { newRoute } from './filling.ts';
import { figure, machineLine, markdownTable, quantile } from './figures.ts';
import { drawChart } from './growth-chart.ts';
import { GROWN_STORES, type Engine, type GrownStore } from './grown-stores.ts';
import { openWorkspace } from './workspace.ts';

// The cost of a growing store: bytes, time to open, and the statements of one submission.
const { values: options } = parseArgs({
  options: {
    engine: { type: 'string', default: 'sqlite' },
    sizes: { type: 'string', default: '1000,10000,100000,1000000' },
  },
});
/** Rows that are made at a time. */
const BATCH = 1_000;
const SAMPLES = 5_000;
const IN_FLIGHT = 32;
const PERIOD = Date.UTC(2026, 11, 1) / 1000;
/** Seconds for all sizes. */
const PATIENCE = 3_600;
const IMAGES = join(import.meta.dirname, '..', 'docs', 'images');

interface Known {
  formId: FormId;
  quota: KeyedHash;
}

/** Microseconds. */
interface Times {
  p50: number;
  p99: number;
}

interface Size {
  routes: number;
  bytes: number;
  /** Milliseconds. */
  open: number;
  find: Times;
  take: Times;
  insert: Times;
  submissionsPerSecond: number;
}

const keyring = new Keyring([{ id: 'k1', secret: randomBytes(32) }], randomBytes(32));
const newRow = (index: number) => sealRoute(keyring, newRoute(keyring, index));

const justKnown = ({ formId, quota }: Known): Known => ({ formId, quota });

const pick = <T>(values: readonly T[]): T => {
  const value = values[Math.floor(Math.random() * values.length)];
  if (value === undefined) throw new Error('there is nothing to pick');
  return value;
};

/** One call after the other. */
async function timesOf(run: () => Promise<unknown>): Promise<Times> {
  const taken: number[] = [];
  for (let sample = 0; sample < SAMPLES; sample += 1) {
    const start = performance.now();
    await run();
    taken.push((performance.now() - start) * 1000);
  }
  const warm = taken.slice(SAMPLES / 10);
  return { p50: quantile(warm, 0.5), p99: quantile(warm, 0.99) };
}

/** Many at the same time; a second. */
async function perSecond(run: () => Promise<unknown>): Promise<number> {
  const start = performance.now();
  const total = SAMPLES * 4;
  let left = total;
  const worker = async () => {
    while (left > 0) {
      left -= 1;
      await run();
    }
  };
  await Promise.all(Array.from({ length: IN_FLIGHT }, worker));
  return total / ((performance.now() - start) / 1000);
}

async function measure(grown: GrownStore, engine: Engine, known: Known[]): Promise<Size> {
  const bytes = await grown.bytes();
  const start = performance.now();
  const { routes, counters, rates, ...store } = await grown.open();
  await store.listKeyChecks();
  const open = performance.now() - start;
  // With SQLite the rate limits are in memory.
  const takeRates = async ({ formId, quota }: Known) => {
    if (engine === 'postgres') await rates.take([quota, formId as never], PERIOD);
  };
  const submission = async () => {
    const route = pick(known);
    await routes.find(route.formId);
    await takeRates(route);
    await counters.take(route.quota, PERIOD, 1_000_000);
  };
  const insert = async () => {
    const row = newRow(known.length);
    known.push(justKnown(row));
    await routes.insert(row);
  };
  const size = {
    routes: known.length,
    bytes,
    open,
    find: await timesOf(() => routes.find(pick(known).formId)),
    take: await timesOf(() => counters.take(pick(known).quota, PERIOD, 1_000_000)),
    insert: await timesOf(insert),
    submissionsPerSecond: await perSecond(submission),
  };
  await store.close();
  return size;
}

async function grow(engine: Engine, counts: readonly number[]): Promise<Size[]> {
  const grown = await GROWN_STORES[engine](openWorkspace(PATIENCE));
  const known: Known[] = [];
  const sizes: Size[] = [];
  try {
    for (const count of counts) {
      while (known.length < count) {
        const length = Math.min(BATCH, count - known.length);
        const rows = Array.from({ length }, (_, at) => newRow(known.length + at));
        await grown.fill(rows);
        known.push(...rows.map(justKnown));
      }
      sizes.push(await measure(grown, engine, known));
      process.stderr.write(`${count} routes: done\n`);
    }
  } finally {
    await grown.close();
  }
  return sizes;
}

const HEAD = [
  'routes',
  'MiB',
  'bytes a route',
  'open, ms',
  'find, µs p50/p99',
  'take',
  'insert',
  'submissions/s',
];

function table(sizes: readonly Size[]): string {
  const pair = ({ p50, p99 }: Times) => `${figure(p50)}/${figure(p99)}`;
  const rows = sizes.map((size) => [
    size.routes.toLocaleString('en'),
    figure(size.bytes / 2 ** 20),
    figure(size.bytes / size.routes),
    figure(size.open),
    pair(size.find),
    pair(size.take),
    pair(size.insert),
    figure(size.submissionsPerSecond),
  ]);
  return markdownTable(HEAD, rows);
}

function chart(engine: Engine, sizes: readonly Size[]): string {
  const curve = (name: string, of: (size: Size) => number) => ({ name, values: sizes.map(of) });
  const panels = [
    {
      title: 'One statement, µs (p50)',
      curves: [
        curve('find', ({ find }) => find.p50),
        curve('take', ({ take }) => take.p50),
        curve('insert', ({ insert }) => insert.p50),
      ],
    },
    {
      title: "Submissions' statements, a second",
      curves: [curve('', ({ submissionsPerSecond }) => submissionsPerSecond)],
    },
    { title: 'Bytes a route', curves: [curve('', ({ bytes, routes }) => bytes / routes)] },
  ];
  const counts = sizes.map(({ routes }) => routes);
  return drawChart(`What ${engine} costs by the number of routes`, panels, counts);
}

const engine = options.engine as Engine;
if (!(engine in GROWN_STORES)) throw new Error('--engine must be sqlite or postgres.');
const sizes = await grow(engine, options.sizes.split(',').map(Number));
writeFileSync(join(IMAGES, `growth-${engine}.svg`), chart(engine, sizes));
process.stdout.write(machineLine() + table(sizes));
