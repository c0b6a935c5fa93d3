import { LIMITS } from '../../contract/limits.ts';
import { keyedHash } from '../../platform/secrets/keyed-hash.ts';
import type { BudgetSize } from '../inboxes/counter-store.ts';
import type { EmailAddress } from '../inboxes/email-address.ts';
import { isSharedDomain, mailboxOf, quotaAddress } from '../inboxes/inbox-identity.ts';
import {
  createMailCounter,
  timesRate,
  type BudgetParts,
  type Refund,
} from '../inboxes/mail-budget.ts';
import { registeredDomain } from '../inboxes/registered-domain.ts';
import type { FormId } from '../routes/route.ts';

const MULTIPLES = LIMITS.verificationMailsPerCreateRate;

/** One answer of a form to an address in 24 hours. */
const ONCE: BudgetSize = { hour: 1, day: 1 };

/** Takes one answer from each budget; throws `rate_limited` when one is used up, and none is taken then. */
export type TakeAnswer = (formId: FormId, address: EmailAddress) => Promise<Refund>;

/**
 * Budgets of automatic answers, by address and form, by address, by its domain and in total; the last
 * two are those of verification mails. `ratePerMinute`: CREATE_RATE_PER_MINUTE; 0 is off.
 */
export function createAnswerBudgets(parts: BudgetParts, ratePerMinute: number): TakeAnswer {
  const counter = createMailCounter(parts);
  const share = (size: BudgetSize, ...of: string[]) => ({
    subject: keyedHash(parts.keyring, 'auto-reply', ...of),
    size,
  });
  const multiple = (size: BudgetSize) => timesRate(size, ratePerMinute);
  const deployment = ratePerMinute === 0 ? [] : [share(multiple(MULTIPLES.deployment), 'all')];

  return async (formId, address) => {
    const inbox = quotaAddress(address);
    const { domain } = mailboxOf(address);
    const isLimited = ratePerMinute > 0 && !isSharedDomain(domain);
    const ofDomain = () => share(multiple(MULTIPLES.domain), 'domain', registeredDomain(domain));
    const take = await counter.look([
      share(ONCE, 'form', formId, inbox),
      share(LIMITS.answersPerAddress, 'address', inbox),
      ...(isLimited ? [ofDomain()] : []),
      ...deployment,
    ]);
    return take();
  };
}
