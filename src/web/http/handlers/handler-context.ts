import type { Context } from '../../../platform/context.ts';
import type { Bounces } from '../../../consent/bounces/receive-reports.ts';
import type { Owners } from '../../../consent/decisions/index.ts';
import type { Counts } from '../../../forms/counts/index.ts';
import type { AccessKeys } from '../../../forms/access-keys.ts';
import type { Routes } from '../../../forms/index.ts';
import type { EncryptionKeys } from '../../../inboxes/keys/index.ts';
import type { Submissions } from '../../../submissions/index.ts';
import type { Deployment } from '../../discovery/describe-service.ts';
import type { Doors } from '../doors.ts';

/** The context and the features, for the handlers of operations. */
export interface HandlerContext extends Context {
  routes: Routes;
  accessKeys: AccessKeys;
  counts: Counts;
  owners: Owners;
  encryption: EncryptionKeys;
  bounces: Bounces;
  submissions: Submissions;
  doors: Pick<Doors, 'openHome'>;
  deployment: Deployment;
  /** The largest message that the mail server takes, as far as it has said so. */
  mailServer: { readonly largestMessage: number | undefined };
}
