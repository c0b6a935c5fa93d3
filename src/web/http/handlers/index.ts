import type { Handlers } from '../mount-operations.ts';
import { createAnswerHandlers } from './answers.ts';
import { createBounceHandlers } from './bounces.ts';
import { createCopyHandlers } from './copies.ts';
import { createDiscoveryHandlers } from './discovery.ts';
import { createHandOverHandlers } from './hand-over.ts';
import { createInboxHandlers } from './inbox.ts';
import { createInstallHandlers } from './install.ts';
import { createOwnerHandlers } from './owner.ts';
import { createKeyHandlers } from './keys.ts';
import { createQuietHandlers } from './quiet.ts';
import { createRouteHandlers } from './routes.ts';
import { createSettingsHandlers } from './settings.ts';
import { createSpamHandlers } from './spam.ts';
import { createSubmissionHandlers } from './submissions.ts';
import { createVerificationHandlers } from './verification.ts';

type Parts = Parameters<typeof createAnswerHandlers>[0] &
  Parameters<typeof createDiscoveryHandlers>[0] &
  Parameters<typeof createBounceHandlers>[0] &
  Parameters<typeof createCopyHandlers>[0] &
  Parameters<typeof createHandOverHandlers>[0] &
  Parameters<typeof createInboxHandlers>[0] &
  Parameters<typeof createInstallHandlers>[0] &
  Parameters<typeof createKeyHandlers>[0] &
  Parameters<typeof createOwnerHandlers>[0] &
  Parameters<typeof createQuietHandlers>[0] &
  Parameters<typeof createRouteHandlers>[0] &
  Parameters<typeof createSettingsHandlers>[0] &
  Parameters<typeof createSpamHandlers>[0] &
  Parameters<typeof createSubmissionHandlers>[0] &
  Parameters<typeof createVerificationHandlers>[0];

/** A handler for each operation of the contract. */
export function createHandlers(parts: Parts): Handlers {
  return {
    ...createCopyHandlers(parts),
    ...createAnswerHandlers(parts),
    ...createDiscoveryHandlers(parts),
    ...createInstallHandlers(parts),
    ...createQuietHandlers(parts),
    ...createRouteHandlers(parts),
    ...createVerificationHandlers(parts),
    ...createOwnerHandlers(parts),
    ...createSpamHandlers(parts),
    ...createSettingsHandlers(parts),
    ...createHandOverHandlers(parts),
    ...createInboxHandlers(parts),
    ...createKeyHandlers(parts),
    ...createBounceHandlers(parts),
    ...createSubmissionHandlers(parts),
  };
}
