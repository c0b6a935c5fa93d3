import { LIMITS } from '../../contract/limits.ts';
import { ServiceError } from '../../contract/service-error.ts';
import { keyedHash, type KeyedHash } from '../../platform/secrets/keyed-hash.ts';
import type { BudgetSize } from '../../platform/stores/counter-tables.ts';
import type { EmailAddress } from '../../platform/text/email-address.ts';
import {
  createMailBudget,
  createMailCounter,
  INBOX_SIZE,
  networkOf,
  timesRate,
  type BudgetParts,
  type Refund,
  type Share,
  type Take,
} from '../mail-budget.ts';
import { isSharedDomain, mailboxOf } from '../inbox-identity.ts';
import { registeredDomain } from '../registered-domain.ts';
import type { Refusals } from '../refusals.ts';
import type { Asker, StoreRoute } from '../../forms/forms-context.ts';
import type { Route } from '../../forms/route.ts';
import type { Log } from '../../platform/log/log.ts';

/** What each budget limits, and the message when it is used up. */
const SPENT = {
  inbox: 'This inbox was sent as many verification emails as it gets in an hour or a day.',
  domain: 'The domain of this address was sent as many verification emails as it gets in a while.',
  network: 'Your network asked for as many verification emails as it gets in an hour or a day.',
  owner: 'The owner of this form has asked as many inboxes as one may in an hour or a day.',
  deployment: 'This service has sent as many verification emails as it may in an hour or a day.',
} as const;

type BudgetName = keyof typeof SPENT;

const LATER = 'Try again after the number of seconds in retry_after_seconds.';

/** A verification mail is not sent because a budget is used up. */
class BudgetSpent extends ServiceError<'rate_limited'> {
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

/** Budgets of verification mails that strangers ask for: by inbox, domain, network and in total. */
export interface VerificationBudgets {
  /** Looks for a mail in every budget; what it returns takes them. Both throw BudgetSpent. */
  look(asked: Asked): Promise<Take>;
}

interface NamedShare extends Share {
  budget: BudgetName;
}

/** `ratePerMinute`: CREATE_RATE_PER_MINUTE, of which all but the inbox's are multiples; 0 is off. */
export function createVerificationBudgets(
  parts: BudgetParts,
  ratePerMinute: number,
): VerificationBudgets {
  const counter = createMailCounter<NamedShare>(
    parts,
    (spent, wait) => new BudgetSpent(spent?.budget ?? 'deployment', wait),
  );

  function shareOf(budget: BudgetName, of: string, size: BudgetSize): NamedShare {
    return { budget, subject: keyedHash(parts.keyring, 'verification-budget', budget, of), size };
  }

  function multipleOf(budget: keyof typeof MULTIPLES, of: string): NamedShare[] {
    if (ratePerMinute === 0) return [];
    return [shareOf(budget, of, timesRate(MULTIPLES[budget], ratePerMinute))];
  }

  const deployment = multipleOf('deployment', '');

  return {
    look({ address, inbox, caller, owner }) {
      const { domain } = mailboxOf(address);
      // In this order a refusal names the caller's own budgets first.
      return counter.look([
        shareOf('inbox', inbox, INBOX_SIZE),
        ...(caller === undefined ? [] : multipleOf('network', networkOf(caller))),
        ...(owner === undefined ? [] : [shareOf('owner', owner, LIMITS.ownerQuestions)]),
        ...(isSharedDomain(domain) ? [] : multipleOf('domain', registeredDomain(domain))),
        ...deployment,
      ]);
    },
  };
}

/** Asks inboxes for their consent, each time on a budget; a mail that was not needed is given back. */
export interface BudgetedAsks {
  /**
   * Throws `rate_limited` when a budget is used up or the owner refuses such mails. A new route is
   * stored by `store` while the budgets are charged, which SQLite commits together.
   */
  forStranger(
    route: Route,
    asker: Asker,
    ask: () => Promise<Route>,
    store?: StoreRoute,
  ): Promise<Route>;
  /** On a budget that strangers cannot use up; otherwise like `forStranger`. */
  forOwner(route: Route, ask: () => Promise<Route>): Promise<Route>;
}

export interface BudgetedAsksParts extends BudgetParts {
  /** CREATE_RATE_PER_MINUTE; 0 leaves only the budget of each inbox. */
  ratePerMinute: number;
  refusals: Refusals;
  log: Log;
}

/** Starts both in one turn of the event loop; gives the mails back when the route was not stored. */
async function takeAndStore(take: Take, store: StoreRoute | undefined): Promise<Refund> {
  const [taken, stored] = await Promise.allSettled([take(), store?.()]);
  if (stored.status === 'rejected') {
    if (taken.status === 'fulfilled') await taken.value();
    throw stored.reason;
  }
  if (taken.status === 'rejected') throw taken.reason;
  return taken.value;
}

export function createBudgetedAsks(parts: BudgetedAsksParts): BudgetedAsks {
  const { refusals, log } = parts;
  const ofStrangers = createVerificationBudgets(parts, parts.ratePerMinute);
  const ofOwners = createMailBudget('restart', parts);

  async function spend(take: () => Promise<Refund>, ask: () => Promise<Route>): Promise<Route> {
    const refund = await take();
    try {
      const asked = await ask();
      if (asked.status === 'active') await refund();
      return asked;
    } catch (error) {
      await refund();
      throw error;
    }
  }

  return {
    async forStranger(route, { caller, requestId }, ask, store) {
      const { formId, address, inbox } = route;
      await refusals.check(address);
      try {
        const take = await ofStrangers.look({ address, inbox: inbox.quota, caller });
        return await spend(() => takeAndStore(take, store), ask);
      } catch (error) {
        if (error instanceof BudgetSpent) {
          log.mailBudgetSpent({ requestId, formId, budget: error.budget });
        }
        throw error;
      }
    },
    async forOwner(route, ask) {
      await refusals.check(route.address);
      return spend(() => ofOwners.take(route.inbox.quota), ask);
    },
  };
}
