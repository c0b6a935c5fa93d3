import { MailFailure } from './mail/mailer.ts';

/** Mails with files that are encrypted or sent at the same time: each is in memory twice. */
const MOST = 2;

/** Milliseconds that a mail waits for its turn. */
const PATIENCE = 8_000;

/** Seconds after which a visitor may try again. */
const RETRY_AFTER = 5;

/** Too many large mails wait to be encrypted; nothing was tried. */
class NoTurn extends MailFailure {
  override get variant() {
    return 'overloaded' as const;
  }

  override get retryAfterSeconds(): number {
    return RETRY_AFTER;
  }
}

/** Runs a task when it is its turn; throws MailFailure `overloaded` where that takes too long. */
type TakeTurn = <T>(task: () => Promise<T>) => Promise<T>;

export function createTurns({ most = MOST, patience = PATIENCE } = {}): TakeTurn {
  let busy = 0;
  const waiting = new Set<() => void>();

  function wait(): Promise<void> {
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    const begin = () => {
      clearTimeout(timer);
      resolve();
    };
    const timer = setTimeout(() => {
      waiting.delete(begin);
      reject(new NoTurn('overloaded', 'encryption'));
    }, patience);
    waiting.add(begin);
    return promise;
  }

  return async (task) => {
    if (busy >= most) await wait();
    else busy += 1;
    try {
      return await task();
    } finally {
      const [next] = waiting;
      // The next one has the place of this one.
      if (next) {
        waiting.delete(next);
        next();
      } else busy -= 1;
    }
  };
}
