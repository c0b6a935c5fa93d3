import type { Context } from '../../platform/context.ts';
import type { Letterhead } from '../../mail/letter.ts';
import type { SendMail } from '../../mail/mailer.ts';
import type { ReturnPath } from '../../consent/bounces/bounce-token.ts';
import type { Refusals } from '../../inboxes/refusals.ts';
import type { FormLinks } from '../../mail/compose-mail.ts';
import { createComposeSubmissionEmail } from '../../mail/submission-email.ts';
import type { FailureClass } from '../../platform/log/log.ts';
import { createAllowance, type Reservation } from '../../inboxes/allowance.ts';
import type { EmailAddress } from '../../platform/text/email-address.ts';
import { identifyInbox, type InboxIdentity } from '../../inboxes/inbox-identity.ts';
import { confirmedCopies, copyKey } from '../../forms/settings/copies.ts';
import { decisionLink } from '../../forms/decision-token.ts';
import type { Route } from '../../forms/route.ts';
import { ServiceError } from '../../contract/service-error.ts';
import { classifyFailure } from '../../submissions/targets.ts';
import type { Delivery, Follower } from '../../submissions/delivery.ts';

/** The parts of other rooms that copies use. */
export interface CopiesContext extends Context {
  refusals: Refusals;
  sendMail: SendMail;
  letterhead: Letterhead;
  /** Undefined if bounces are not reported to this service. */
  returnPath: ReturnPath | undefined;
}

/** An inbox that gets copies, with its links. */
interface Receiver {
  address: EmailAddress;
  inbox: InboxIdentity;
  isCopy: true;
  links: FormLinks;
}

/** Its code says that the month is used up. */
const classify = (error: unknown): FailureClass =>
  error instanceof ServiceError ? { kind: 'refused', reason: error.code } : classifyFailure(error);

const report = (got: readonly boolean[]) => ({
  copies: got.every(Boolean) ? 'delivered' : got.some(Boolean) ? 'partly' : 'failed',
});

/** Mails each inbox that has agreed, after the owner's, and says how that went. Each counts for itself. */
export function createDeliverCopies(context: CopiesContext): Follower {
  const { keyring, letterhead, returnPath, log, now } = context;
  const allowance = createAllowance(context);
  const compose = createComposeSubmissionEmail(letterhead);
  const receiversOf = (route: Route): readonly Receiver[] =>
    confirmedCopies(route).map((address) => {
      const linkOf = (kind: 'ask' | 'stop') =>
        decisionLink(context, 'copy-stop', {
          form: route.formId,
          inbox: copyKey(keyring, route.formId, address),
          kind,
        });
      return {
        address,
        inbox: identifyInbox(keyring, address),
        isCopy: true,
        links: { stop: linkOf('ask'), unsubscribe: linkOf('stop') },
      };
    });

  async function deliver(delivery: Delivery, receiver: Receiver): Promise<boolean> {
    const { requestId, at, route, outbox } = delivery;
    const { formId } = route;
    let reservation: Reservation | undefined;
    try {
      reservation = await allowance.reserve(receiver, at);
      await outbox.sendMail(() => ({
        ...compose(delivery, receiver),
        ...returnPath?.(formId, receiver.address, outbox),
      }));
      log.copyDelivered({ requestId, formId, ms: now() - at });
      return true;
    } catch (error) {
      log.copyNotDelivered({ requestId, formId, ms: now() - at, ...classify(error) });
      await reservation
        ?.release()
        .catch((cause: unknown) => log.allowanceNotReleased({ requestId, formId, error: cause }));
      return false;
    }
  }

  const deliverAll = async (delivery: Delivery, receivers: readonly Receiver[]) =>
    report(await Promise.all(receivers.map((receiver) => deliver(delivery, receiver))));

  return (route) => {
    // An encrypted message is for its owner alone, whatever the settings say.
    if (!route.settings.copies || route.settings.encryption) return undefined;
    const receivers = receiversOf(route);
    return receivers.length === 0 ? undefined : (delivery) => deliverAll(delivery, receivers);
  };
}
