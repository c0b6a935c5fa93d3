import { LIMITS } from '../../contract/limits.ts';
import { ServiceError } from '../../contract/service-error.ts';
import { keyedHash, type KeyedHash } from '../../platform/secrets/keyed-hash.ts';
import type { BudgetSize } from '../inboxes/counter-store.ts';
import type { EmailAddress } from '../inboxes/email-address.ts';
import {
  createMailBudget,
  createMailCounter,
  INBOX_SIZE,
  type BudgetParts,
  type Refund,
  type Share,
} from '../inboxes/mail-budget.ts';
import { isSharedDomain, mailboxOf } from '../inboxes/inbox-identity.ts';
import type { Refusals } from '../inboxes/refusals.ts';
import type { Asker } from '../routes/route-verification.ts';
import type { Route } from '../routes/route.ts';
import type { Log } from '../../platform/log/log.ts';

/** What each budget limits, and the message when it is used up. */
const SPENT = {
  inbox: 'This inbox was sent as many verification emails as it gets in an hour or a day.',
  domain: 'The domain of this address was sent as many verification emails as it gets in a while.',
  network: 'Your network asked for as many verification emails as it gets in an hour or a day.',
  deployment: 'This service has sent as many verification emails as it may in an hour or a day.',
} as const;

export type BudgetName = keyof typeof SPENT;

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
  /** The name of the client: an IPv4 address or an IPv6 /64. */
  caller: string;
}

const MULTIPLES = LIMITS.verificationMailsPerCreateRate;

/** Budgets of verification mails that strangers ask for: by inbox, domain, network and in total. */
export interface VerificationBudgets {
  /** Takes one mail from every budget, or none and throws BudgetSpent. */
  take(asked: Asked): Promise<Refund>;
}

/**
 * Labels under which countries register names for anybody, as in example.co.uk. Names under a missing
 * label share a budget; the owner of a name listed by mistake has a budget for each subdomain.
 */
const SECOND_LEVEL: ReadonlySet<string> = new Set(
  (
    'ac ad adv art asn asso bc biz co com ed edu eng firm gc gen go gob gouv gov govt gr gv id in ' +
    'ind inf info k12 law lg ltd me mi mil muni ne net nhs nom on or org pe plc police pp qc re res ' +
    'sch school tm web'
  ).split(' '),
);

/** The registered domain, whose owner can invent subdomains at will. */
function registeredDomain(domain: string): string {
  const labels = domain.split('.');
  const [second = '', country = ''] = labels.slice(-2);
  const count = country.length === 2 && SECOND_LEVEL.has(second) ? 3 : 2;
  return labels.slice(-count).join('.');
}

/** The IPv4 /24 or IPv6 /48 of a caller: the least that one customer of a network has. */
function networkOf(caller: string): string {
  const separator = caller.includes(':') ? ':' : '.';
  return caller.split(separator).slice(0, 3).join(separator);
}

interface NamedShare extends Share {
  budget: BudgetName;
}

/** `ratePerMinute`: CREATE_RATE_PER_MINUTE, of which all but the inbox's are multiples; 0 is off. */
export function createVerificationBudgets(
  parts: BudgetParts,
  ratePerMinute: number,
): VerificationBudgets {
  const counter = createMailCounter(parts);

  function shareOf(budget: BudgetName, of: string, size: BudgetSize): NamedShare {
    return { budget, subject: keyedHash(parts.keyring, 'verification-budget', budget, of), size };
  }

  function multipleOf(budget: keyof typeof MULTIPLES, of: string): NamedShare[] {
    if (ratePerMinute === 0) return [];
    const { hour, day } = MULTIPLES[budget];
    return [shareOf(budget, of, { hour: hour * ratePerMinute, day: day * ratePerMinute })];
  }

  /** Takes one mail from each; returns the first budget that has none left. */
  async function takeFrom(shares: readonly NamedShare[], refunds: Refund[]) {
    const spent = new Set<NamedShare>();
    const takes = shares.map(async (share) => {
      const refund = await counter.take(share);
      if (refund) refunds.push(refund);
      else spent.add(share);
    });
    // If one fails, the others are returned, so all of them have to finish first.
    await Promise.allSettled(takes);
    await Promise.all(takes);
    return shares.find((share) => spent.has(share));
  }

  return {
    async take({ address, inbox, caller }) {
      const { domain } = mailboxOf(address);
      const own = [
        shareOf('inbox', inbox, INBOX_SIZE),
        ...multipleOf('network', networkOf(caller)),
      ];
      const ofDomain = isSharedDomain(domain) ? [] : multipleOf('domain', registeredDomain(domain));
      const common = [...ofDomain, ...multipleOf('deployment', '')];
      const refunds: Refund[] = [];
      const refund = async () => {
        await Promise.all(refunds.splice(0).map((giveBack) => giveBack()));
      };
      try {
        // In this order, a caller whose own budget is used up takes nothing from the shared ones.
        const spent = (await takeFrom(own, refunds)) ?? (await takeFrom(common, refunds));
        if (!spent) return refund;
        await refund();
        const waits = await Promise.all([...own, ...common].map(counter.secondsToWait));
        throw new BudgetSpent(spent.budget, Math.max(...waits));
      } catch (error) {
        await refund();
        throw error;
      }
    },
  };
}

/** Asks inboxes for their consent, each time on a budget; a mail that was not needed is given back. */
export interface BudgetedAsks {
  /** Throws `rate_limited` when a budget is used up or the owner refuses such mails. */
  forStranger(route: Route, asker: Asker, ask: () => Promise<Route>): Promise<Route>;
  /** On a budget that strangers cannot use up; otherwise like `forStranger`. */
  forOwner(route: Route, ask: () => Promise<Route>): Promise<Route>;
}

export interface BudgetedAsksParts extends BudgetParts {
  /** CREATE_RATE_PER_MINUTE; 0 leaves only the budget of each inbox. */
  ratePerMinute: number;
  refusals: Refusals;
  log: Log;
}

export function createBudgetedAsks(parts: BudgetedAsksParts): BudgetedAsks {
  const { refusals, log } = parts;
  const ofStrangers = createVerificationBudgets(parts, parts.ratePerMinute);
  const ofOwners = createMailBudget('restart', parts);

  async function spend(route: Route, take: () => Promise<Refund>, ask: () => Promise<Route>) {
    await refusals.check(route.address);
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

  async function takeForStranger({ formId, address, inbox }: Route, { caller, requestId }: Asker) {
    try {
      return await ofStrangers.take({ address, inbox: inbox.quota, caller });
    } catch (error) {
      if (error instanceof BudgetSpent) {
        log.mailBudgetSpent({ requestId, formId, budget: error.budget });
      }
      throw error;
    }
  }

  return {
    forStranger: (route, asker, ask) => spend(route, () => takeForStranger(route, asker), ask),
    forOwner: (route, ask) => spend(route, () => ofOwners.take(route.inbox.quota), ask),
  };
}
