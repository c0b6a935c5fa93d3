import type { OwnerMails } from '../../consent/decisions/owner-mails.ts';
import { LIMITS } from '../../contract/limits.ts';
import type { Counts } from '../../forms/counts/index.ts';
import type { Route } from '../../forms/route.ts';
import type { Context } from '../../platform/context.ts';
import type { Arrival } from '../../submissions/delivery.ts';
import type { Pressure } from '../../submissions/ports.ts';
import { DayShare } from './day-share.ts';
import { TellOwner } from './tell-owner.ts';
import { Watch } from './watch.ts';

/** Milliseconds between two looks at what is due. */
const PAUSE = 5_000;

/** Attacks on forms make solutions necessary, and the owner gets a notice; docs/decisions/0044. */
export class Attacks implements Pressure {
  readonly #context: Context;
  readonly #watch: Watch;
  readonly #share: DayShare;
  readonly #tellOwner: TellOwner;
  readonly #timer: NodeJS.Timeout;

  constructor(context: Context, mails: OwnerMails, counts: Counts) {
    this.#context = context;
    this.#watch = new Watch(context.now);
    this.#share = new DayShare(context);
    this.#tellOwner = new TellOwner(context, mails, counts);
    this.#timer = setInterval(() => this.#tick(), PAUSE).unref();
  }

  /** Counts the outcome of a submission to an active form. */
  note(route: Route, arrival: Arrival, requestId: string): void {
    const { formId, settings } = route;
    const { attack, isNew } = this.#watch.note(formId, arrival) ?? {};
    if (!attack) return;
    if (isNew) this.#context.log.attackNoticed({ requestId, formId });
    // If everybody is asked already, the owner can do nothing more, and nothing else arrives.
    const isNotable = attack.bad >= LIMITS.peopleSubmit && settings.challenge !== 'always';
    if (isNotable) this.#tellOwner.plan(route, attack, requestId);
  }

  needsSolution({ formId }: Route): boolean {
    return this.#watch.attackOn(formId) !== undefined || this.#share.isUsedUp(formId);
  }

  takeUnsolved({ formId }: Route): Promise<(() => void) | undefined> {
    return this.#share.take(formId);
  }

  doublings({ formId }: Route): number {
    if (!this.#watch.attackOn(formId)) return 0;
    return this.#watch.isHeavy(formId) ? 2 : 1;
  }

  /** Ends the watch, and sends the notices that wait. */
  stop(): void {
    clearInterval(this.#timer);
    this.#tellOwner.stop();
  }

  #tick(): void {
    for (const formId of this.#watch.sweep()) this.#context.log.attackEnded({ formId });
    this.#tellOwner.send();
  }
}
