import { ArbitraryMode, type ArbitraryModeParts } from './arbitrary-mode.ts';
import type { InboxVerification } from './inbox-verification.ts';
import type { VerificationProvider } from './providers/verification-provider.ts';
import { VerifiedMode, type VerifiedModeParts } from './verified-mode.ts';

type Parts = ArbitraryModeParts &
  Omit<VerifiedModeParts, 'provider'> & { provider: VerificationProvider | undefined };

/** How the inboxes of this deployment give their consent: by our link, or by a provider's. */
export const createVerification = ({ provider, ...parts }: Parts): InboxVerification =>
  provider ? new VerifiedMode({ ...parts, provider }) : new ArbitraryMode(parts);
