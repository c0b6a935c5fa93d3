import type { Handlers } from '../mount-operations.ts';
import { createDiscoveryHandlers } from './discovery.ts';
import { createInboxHandlers } from './inbox.ts';
import { createInstallHandlers } from './install.ts';
import { createOwnerHandlers } from './owner.ts';
import { createRouteHandlers } from './routes.ts';
import { createSettingsHandlers } from './settings.ts';
import { createSpamHandlers } from './spam.ts';
import { createSubmissionHandlers } from './submissions.ts';
import { createVerificationHandlers } from './verification.ts';

type Parts = Parameters<typeof createDiscoveryHandlers>[0] &
  Parameters<typeof createInboxHandlers>[0] &
  Parameters<typeof createInstallHandlers>[0] &
  Parameters<typeof createOwnerHandlers>[0] &
  Parameters<typeof createRouteHandlers>[0] &
  Parameters<typeof createSettingsHandlers>[0] &
  Parameters<typeof createSpamHandlers>[0] &
  Parameters<typeof createSubmissionHandlers>[0] &
  Parameters<typeof createVerificationHandlers>[0];

/** A handler for each operation of the contract. */
export function createHandlers(parts: Parts): Handlers {
  return {
    ...createDiscoveryHandlers(parts),
    ...createInstallHandlers(parts),
    ...createRouteHandlers(parts),
    ...createVerificationHandlers(parts),
    ...createOwnerHandlers(parts),
    ...createSpamHandlers(parts),
    ...createSettingsHandlers(parts),
    ...createInboxHandlers(parts),
    ...createSubmissionHandlers(parts),
  };
}
