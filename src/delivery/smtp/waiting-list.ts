import { MailFailure } from '../../mail/mailer.ts';
import type { Message, Seeker } from './outgoing.ts';
import type { SmtpSession } from './session.ts';
import type { SmtpSessions } from './sessions.ts';

export type Check = Seeker<SmtpSession<Message>>;

type Waiter = Message | Check;

export const isMessage = (waiter: Waiter): waiter is Message => waiter.compose !== undefined;

/** It got no session in its time, although one was being opened for it. */
export const REFUSED = () => new MailFailure('refused', 'ETIMEDOUT');

/** It got no session in its time, as all were in use. */
export const OVERLOADED = () => new MailFailure('overloaded', 'queue timeout');

/** Messages that wait for a session, in order; sessions are opened for them. */
export class WaitingList {
  readonly #list: Waiter[] = [];
  readonly #sessions: SmtpSessions<Message>;
  readonly #fail: (message: Message, failure: unknown) => void;

  /** `fail` ends a message that gets no session. */
  constructor(sessions: SmtpSessions<Message>, fail: (message: Message, failure: unknown) => void) {
    this.#sessions = sessions;
    this.#fail = fail;
  }

  get length(): number {
    return this.#list.length;
  }

  has(waiter: Waiter): boolean {
    return this.#list.includes(waiter);
  }

  add(waiter: Waiter, isFirst: boolean): void {
    if (isFirst) this.#list.unshift(waiter);
    else this.#list.push(waiter);
    waiter.deadline.notify(() => {
      const late = waiter.isAsked ? REFUSED : OVERLOADED;
      this.refuse(waiter, waiter.refusal ?? late());
    });
  }

  /** The first one, if it is a message for which no session is being opened. */
  takeMessage(): Message | undefined {
    const [first] = this.#list;
    // A session opened for it may be ready before the previous message has an outcome.
    if (!first || !isMessage(first) || first.isAsked) return undefined;
    this.#list.shift();
    return first;
  }

  /** The first one that this session can serve. */
  takeFor({ mayBeStale }: SmtpSession<Message>): Waiter | undefined {
    const at = this.#list.findIndex(
      (waiter) => isMessage(waiter) || !waiter.wantsFresh || waiter.refusal || !mayBeStale,
    );
    return at < 0 ? undefined : this.#list.splice(at, 1)[0];
  }

  /** Opens a session for each, as long as more may be open. */
  openMore(): void {
    let { opening } = this.#sessions;
    for (const waiter of this.#list) {
      if (waiter.isAsked && opening > 0) opening -= 1;
      else if (!this.#sessions.mayOpen()) return;
      else {
        waiter.isAsked = true;
        this.#sessions.begin();
      }
    }
  }

  /** Handles a session that could not be opened. If the fault `mayPass`, its message may wait. */
  failedToOpen(error: unknown, mayPass: boolean): void {
    const asked = this.#list.filter(({ isAsked }) => isAsked);
    // Of more sessions than are asked for, those that fail were for messages that are gone.
    const [waiter] = asked.length > this.#sessions.opening ? asked : [];
    if (waiter && mayPass) {
      waiter.isAsked = false;
      waiter.refusal = error as MailFailure;
      if (isMessage(waiter)) this.#sessions.lowerCeiling();
      const idle = this.#sessions.takeIdle();
      if (idle) this.#sessions.keep(idle);
      // A check has its answer; a message waits for a session of the others.
      else if (!isMessage(waiter)) this.refuse(waiter, error);
    } else if (waiter) this.refuse(waiter, error);
    const isAlone = this.#sessions.open === 0;
    const refused = isAlone ? this.#list.filter(({ refusal }) => refusal) : [];
    for (const other of refused) this.refuse(other, other.refusal);
    this.openMore();
  }

  refuse(waiter: Waiter, failure: unknown): void {
    const at = this.#list.indexOf(waiter);
    if (at >= 0) this.#list.splice(at, 1);
    waiter.deadline.notify(undefined);
    if (isMessage(waiter)) this.#fail(waiter, failure);
    else waiter.reject(failure);
  }

  /** Refuses all; or `unasked`, those for which no session is being opened. */
  refuseAll(failure: MailFailure, which: 'all' | 'unasked' = 'all'): void {
    const refused = this.#list.filter(({ isAsked }) => which === 'all' || !isAsked);
    for (const waiter of refused) this.refuse(waiter, failure);
  }
}
