import { LIMITS } from '../../contract/limits.ts';
import { ServiceError } from '../../contract/service-error.ts';
import type { KeyedHash } from '../../platform/secrets/keyed-hash.ts';
import type { EmailAddress } from '../../platform/text/email-address.ts';
import {
  INBOX_SIZE,
  MailBudgets,
  networkOf,
  type BudgetContext,
  type Refund,
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
  /** The client that asks, an IPv4 address or an IPv6 /64, or the inbox of the owner that asks. */
  caller?: string;
  owner?: KeyedHash;
}

const MULTIPLES = LIMITS.verificationMailsPerCreateRate;

/** Budgets of verification mails that strangers ask for: by inbox, domain, network and in total. */
export class VerificationBudgets {
  readonly #budgets: MailBudgets;

  constructor(context: BudgetContext) {
    this.#budgets = new MailBudgets(context, 'verification-budget');
  }

  /** Throws BudgetSpent when a budget is used up. The result counts the mail, or throws it too. */
  check({ address, inbox, caller, owner }: Asked): Promise<() => Promise<Refund>> {
    const budgets = this.#budgets;
    // In this order a refusal names the caller's own budgets first.
    const shares = [
      budgets.share(INBOX_SIZE, 'inbox', inbox),
      ...budgets.multiple(MULTIPLES.network, 'network', caller && networkOf(caller)),
      ...(owner === undefined ? [] : [budgets.share(LIMITS.ownerQuestions, 'owner', owner)]),
      ...budgets.multiple(MULTIPLES.domain, 'domain', ownDomainOf(address)),
      ...budgets.multiple(MULTIPLES.deployment, 'deployment', ''),
    ];
    return budgets.check(
      shares,
      (spent, wait) => new BudgetSpent((spent?.name ?? 'deployment') as BudgetName, wait),
    );
  }
}
