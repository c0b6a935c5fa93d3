import type { FastifyInstance } from 'fastify';
import type { AgentOptions } from '../delivery/http/public-only-agent.ts';
import type { Log } from '../platform/log/log.ts';
import type { Metrics } from '../platform/monitor/metrics.ts';
import type { Readiness } from '../platform/monitor/readiness.ts';
import type { Keyring } from '../platform/secrets/keyring.ts';
import type { Store } from '../platform/stores/store.ts';
import type { PreviewMailbox } from '../web/preview/mailbox.ts';

/** What tests may replace, and what a worker gets from the primary. */
export interface Overrides {
  log?: Log;
  /** Milliseconds since the epoch. */
  now?: () => number;
  /** Wraps the opened store, to make it fail or to observe it. */
  wrapStore?: (store: Store) => Store;
  /** How calls over HTTP resolve and trust their receivers. */
  receivers?: Partial<AgentOptions>;
  /** The metrics of all workers, if this process is one of several. */
  allMetrics?: () => Promise<string>;
  /** Counts rates for all workers, where the store is a file. */
  rates?: Store['rates'];
}

export interface Service {
  app: FastifyInstance;
  log: Log;
  /** The metrics of this process; undefined if the settings ask for none. */
  metrics: Metrics | undefined;
  keyring: Keyring;
  /** Where mail goes, as a phrase. */
  mail: string;
  preview: PreviewMailbox | undefined;
  /** Whether it can accept submissions now. */
  readiness(): Promise<Readiness>;
  /** Tells owners whose forms fell silent, as it does by itself once a day. */
  checkSilences(): Promise<void>;
  /** Listens and returns the public URL. */
  listen(): Promise<string>;
  /**
   * Finishes what is under way, then closes everything, in the order of ARCHITECTURE.md. `lastConnection`
   * resolves when no more will come, where another process accepts them; by default a time says so.
   */
  close(lastConnection?: Promise<void>): Promise<void>;
}
