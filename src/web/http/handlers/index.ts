import type { Handlers } from '../mount-operations.ts';
import {
  createBounceHandlers,
  createCopyHandlers,
  createInboxHandlers,
  createInboxSettingsHandlers,
  createHandOverHandlers,
  createKeyHandlers,
} from './inbox.ts';
import { createDecisionHandlers } from './decisions.ts';
import {
  createDiscoveryHandlers,
  createInstallHandlers,
  createScriptHandlers,
} from './discovery.ts';
import type { HandlerContext } from './handler-context.ts';
import { createRouteHandlers } from './routes.ts';
import { createAccessKeyHandlers, createSettingsHandlers } from './settings.ts';
import { createSubmissionHandlers } from './submissions.ts';

/** A handler for each operation of the contract. */
export function createHandlers(context: HandlerContext): Handlers {
  return {
    ...createCopyHandlers(context),
    ...createDecisionHandlers(context),
    ...createDiscoveryHandlers(context),
    ...createInstallHandlers(context),
    ...createScriptHandlers(),
    ...createRouteHandlers(context),
    ...createSettingsHandlers(context),
    ...createAccessKeyHandlers(context),
    ...createHandOverHandlers(context),
    ...createInboxHandlers(context),
    ...createInboxSettingsHandlers(context),
    ...createKeyHandlers(context),
    ...createBounceHandlers(context),
    ...createSubmissionHandlers(context),
  };
}
