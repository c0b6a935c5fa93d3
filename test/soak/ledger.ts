import type { Answered } from '../faults/faulty-process.ts';
import type { WebhookCall } from '../support/webhook-receiver.ts';

const DOUBT = /may not have been delivered/;
const MARK = /canary-(\d+)-canary/;

export const markOf = (number: number) => `canary-${number}-canary`;

/** How an attempt ended for its sender. */
export type Ending = 'accepted' | 'refused' | 'doubtful' | 'failed' | 'unanswered';

/** Codes of failures that a channel reports. */
const UNDELIVERED = new Set(['delivery_failed', 'webhook_delivery_failed']);

/** Endings after which the message may have arrived all the same. */
const IN_DOUBT = new Set<Ending>(['doubtful', 'failed', 'unanswered']);

export type Mode = 'email' | 'webhook' | 'both';

interface Submission {
  mode: Mode;
  /** When it was accepted, and as which delivery. */
  accepted?: { at: number; delivery: string | undefined };
  mails: number;
  /** Ids of the calls: the receiver may get one twice. */
  calls: Set<unknown>;
  endings: Ending[];
}

const hasArrived = ({ mode, mails, calls }: Submission) =>
  mode === 'webhook' ? calls.size > 0 : mails > 0;

/** All submissions, the mails and webhooks that arrived, and the contradictions. */
export class Ledger {
  readonly #submissions = new Map<number, Submission>();
  readonly violations: string[] = [];
  /** Attempts, and those among them that have ended. */
  sent = 0;
  #ended = 0;
  replayed = 0;

  /** A new submission and its first attempt. */
  begin(mode: Mode): number {
    const number = this.#submissions.size + 1;
    this.#submissions.set(number, { mode, mails: 0, calls: new Set(), endings: [] });
    this.sent += 1;
    return number;
  }

  /** A further attempt at the same submission, with its key. */
  beginAgain(): void {
    this.sent += 1;
  }

  /** Notes an answer in the moment it came; a 200 needs its message to have come before. */
  end(number: number, { status, body }: Answered): Ending {
    const submission = this.#of(number);
    const ending = this.#judge(number, status, body);
    this.#ended += 1;
    submission.endings.push(ending);
    if (ending !== 'accepted') return ending;
    submission.accepted = { at: performance.now(), delivery: body.delivery_id };
    if (!hasArrived(submission)) {
      this.violations.push(`I1: submission ${number} was accepted before it was taken`);
    }
    return ending;
  }

  /** Notes the answer to a retry of what was accepted before: the first answer, or a fault. */
  endReplay(number: number, { status, body }: Answered): void {
    this.replayed += 1;
    const { accepted } = this.#of(number);
    if (status === 200 && body.delivery_id === accepted?.delivery) return;
    if (status !== 200 && this.#judge(number, status, body) !== 'accepted') return;
    this.violations.push(`I4: submission ${number} was delivered again, as ${body.delivery_id}`);
  }

  #of(number: number): Submission {
    const submission = this.#submissions.get(number);
    if (!submission) throw new Error(`submission ${number} was never sent`);
    return submission;
  }

  #judge(number: number, status: number, body: Answered['body']): Ending {
    if (status === 0) return 'unanswered';
    if (status === 200) return 'accepted';
    if ((status === 503 || status === 502) && UNDELIVERED.has(body.error ?? '')) {
      return DOUBT.test(body.message ?? '') ? 'doubtful' : 'refused';
    }
    if (status === 500 && body.error === 'internal_error') return 'failed';
    this.violations.push(`I7: submission ${number} was answered ${status} ${body.error}`);
    return 'failed';
  }

  /** Notes the messages that the mail server took. */
  arrive(messages: readonly string[]): void {
    for (const message of messages) {
      this.#note(message, (submission) => (submission.mails += 1));
    }
  }

  /** Notes the calls that the receiver took. */
  call(calls: readonly WebhookCall[]): void {
    for (const { body, headers } of calls) {
      this.#note(body, ({ calls: ids }) => ids.add(headers['webhook-id']).size);
    }
  }

  /** Notes one more of a submission; each allows one, and one per doubtful attempt. */
  #note(text: string, count: (submission: Submission) => number): void {
    const [, digits] = MARK.exec(text) ?? [];
    if (digits === undefined) return;
    const submission = this.#of(Number(digits));
    const doubts = submission.endings.filter((ending) => IN_DOUBT.has(ending)).length;
    const came = count(submission);
    if (came > 1 + doubts) {
      this.violations.push(`I2: submission ${digits} came ${came} times, ${doubts} in doubt`);
    }
  }

  count(ending: Ending): number {
    return this.#all.flatMap(({ endings }) => endings).filter((one) => one === ending).length;
  }

  get #all(): Submission[] {
    return [...this.#submissions.values()];
  }

  get underWay(): number {
    return this.sent - this.#ended;
  }

  get arrived(): number {
    return this.#all.filter(hasArrived).length;
  }

  get called(): number {
    return this.#all.filter(({ calls }) => calls.size > 0).length;
  }

  /** Accepted, and at neither mail server nor receiver. */
  get lost(): number {
    return this.#all.filter((one) => one.accepted && !hasArrived(one)).length;
  }

  /** Reported as not delivered, but at the mail server or receiver. */
  get misreported(): number {
    const wrong = new Set<Ending>(['refused', 'failed']);
    return this.#all.filter(
      (one) =>
        hasArrived(one) && one.endings.length > 0 && one.endings.every((end) => wrong.has(end)),
    ).length;
  }

  /** Of mode `both`, accepted after a moment, and the receiver was never called. */
  uncalledSince(moment: number): number {
    return this.#all.filter(
      ({ mode, accepted, calls }) =>
        mode === 'both' && accepted && accepted.at > moment && calls.size === 0,
    ).length;
  }

  /** Checks the count of deliveries; `excess` are those that the log admits. */
  checkCount(used: number, acceptedBefore: number, excess: number): void {
    const most =
      this.count('accepted') +
      this.underWay +
      this.count('unanswered') +
      this.count('failed') +
      excess;
    if (used < acceptedBefore || used > most) {
      this.violations.push(`I3: ${used} counted, not ${acceptedBefore} to ${most}`);
    }
  }
}
