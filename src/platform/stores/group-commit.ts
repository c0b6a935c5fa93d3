import { setTimeout as pause } from 'node:timers/promises';

/** What an engine does for a group of writes. */
export interface GroupEngine<Write, Answer> {
  /** Applies all of them in one transaction, or none and throws; one answer a write, in order. */
  apply(writes: readonly Write[]): Answer[];
  /** Resolves when what was applied so far survives a loss of power. */
  sync(): Promise<void>;
  /** Whether nothing was applied because another process has the lock. */
  isLocked(error: unknown): boolean;
}

export interface GroupCommitOptions {
  /** Milliseconds for which a group waits for a lock, without holding up the event loop. */
  patience: number;
}

/** Milliseconds between two looks at a lock. */
const PAUSE = 20;

interface Pending<Write, Answer> {
  write: Write;
  resolve(answer: Answer): void;
  reject(error: unknown): void;
}

/**
 * Writes that come together, or while others are on their way to the disk, share one transaction
 * and one sync. Each promise resolves when its write is durable.
 */
export class GroupCommit<Write, Answer> {
  readonly #engine: GroupEngine<Write, Answer>;
  readonly #patience: number;
  #pending: Pending<Write, Answer>[] = [];
  #turning: Promise<void> | undefined = undefined;

  constructor(engine: GroupEngine<Write, Answer>, { patience }: GroupCommitOptions) {
    this.#engine = engine;
    this.#patience = patience;
  }

  write(write: Write): Promise<Answer> {
    return new Promise((resolve, reject) => {
      this.#pending.push({ write, resolve, reject });
      this.#turning ??= new Promise((begin) => setImmediate(begin)).then(() => this.#turn());
    });
  }

  /** Resolves when nothing is pending any more. */
  async settled(): Promise<void> {
    await this.#turning;
  }

  async #turn(): Promise<void> {
    while (this.#pending.length > 0) {
      const group = this.#pending;
      this.#pending = [];
      try {
        const answers = await this.#apply(group.map(({ write }) => write));
        await this.#engine.sync();
        for (const [index, { resolve }] of group.entries()) resolve(answers[index] as Answer);
      } catch (error) {
        for (const { reject } of group) reject(error);
      }
    }
    this.#turning = undefined;
  }

  async #apply(writes: readonly Write[]): Promise<Answer[]> {
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
