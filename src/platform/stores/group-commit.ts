import { setImmediate as nextTurn, setTimeout as pause } from 'node:timers/promises';

/** The part of an engine that runs groups of writes. */
interface GroupEngine {
  /** Runs the writes in one transaction; if one fails, it throws and nothing is written. */
  apply(writes: () => void): void;
  /** Resolves when everything applied so far survives a loss of power. */
  sync(): Promise<void>;
  /** True if nothing was applied because another process holds the lock. */
  isLocked(error: unknown): boolean;
}

/** Milliseconds between two attempts to get a lock. */
const PAUSE = 20;

interface Pending {
  work(): unknown;
  /** What `work` returned last. */
  answer: unknown;
  resolve(answer: unknown): void;
  reject(error: unknown): void;
}

/**
 * Writes that arrive together, or while others are being synced, share one transaction and one
 * sync. Each promise resolves when its write is durable.
 */
export class GroupCommit {
  readonly #engine: GroupEngine;
  readonly #patience: number;
  #pending: Pending[] = [];
  #turning: Promise<void> | undefined = undefined;

  /** `patience`: milliseconds that a group waits for a lock; the event loop goes on. */
  constructor(engine: GroupEngine, patience: number) {
    this.#engine = engine;
    this.#patience = patience;
  }

  /** Resolves with what `work` returned in the transaction that was committed. */
  write<Answer>(work: () => Answer): Promise<Answer> {
    return new Promise((resolve, reject) => {
      this.#pending.push({ work, answer: undefined, resolve, reject });
      this.#turning ??= this.#turn();
    });
  }

  /** Resolves when nothing is pending any more. */
  async settled(): Promise<void> {
    await this.#turning;
  }

  async #turn(): Promise<void> {
    while (this.#pending.length > 0) {
      // Writes that arrive with the end of the last sync join this group.
      await nextTurn();
      const group = this.#pending;
      this.#pending = [];
      try {
        await this.#apply(() => {
          for (const one of group) one.answer = one.work();
        });
        await this.#engine.sync();
        for (const { resolve, answer } of group) resolve(answer);
      } catch (error) {
        for (const { reject } of group) reject(error);
      }
    }
    this.#turning = undefined;
  }

  async #apply(writes: () => void): Promise<void> {
    const until = performance.now() + this.#patience;
    for (;;) {
      try {
        return this.#engine.apply(writes);
      } catch (error) {
        if (!this.#engine.isLocked(error) || performance.now() > until) throw error;
        await pause(PAUSE);
      }
    }
  }
}
