import { ServiceError } from '../../contract/service-error.ts';
import type { Links } from '../../contract/links.ts';
import { nextActionOf } from '../../forms/route-resource.ts';
import { isBounced } from '../../forms/route.ts';
import type { InboxVerification } from '../../inboxes/verification/inbox-verification.ts';
import type { Gate, Passing } from './gate.ts';

/** Why a test reaches nobody, although nothing was tried. */
const CAME_BACK =
  'Mail to the inbox came back, so nothing was tried: `health` beside the settings says since when.';

/** Throws if the form delivers nothing now. Those who hold it can test it while it is paused. */
function expectOpen({ route, purpose, submission }: Passing, links: Links): void {
  if (route.status !== 'active') {
    throw new ServiceError('inbox_not_verified', { next_action: nextActionOf(route, links) });
  }
  if (route.settings.paused && !submission.isOwnTest) {
    const next_action = nextActionOf(route, links);
    throw new ServiceError('inbox_not_verified', { next_action }, { variant: 'paused_form' });
  }
  if (isBounced(route)) {
    const details = purpose === 'test' ? { reasons: { email: CAME_BACK } } : undefined;
    throw new ServiceError('delivery_failed', details, { variant: 'bounced_inbox' });
  }
}

/** A form whose inbox has not confirmed, that is paused, or whose mail came back. */
export const createOpenGate = (verification: InboxVerification, links: Links): Gate => ({
  name: 'open',
  at: (form) =>
    form.status === 'active' && !form.settings.paused && !isBounced(form)
      ? undefined
      : async (passing) => {
          const { purpose, requestId, caller } = passing;
          // A dry run must send nothing, but registering an address again sends it a mail.
          const asker = purpose === 'dry-run' ? undefined : caller;
          passing.route = await verification.refresh(passing.route, requestId, asker);
          expectOpen(passing, links);
        },
});
