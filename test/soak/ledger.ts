import type { Answered } from '../faults/faulty-process.ts';

const DOUBT = /may not have been delivered/;
const MARK = /canary-(\d+)-canary/;

export const markOf = (number: number) => `canary-${number}-canary`;

/** How a submission ended for its sender. */
export type Ending = 'accepted' | 'refused' | 'doubtful' | 'failed' | 'unanswered';

/** The submissions under way and ended, what the mail server took, and the contradictions found. */
export class Ledger {
  readonly #endings = new Map<number, Ending>();
  readonly #arrivals = new Map<number, number>();
  readonly violations: string[] = [];
  sent = 0;

  begin(): number {
    this.sent += 1;
    return this.sent;
  }

  /** Notes an answer in the moment it came; a 200 needs its message to have come before. */
  end(number: number, { status, body }: Answered): void {
    const ending = this.#judge(number, status, body);
    this.#endings.set(number, ending);
    if (ending === 'accepted' && !this.#arrivals.has(number)) {
      this.violations.push(`I1: submission ${number} was accepted before its mail was taken`);
    }
  }

  #judge(number: number, status: number, body: Answered['body']): Ending {
    if (status === 0) return 'unanswered';
    if (status === 200) return 'accepted';
    if (status === 503 && body.error === 'delivery_failed') {
      return DOUBT.test(body.message ?? '') ? 'doubtful' : 'refused';
    }
    if (status === 500 && body.error === 'internal_error') return 'failed';
    this.violations.push(`I7: submission ${number} was answered ${status} ${body.error}`);
    return 'failed';
  }

  /** Notes the messages that the mail server took. */
  arrive(messages: readonly string[]): void {
    for (const message of messages) {
      const [, digits] = MARK.exec(message) ?? [];
      if (digits === undefined) continue;
      const number = Number(digits);
      const count = (this.#arrivals.get(number) ?? 0) + 1;
      this.#arrivals.set(number, count);
      if (count > 1) this.violations.push(`I2: submission ${number} arrived ${count} times`);
    }
  }

  count(ending: Ending): number {
    return [...this.#endings.values()].filter((one) => one === ending).length;
  }

  get underWay(): number {
    return this.sent - this.#endings.size;
  }

  get arrived(): number {
    return this.#arrivals.size;
  }

  get duplicated(): number {
    return [...this.#arrivals.values()].filter((count) => count > 1).length;
  }

  /** Accepted, but not at the mail server. */
  get lost(): number {
    const accepted = [...this.#endings].filter(([, ending]) => ending === 'accepted');
    return accepted.filter(([number]) => !this.#arrivals.has(number)).length;
  }

  /** Reported as not delivered, but at the mail server. */
  get misreported(): number {
    const wrong = new Set<Ending | undefined>(['refused', 'failed']);
    return [...this.#arrivals.keys()].filter((number) => wrong.has(this.#endings.get(number)))
      .length;
  }

  /** Whether the count of deliveries can be right; `excess` are those that the log admits. */
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
