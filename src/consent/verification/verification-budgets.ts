import { LIMITS } from '../../contract/limits.ts';
import { ServiceError } from '../../contract/service-error.ts';
import type { KeyedHash } from '../../platform/secrets/keyed-hash.ts';
import type { EmailAddress } from '../../platform/text/email-address.ts';
import {
  INBOX_SIZE,
  MailBudgets,
  networkOf,
  type BudgetContext,
  type Take,
} from '../../inboxes/mail-budget.ts';
import { ownDomainOf } from '../../inboxes/inbox-identity.ts';

/** The budgets, and the message when one is used up. */
const SPENT = {
  inbox: 'This inbox was sent as many verification emails as it gets in an hour or a day.',
  domain: 'The domain of this address was sent as many verification emails as it gets in a while.',
  network: 'Your network asked for as many verification emails as it gets in an hour or a day.',
  owner: 'The owner of this form has asked as many inboxes as one may in an hour or a day.',
  deployment: 'This service has sent as many verification emails as it may in an hour or a day.',
} as const;

type BudgetName = keyof typeof SPENT;

const LATER = 'Try again in {wait}.';

/** A verification mail is not sent because a budget is used up. */
export class BudgetSpent extends ServiceError<'rate_limited'> {
  readonly budget: BudgetName;

  constructor(budget: BudgetName, wait: number) {
    const message = `${SPENT[budget]} ${LATER}`;
    super('rate_limited', { retry_after_seconds: wait }, { message });
    this.budget = budget;
  }
}

/** A verification mail that a stranger to the inbox asks for. */
interface Asked {
  address: EmailAddress;
  inbox: KeyedHash;
  /** Who asks: the name of a client (an IPv4 address or an IPv6 /64), or the inbox of an owner. */
  caller?: string;
  owner?: KeyedHash;
}

const MULTIPLES = LIMITS.verificationMailsPerCreateRate;

export type VerificationBudgets = ReturnType<typeof createVerificationBudgets>;

/** Budgets of verification mails that strangers ask for: by inbox, domain, network and in total. */
export function createVerificationBudgets(context: BudgetContext) {
  const budgets = new MailBudgets(context, 'verification-budget');
  return {
    /** Looks for a mail in every budget; what it returns counts it. Both throw BudgetSpent. */
    look({ address, inbox, caller, owner }: Asked): Promise<Take> {
      // In this order a refusal names the caller's own budgets first.
      const shares = [
        budgets.share(INBOX_SIZE, 'inbox', inbox),
        ...budgets.multiple(MULTIPLES.network, 'network', caller && networkOf(caller)),
        ...(owner === undefined ? [] : [budgets.share(LIMITS.ownerQuestions, 'owner', owner)]),
        ...budgets.multiple(MULTIPLES.domain, 'domain', ownDomainOf(address)),
        ...budgets.multiple(MULTIPLES.deployment, 'deployment', ''),
      ];
      return budgets.look(
        shares,
        (spent, wait) => new BudgetSpent((spent?.name ?? 'deployment') as BudgetName, wait),
      );
    },
  };
}
