import type { CounterStore } from '../../platform/stores/counter-tables.ts';
import { ArbitraryMode, type ArbitraryModeParts } from './arbitrary-mode.ts';
import type { InboxVerification } from './inbox-verification.ts';
import type { VerificationProvider } from './providers/verification-provider.ts';
import { createBudgetedAsks, type BudgetedAsksParts } from './verification-budgets.ts';
import { VerifiedMode, type VerifiedModeParts } from './verified-mode.ts';

type VerificationParts = Omit<ArbitraryModeParts & VerifiedModeParts, 'budgeted' | 'provider'> &
  Omit<BudgetedAsksParts, 'counters'> & {
    /** The provider of verified mode; undefined in arbitrary mode. */
    provider: VerificationProvider | undefined;
    store: { counters: CounterStore };
  };

/** How the inboxes of this deployment give their consent: by our link, or by a provider's. */
export function createVerification({ provider, ...parts }: VerificationParts): InboxVerification {
  const budgeted = createBudgetedAsks({ ...parts, counters: parts.store.counters });
  return provider
    ? new VerifiedMode({ ...parts, provider, budgeted })
    : new ArbitraryMode({ ...parts, budgeted });
}
