import type { Handlers } from '../mount-operations.ts';
import { createBounceHandlers } from './bounces.ts';
import { createCopyHandlers } from './copies.ts';
import { createDecisionHandlers } from './decisions.ts';
import { createDiscoveryHandlers } from './discovery.ts';
import { createHandOverHandlers } from './hand-over.ts';
import { createInboxHandlers } from './inbox.ts';
import { createInstallHandlers } from './install.ts';
import { createKeyHandlers } from './keys.ts';
import { createRouteHandlers } from './routes.ts';
import { createSettingsHandlers } from './settings.ts';
import { createSubmissionHandlers } from './submissions.ts';

type Parts = Parameters<typeof createDecisionHandlers>[0] &
  Parameters<typeof createDiscoveryHandlers>[0] &
  Parameters<typeof createBounceHandlers>[0] &
  Parameters<typeof createCopyHandlers>[0] &
  Parameters<typeof createHandOverHandlers>[0] &
  Parameters<typeof createInboxHandlers>[0] &
  Parameters<typeof createInstallHandlers>[0] &
  Parameters<typeof createKeyHandlers>[0] &
  Parameters<typeof createRouteHandlers>[0] &
  Parameters<typeof createSettingsHandlers>[0] &
  Parameters<typeof createSubmissionHandlers>[0];

/** A handler for each operation of the contract. */
export function createHandlers(parts: Parts): Handlers {
  return {
    ...createCopyHandlers(parts),
    ...createDecisionHandlers(parts),
    ...createDiscoveryHandlers(parts),
    ...createInstallHandlers(parts),
    ...createRouteHandlers(parts),
    ...createSettingsHandlers(parts),
    ...createHandOverHandlers(parts),
    ...createInboxHandlers(parts),
    ...createKeyHandlers(parts),
    ...createBounceHandlers(parts),
    ...createSubmissionHandlers(parts),
  };
}
