import type { Links } from '../../../platform/links.ts';
import type { ReceiptKeySet } from '../../../contract/schemas.ts';
import type { Owners } from '../../../consent/decisions/index.ts';
import type { Counts } from '../../../forms/counts/index.ts';
import type { AccessKeys } from '../../../forms/access-keys.ts';
import type { Routes } from '../../../forms/index.ts';
import type { OperatorLimits } from '../../../forms/settings/setting-rules.ts';
import type { ReceiveReports } from '../../../consent/bounces/receive-reports.ts';
import type { createEncryption } from '../../../inboxes/keys/index.ts';
import type { Challenges } from '../../../submissions/challenges/index.ts';
import type { Submissions } from '../../../submissions/index.ts';
import type { Deployment } from '../../discovery/describe-service.ts';
import type { Doors } from '../doors.ts';

/** Everything that the handlers of operations use; `app/web.ts` builds it from the features. */
export interface HandlerContext extends Owners, Submissions, ReturnType<typeof createEncryption> {
  routes: Routes;
  accessKeys: AccessKeys;
  counts: Counts;
  challenges: Challenges;
  receiveReports: ReceiveReports;
  links: Links;
  doors: Pick<Doors, 'openHome'>;
  deployment: Deployment;
  /** The limits that the operator sets to the settings of forms. */
  operatorLimits: () => OperatorLimits;
  /** Deliveries a month; 0 for no limit. */
  monthlyLimit: number;
  /** The keys that check the receipts of this deployment. */
  receiptKeys: () => ReceiptKeySet;
  /** MAX_SUBMISSION_BYTES. */
  maxBytes: number;
  /** MAX_FILE_BYTES; 0 for no files. */
  maxFileBytes: number;
  /** The largest message that the mail server takes, as far as it has said so. */
  mailServer: { readonly largestMessage: number | undefined };
}
