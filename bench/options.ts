import { parseArgs } from 'node:util';

/** The parts of a run, in order; the last two only on request. */
const PART_NAMES = [
  'submissions',
  'marked',
  'paced',
  'single',
  'creations',
  'polls',
  'listing',
  'memory',
  'start',
  'forms',
  'distant',
  'features',
] as const;

const ALONE: ReadonlySet<PartName> = new Set(['distant', 'features']);

export type PartName = (typeof PART_NAMES)[number];

const DEFINITIONS = {
  routes: { type: 'string', default: '10000' },
  runs: { type: 'string', default: '5' },
  seconds: { type: 'string', default: '5' },
  connections: { type: 'string', default: '64' },
  arrivals: { type: 'string' },
  'smtp-connections': { type: 'string', default: '20' },
  'sink-port': { type: 'string', default: '0' },
  peer: { type: 'string', multiple: true },
  before: { type: 'string' },
  beside: { type: 'string' },
  only: { type: 'string' },
  distant: { type: 'boolean', default: false },
  features: { type: 'boolean', default: false },
  'cpu-profile': { type: 'string' },
  out: { type: 'string' },
} as const;

function isPart(name: string): name is PartName {
  return (PART_NAMES as readonly string[]).includes(name);
}

interface PartOptions {
  only?: string | undefined;
  distant: boolean;
  features: boolean;
}

/** The parts of a run: those asked for, or all but the distant mail server and the features. */
function partsOf({ only, distant, features }: PartOptions): PartName[] {
  if (distant) return ['distant'];
  if (features) return ['features'];
  const names = only?.split(',') ?? PART_NAMES.filter((name) => !ALONE.has(name));
  const parts = names.filter(isPart);
  if (parts.length === names.length) return parts;
  throw new Error(`--only takes some of ${PART_NAMES.join(',')}.`);
}

/** Reads the options of `npm run bench`; throws where a number is none. */
export function readOptions(args: readonly string[]) {
  const { values } = parseArgs({ args: [...args], options: DEFINITIONS });
  const count = (name: 'routes' | 'runs' | 'seconds' | 'connections' | 'smtp-connections') =>
    positive(name, values[name]);
  const optional = (name: 'arrivals' | 'beside') =>
    values[name] === undefined ? undefined : positive(name, values[name]);
  return {
    parts: partsOf(values),
    routes: count('routes'),
    rounds: count('runs'),
    seconds: count('seconds'),
    connections: count('connections'),
    smtpConnections: count('smtp-connections'),
    arrivals: optional('arrivals'),
    beside: optional('beside'),
    before: values.before,
    peers: values.peer ?? [],
    sinkPort: Number(values['sink-port']),
    cpuProfile: values['cpu-profile'],
    out: values.out,
  };
}

function positive(name: string, text: string): number {
  const value = Number(text);
  if (!(value > 0)) throw new Error(`--${name} must be a number above 0.`);
  return value;
}

export type BenchOptions = ReturnType<typeof readOptions>;
