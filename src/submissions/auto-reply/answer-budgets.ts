import { LIMITS } from '../../contract/limits.ts';
import { ServiceError } from '../../contract/service-error.ts';
import { keyedHash } from '../../platform/secrets/keyed-hash.ts';
import { dayOf, type CountStore } from '../../platform/stores/count-table.ts';
import type { BudgetSize } from '../../platform/stores/counter-tables.ts';
import type { EmailAddress } from '../../platform/text/email-address.ts';
import { isSharedDomain, mailboxOf, quotaAddress } from '../../inboxes/inbox-identity.ts';
import {
  createMailCounter,
  networkOf,
  timesRate,
  type BudgetParts,
  type Refund,
  type Share,
} from '../../inboxes/mail-budget.ts';
import { registeredDomain } from '../../inboxes/registered-domain.ts';
import type { Route } from '../../forms/route.ts';

const MULTIPLES = LIMITS.verificationMailsPerCreateRate;

/** One answer of a form to an address in 24 hours. */
const ONCE: BudgetSize = { hour: 1, day: 1 };

const DAY = 86_400_000;

type Form = Pick<Route, 'formId' | 'inbox' | 'createdAt'>;

/**
 * Takes one answer of a form to an address from each budget; throws `rate_limited` when one is used up, and none is
 * taken then. `caller` is the client that submitted.
 */
export type TakeAnswer = (form: Form, address: EmailAddress, caller?: string) => Promise<Refund>;

interface Parts extends BudgetParts {
  counts: Pick<CountStore, 'listSince'>;
}

const perDay = (size: number): BudgetSize => ({ hour: size, day: size });

/**
 * Makes the number of answers a day that a form has earned: as many as it has delivered on the days before, while
 * it is young at most some for each day of its age.
 */
const createEarned =
  ({ counts, now }: Pick<Parts, 'counts' | 'now'>) =>
  async ({ formId, createdAt }: Form): Promise<number> => {
    const age = Math.floor((now() - createdAt) / DAY);
    if (age < 1) return 0;
    const today = dayOf(now());
    const counted = await counts.listSince(formId, today - LIMITS.countedDays);
    const delivered = counted
      .filter(({ day, outcome }) => day < today && outcome === 'delivered')
      .reduce((sum, { count }) => sum + count, 0);
    const isTrusted = age >= LIMITS.answersTrustedDays;
    return isTrusted ? delivered : Math.min(delivered, age * LIMITS.answersEarnedPerDay);
  };

/**
 * Budgets of automatic replies, by address and form, by address, by its domain, by the network that submits, by the
 * owner, and in total. `ratePerMinute`: CREATE_RATE_PER_MINUTE, of which network, domain and total are multiples; 0
 * is off.
 */
export function createAnswerBudgets(parts: Parts, ratePerMinute: number): TakeAnswer {
  const counter = createMailCounter(parts);
  const earnedBy = createEarned(parts);
  const share = (size: BudgetSize, ...of: string[]): Share => ({
    subject: keyedHash(parts.keyring, 'auto-reply', ...of),
    size,
  });
  const multiple = (size: BudgetSize, ...of: string[]): Share[] =>
    ratePerMinute === 0 ? [] : [share(timesRate(size, ratePerMinute), ...of)];

  return async (form, address, caller) => {
    const { formId, inbox } = form;
    const visitor = quotaAddress(address);
    const { domain } = mailboxOf(address);
    const others = [
      share(ONCE, 'form', formId, visitor),
      share(LIMITS.answersPerAddress, 'address', visitor),
      ...(caller === undefined
        ? []
        : multiple(LIMITS.answersPerNetwork, 'network', networkOf(caller))),
      ...(isSharedDomain(domain)
        ? []
        : multiple(MULTIPLES.domain, 'domain', registeredDomain(domain))),
      ...multiple(MULTIPLES.deployment, 'all'),
    ];
    const takeWith = async (own: Share) => (await counter.look([own, ...others]))();
    const earned = await earnedBy(form);
    if (earned > 0) {
      try {
        return await takeWith(share(perDay(earned), 'earned', formId));
      } catch (error) {
        if (!(error instanceof ServiceError)) throw error;
      }
    }
    return takeWith(share(perDay(LIMITS.answersPerOwner), 'owner', inbox.quota));
  };
}
