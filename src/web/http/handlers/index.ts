import type { Operations } from '../call.ts';
import { accessKeyOperations } from './access-keys.ts';
import { bounceOperations } from './bounces.ts';
import { decisionOperations } from './decisions.ts';
import { discoveryOperations } from './discovery.ts';
import { handOverOperations } from './hand-over.ts';
import type { HandlerContext } from './handler-context.ts';
import { inboxOperations } from './inbox.ts';
import { installOperations } from './install.ts';
import { keyOperations } from './keys.ts';
import { routeOperations } from './routes.ts';
import { settingsOperations } from './settings.ts';
import { submissionOperations } from './submissions.ts';

/** A handler for each operation of the contract. */
export const createOperations = (context: HandlerContext): Operations => ({
  ...accessKeyOperations(context),
  ...bounceOperations(context),
  ...decisionOperations(context),
  ...discoveryOperations(context),
  ...handOverOperations(context),
  ...inboxOperations(context),
  ...installOperations(context),
  ...keyOperations(context),
  ...routeOperations(context),
  ...settingsOperations(context),
  ...submissionOperations(context),
});
