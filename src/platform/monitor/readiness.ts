import { within } from '../waiting/turns.ts';

type CheckName = 'store' | 'smtp';

/** Resolves when the neighbour can serve now; may give up after `patience` milliseconds. */
type Check = (patience: number) => Promise<unknown>;

/**
 * Whether this process should get requests; names only the neighbour that fails. A mail server that
 * is down does not count: it is down for every node, and our error beats the proxy's.
 */
export interface Readiness {
  ready: boolean;
  checks: Partial<Record<CheckName, 'ok' | 'failed'>> & { service?: 'stopping' };
}

/** Milliseconds for which a result is reused, so that requests cannot flood the neighbours. */
const FRESH = 5_000;

/** Milliseconds after which a neighbour that does not answer counts as failed. */
const PATIENCE = 3_000;

/** Asks a neighbour at most once at a time, and at most once while its last answer is fresh. */
function createCached(check: Check, now: () => number, patience: number): () => Promise<boolean> {
  let asked = -Infinity;
  let underWay = false;
  let outcome: Promise<boolean> = Promise.resolve(false);

  function ask(): Promise<boolean> {
    underWay = true;
    const answer = check(patience)
      .then(
        () => true,
        () => false,
      )
      .finally(() => {
        underWay = false;
      });
    return within(patience, answer, () => false);
  }

  return () => {
    const isFresh = Math.abs(now() - asked) < FRESH;
    if (!isFresh && !underWay) {
      asked = now();
      outcome = ask();
    }
    return outcome;
  };
}

/** `patience`: milliseconds, shorter in tests. */
export function createReadiness(
  checks: Record<CheckName, Check>,
  now: () => number,
  patience = PATIENCE,
) {
  const store = createCached(checks.store, now, patience);
  const smtp = createCached(checks.smtp, now, patience);
  const say = (ok: boolean) => (ok ? 'ok' : 'failed');
  let stopping = false;
  const stopped: Readiness = { ready: false, checks: { service: 'stopping' } };
  return {
    /** Never rejects. */
    async read(): Promise<Readiness> {
      if (stopping) return stopped;
      const [storeOk, smtpOk] = await Promise.all([store(), smtp()]);
      if (stopping) return stopped;
      return { ready: storeOk, checks: { store: say(storeOk), smtp: say(smtpOk) } };
    },
    /** Makes every later answer a no, without asking neighbours. */
    stop() {
      stopping = true;
    },
  };
}

export type ReadinessCheck = ReturnType<typeof createReadiness>;
