import { MailFailure } from '../../mail/mailer.ts';
import { Deadline } from './deadline.ts';
import type { SmtpSession } from './session.ts';

/** A message, or a check, that waits for a session. */
interface Seeker {
  take(session: SmtpSession): void;
  fail(error: unknown): void;
}

/** A session that is being opened; without a seeker, it goes to the next one that needs a session. */
export interface Opening {
  deadline: Deadline;
  seeker: Seeker | undefined;
}

interface SmtpOpeningsParts {
  /** Throws MailFailure. */
  open(deadline: Deadline): Promise<SmtpSession>;
  /** Milliseconds that it may take. */
  patience: number;
  /** Takes a session whose seeker is gone. */
  keep(session: SmtpSession): void;
}

/** Sessions that are being opened. They outlive the messages that asked for them: greetings may be slow. */
export class SmtpOpenings {
  readonly #parts: SmtpOpeningsParts;
  /** In the order in which their seekers came. */
  readonly #all = new Set<Opening>();

  constructor(parts: SmtpOpeningsParts) {
    this.#parts = parts;
  }

  get size(): number {
    return this.#all.size;
  }

  /** How many have no seeker. */
  get spare(): number {
    let count = 0;
    for (const { seeker } of this.#all) if (!seeker) count += 1;
    return count;
  }

  /** One without a seeker. */
  findSpare(): Opening | undefined {
    for (const opening of this.#all) if (!opening.seeker) return opening;
    return undefined;
  }

  /** The seeker that has waited longest. */
  get firstSeeker(): Seeker | undefined {
    for (const { seeker } of this.#all) if (seeker) return seeker;
    return undefined;
  }

  /** Opens one more. */
  begin(): Opening {
    const { open, patience, keep } = this.#parts;
    const opening: Opening = { deadline: new Deadline(patience), seeker: undefined };
    const end = () => {
      opening.deadline.clear();
      this.#all.delete(opening);
      return opening.seeker;
    };
    open(opening.deadline).then(
      (session) => {
        const seeker = end();
        if (seeker) seeker.take(session);
        else keep(session);
      },
      (error: unknown) => end()?.fail(error),
    );
    this.#all.add(opening);
    return opening;
  }

  /** The session, or another one that is handed over sooner. The deadline does not end the opening. */
  seek(opening: Opening, deadline: Deadline): Promise<SmtpSession> {
    const { promise, resolve, reject } = Promise.withResolvers<SmtpSession>();
    const leave = () => {
      opening.seeker = undefined;
      deadline.notify(undefined);
    };
    const seeker: Seeker = {
      take(session) {
        leave();
        resolve(session);
      },
      fail(error) {
        leave();
        reject(error);
      },
    };
    opening.seeker = seeker;
    // It may be an old one: its seeker is the last all the same.
    this.#all.delete(opening);
    this.#all.add(opening);
    deadline.notify(() => seeker.fail(new MailFailure('refused', 'ETIMEDOUT')));
    return promise;
  }

  /** Gives all of them up. */
  end(): void {
    for (const { deadline } of this.#all) deadline.pass();
  }
}
