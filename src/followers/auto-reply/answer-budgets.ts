import type { Context } from '../../platform/context.ts';
import { LIMITS } from '../../contract/limits.ts';
import { ServiceError } from '../../contract/service-error.ts';
import { dayOf, type BudgetSize } from '../../platform/stores/counter-tables.ts';
import type { EmailAddress } from '../../platform/text/email-address.ts';
import { ownDomainOf, quotaAddress } from '../../inboxes/inbox-identity.ts';
import { MailBudgets, networkOf, type Refund, type Share } from '../../inboxes/mail-budget.ts';
import type { Route } from '../../forms/route.ts';

const MULTIPLES = LIMITS.verificationMailsPerCreateRate;

const DAY = 86_400_000;

type Form = Pick<Route, 'formId' | 'inbox' | 'createdAt'>;

const perDay = (size: number): BudgetSize => ({ hour: size, day: size });

/**
 * Budgets of automatic replies: by address and form, address, domain, submitting network, owner,
 * and in total. Network, domain and total are multiples of CREATE_RATE_PER_MINUTE; 0 is off.
 */
export class AnswerBudgets {
  readonly #context: Context;
  readonly #budgets: MailBudgets;

  constructor(context: Context) {
    this.#context = context;
    this.#budgets = new MailBudgets(context, 'auto-reply');
  }

  /**
   * Counts one answer of a form to an address in each budget. Throws `rate_limited`, and counts
   * none, when one is used up. `caller`: the client that submitted.
   */
  async reserve(form: Form, address: EmailAddress, caller?: string): Promise<Refund> {
    const { formId, inbox } = form;
    const visitor = quotaAddress(address);
    const budgets = this.#budgets;
    const others = [
      budgets.share(perDay(1), 'form', formId, visitor),
      budgets.share(LIMITS.answersPerAddress, 'address', visitor),
      ...budgets.multiple(LIMITS.answersPerNetwork, 'network', caller && networkOf(caller)),
      ...budgets.multiple(MULTIPLES.domain, 'domain', ownDomainOf(address)),
      ...budgets.multiple(MULTIPLES.deployment, 'all', ''),
    ];
    const reserveWith = (own: Share) => budgets.reserve([own, ...others]);
    const earned = await this.#earnedBy(form);
    if (earned > 0) {
      try {
        return await reserveWith(budgets.share(perDay(earned), 'earned', formId));
      } catch (error) {
        if (!(error instanceof ServiceError)) throw error;
      }
    }
    return reserveWith(budgets.share(perDay(LIMITS.answersPerOwner), 'owner', inbox.quota));
  }

  /**
   * Answers a day: the deliveries of the days before, for a young form at most some for each day.
   */
  async #earnedBy({ formId, createdAt }: Form): Promise<number> {
    const { store, now } = this.#context;
    const age = Math.floor((now() - createdAt) / DAY);
    if (age < 1) return 0;
    const today = dayOf(now());
    const counted = await store.counts.listSince(formId, today - LIMITS.countedDays);
    const delivered = counted
      .filter(({ day, outcome }) => day < today && outcome === 'delivered')
      .reduce((sum, { count }) => sum + count, 0);
    const isTrusted = age >= LIMITS.answersTrustedDays;
    return isTrusted ? delivered : Math.min(delivered, age * LIMITS.answersEarnedPerDay);
  }
}
