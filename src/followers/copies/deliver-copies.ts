import type { Context } from '../../platform/context.ts';
import type { Letterhead } from '../../mail/letter.ts';
import type { ReturnPaths } from '../../consent/bounces/bounce-token.ts';
import type { FormLinks } from '../../mail/compose-mail.ts';
import { SubmissionMails } from '../../mail/submission-email.ts';
import type { FailureClass } from '../../platform/log/log.ts';
import { Allowance, type Reservation } from '../../inboxes/allowance.ts';
import type { EmailAddress } from '../../platform/text/email-address.ts';
import { identifyInbox, type InboxIdentity } from '../../inboxes/inbox-identity.ts';
import { addressIn, confirmedCopies, copyKey, gets } from '../../forms/settings/copies.ts';
import { decisionLink } from '../../forms/decision-token.ts';
import type { Route } from '../../forms/route.ts';
import { ServiceError } from '../../contract/service-error.ts';
import { classifyFailure } from '../../submissions/targets.ts';
import type { Delivery } from '../../submissions/delivery.ts';
import type { Follower } from '../../submissions/ports.ts';

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

/** Mails each inbox that has agreed, after the owner's, and reports it. Each counts for itself. */
export class DeliverCopies implements Follower {
  readonly #context: Context;
  readonly #returnPaths: ReturnPaths;
  readonly #allowance: Allowance;
  readonly #mails: SubmissionMails;

  constructor(context: Context, letterhead: Letterhead, returnPaths: ReturnPaths) {
    this.#context = context;
    this.#returnPaths = returnPaths;
    this.#allowance = new Allowance(context);
    this.#mails = new SubmissionMails(letterhead);
  }

  at(route: Route) {
    // An encrypted message is for its owner alone, whatever the settings say.
    if (!route.settings.copies || route.settings.encryption) return undefined;
    const copies = confirmedCopies(route).map((copy) => ({
      copy,
      receiver: this.#receiverAt(route, addressIn(copy)),
    }));
    if (copies.length === 0) return undefined;
    return (delivery: Delivery) => {
      const chosen = copies.filter(({ copy }) => gets(copy, delivery.submission.fields));
      if (chosen.length === 0) return undefined;
      return Promise.all(chosen.map(({ receiver }) => this.#deliver(delivery, receiver))).then(
        report,
      );
    };
  }

  #receiverAt(route: Route, address: EmailAddress): Receiver {
    const { keyring } = this.#context;
    const inbox = copyKey(keyring, route.formId, address);
    const linkOf = (kind: 'ask' | 'stop') =>
      decisionLink(this.#context, 'copy-stop', { form: route.formId, inbox, kind });
    return {
      address,
      inbox: identifyInbox(keyring, address),
      isCopy: true,
      links: { stop: linkOf('ask'), unsubscribe: linkOf('stop') },
    };
  }

  async #deliver(delivery: Delivery, receiver: Receiver): Promise<boolean> {
    const { log, now } = this.#context;
    const { requestId, at, route, outbox } = delivery;
    const { formId } = route;
    let reservation: Reservation | undefined;
    try {
      reservation = await this.#allowance.reserve(receiver, at);
      await outbox.sendMail(() => ({
        ...this.#mails.compose(delivery, receiver),
        ...this.#returnPaths.of(formId, receiver.address, outbox),
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
}
