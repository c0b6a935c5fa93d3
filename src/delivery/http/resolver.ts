import { Resolver } from 'node:dns/promises';
import { open } from 'node:fs/promises';
import { isIP } from 'node:net';
import { registeredName } from '../../platform/text/host-name.ts';
import { type Claim, PatientTurns } from '../../platform/waiting/turns.ts';
import { within } from '../../platform/waiting/within.ts';
import type { ResolvedAddress } from './public-only-agent.ts';

/** Octets that are read of it, and milliseconds until it is read again. */
const MOST = 262_144;
const FRESH = 30_000;

/** The names in the text of a hosts file (hosts(5)), in lower case. */
export function parseHosts(text: string): Map<string, ResolvedAddress[]> {
  const names = new Map<string, ResolvedAddress[]>();
  for (const line of text.split('\n')) {
    const [address = '', ...own] = line.replace(/#.*/, '').trim().split(/\s+/);
    const family = isIP(address);
    for (const name of family === 0 ? [] : own) {
      const key = name.toLowerCase();
      const known = names.get(key);
      if (known) known.push({ address, family });
      else names.set(key, [{ address, family }]);
    }
  }
  return names;
}

async function readStart(path: string): Promise<string> {
  const file = await open(path);
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(MOST), 0, MOST, 0);
    return buffer.toString('utf8', 0, bytesRead);
  } finally {
    await file.close();
  }
}

/** Looks names up in the hosts file of this machine; a file that cannot be read has none. */
function createHostsFile(path = '/etc/hosts', now = () => performance.now()) {
  let names: Promise<Map<string, ResolvedAddress[]>> | undefined;
  let until = 0;
  return async (name: string): Promise<ResolvedAddress[] | undefined> => {
    if (!names || now() > until) {
      names = readStart(path).then(parseHosts, () => new Map());
      until = now() + FRESH;
    }
    return (await names).get(name);
  };
}

export interface ResolverOptions {
  /** Servers to ask in place of the system's, IP:PORT. */
  servers?: readonly string[] | undefined;
  /** In a closed network: asks the system, which may know names that DNS does not. */
  system?: ((hostname: string) => Promise<ResolvedAddress[]>) | undefined;
}

/** Milliseconds for one try of a server, for both questions, and for the second after an answer. */
const PATIENCE = { try: 1_000, question: 4_000, rest: 500 };

/** Names that are asked for at once, and milliseconds that others wait for it. */
const TURNS = { most: 128, ofOwner: 16, ofOwnerAndDomain: 8, kept: 64, few: 2, patience: 3_000 };

/** Addresses of each family that are believed. */
const MOST_ADDRESSES = 16;

const MOST_KNOWN = 5_000;

/** Milliseconds to cache an answer whatever its TTL, a missing name, and a temporary fault. */
const KEPT = { least: 1_000, most: 60_000, none: 30_000, fault: 900 };

/** Temporary faults of a server. Other failures may contain an answer that is costly to read. */
const PASSING: ReadonlySet<string | undefined> = new Set(['ECONNREFUSED', 'EREFUSED', 'ESERVFAIL']);

type Code = 'EAI_AGAIN' | 'EBUSY' | 'ENOTFOUND' | 'ETIMEOUT';

/** A name has no address, or nobody says so in time. */
class Unresolved extends Error {
  readonly code: Code;

  constructor(code: Code) {
    super('no address');
    this.code = code;
  }
}

interface KnownAddresses {
  /** Empty if there is none. */
  addresses: ResolvedAddress[];
  code: Code;
  /** Milliseconds for which this is believed. */
  kept: number;
}

/** The answer of DNS about one family: the first addresses, or a code. */
interface Answer {
  found: (ResolvedAddress & { ttl: number })[];
  isLong?: boolean;
  code?: string | undefined;
}

/** Asks DNS for both families, without a thread of the process. */
async function askDns(hostname: string, servers?: readonly string[]): Promise<KnownAddresses> {
  // One for each name, so that the question can be ended and leaves from a port of its own.
  const resolver = new Resolver({ timeout: PATIENCE.try, tries: 2 });
  if (servers) resolver.setServers(servers);
  let timer = setTimeout(() => resolver.cancel(), PATIENCE.question);
  const began = performance.now();
  const ask = async (family: 4 | 6): Promise<Answer> => {
    try {
      const ttl = { ttl: true } as const;
      const question =
        family === 4 ? resolver.resolve4(hostname, ttl) : resolver.resolve6(hostname, ttl);
      const records = await question;
      clearTimeout(timer);
      timer = setTimeout(() => resolver.cancel(), PATIENCE.rest);
      const found = records.slice(0, MOST_ADDRESSES).map((record) => ({ ...record, family }));
      return { found, isLong: records.length > MOST_ADDRESSES };
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException;
      return { found: [], code };
    }
  };
  const answers = await Promise.all([ask(4), ask(6)]);
  clearTimeout(timer);
  const found = answers.flatMap((answer) => answer.found);
  if (found.length > 0) {
    // Reading thousands of addresses takes milliseconds, so that it must be rare.
    const isLong = answers.some((answer) => answer.isLong);
    const seconds = isLong ? Infinity : Math.min(...found.map(({ ttl }) => ttl));
    const kept = Math.max(KEPT.least, Math.min(KEPT.most, seconds * 1_000));
    const addresses = found.map(({ address, family }) => ({ address, family }));
    return { addresses, code: 'ENOTFOUND', kept };
  }
  const isSlow = performance.now() - began >= PATIENCE.try;
  if (isSlow) return { addresses: [], code: 'ETIMEOUT', kept: KEPT.none };
  const isPassing = answers.some((answer) => PASSING.has(answer.code));
  if (isPassing) return { addresses: [], code: 'EAI_AGAIN', kept: KEPT.fault };
  return { addresses: [], code: 'ENOTFOUND', kept: KEPT.none };
}

/** Asks the system about one name at a time: each holds a thread that others need. */
function createAskSystem(system: NonNullable<ResolverOptions['system']>) {
  const { patience } = TURNS;
  const turns = new PatientTurns({ most: 1, patience, overloaded: () => new Unresolved('EBUSY') });
  return (hostname: string, claim: Claim) => {
    const answer = turns.run(claim, () => system(hostname)).catch(() => []);
    return within(PATIENCE.question, answer, () => []);
  };
}

/**
 * Resolves owners' host names by the hosts file, then DNS. It caches answers and failures, never
 * asks twice for a name at once, and lets owners take turns.
 */
export class NameResolver {
  readonly #servers: readonly string[] | undefined;
  readonly #askSystem: ReturnType<typeof createAskSystem> | undefined;
  readonly #known = new Map<string, KnownAddresses & { until: number }>();
  readonly #asked = new Map<string, Promise<KnownAddresses>>();
  readonly #inHosts = createHostsFile();
  readonly #turns = new PatientTurns({ ...TURNS, overloaded: () => new Unresolved('EBUSY') });

  constructor({ servers, system }: ResolverOptions) {
    this.#servers = servers;
    this.#askSystem = system && createAskSystem(system);
  }

  /** A name's addresses, at least one; rejects with ENOTFOUND, EAI_AGAIN, ETIMEOUT or EBUSY. */
  async resolve(hostname: string, claim?: Claim): Promise<ResolvedAddress[]> {
    const listed = await this.#inHosts(hostname);
    if (listed) return listed;
    const domain = registeredName(hostname);
    const by = claim ?? { owner: domain, domain };
    const later = async () => this.#recall(hostname) ?? this.#begin(hostname, by);
    const { addresses, code } = await (this.#recall(hostname) ?? this.#turns.run(by, later));
    if (addresses.length === 0) throw new Unresolved(code);
    return addresses;
  }

  /** Addresses that are known now, or will be by a question that has begun. */
  #recall(hostname: string): KnownAddresses | Promise<KnownAddresses> | undefined {
    const answer = this.#known.get(hostname);
    return answer && answer.until > performance.now() ? answer : this.#asked.get(hostname);
  }

  #begin(hostname: string, claim: Claim): Promise<KnownAddresses> {
    const question = this.#ask(hostname, claim).finally(() => this.#asked.delete(hostname));
    this.#asked.set(hostname, question);
    return question;
  }

  async #ask(hostname: string, claim: Claim): Promise<KnownAddresses> {
    let answer = await askDns(hostname, this.#servers);
    if (this.#askSystem && answer.addresses.length === 0 && answer.code !== 'ETIMEOUT') {
      answer = { ...answer, addresses: await this.#askSystem(hostname, claim) };
    }
    const known = this.#known;
    known.delete(hostname);
    known.set(hostname, { ...answer, until: performance.now() + answer.kept });
    const [oldest] = known.size > MOST_KNOWN ? known.keys() : [];
    if (oldest !== undefined) known.delete(oldest);
    return answer;
  }
}
