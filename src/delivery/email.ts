import type { ReturnPaths } from '../consent/bounces/bounce-token.ts';
import type { OwnerMails } from '../consent/decisions/owner-mails.ts';
import type { Route } from '../forms/route.ts';
import type { Target } from '../forms/targets/channels.ts';
import { encryptMail, type EncryptedRoute } from '../mail/encrypted-mail.ts';
import { MailFailure, type EncodedMail } from '../mail/mailer.ts';
import type { Outbox } from '../mail/outbox.ts';
import { SubmissionMails } from '../mail/submission-email.ts';
import type { Context } from '../platform/context.ts';
import { PatientTurns } from '../platform/waiting/turns.ts';
import type { Delivery } from '../submissions/delivery.ts';
import type { DeliveryChannel, Room } from '../submissions/ports.ts';
import { withoutSalt } from '../submissions/receipts/receipt.ts';

/** Mails with files that are encrypted or sent at the same time: each is in memory twice. */
const MOST = 2;

/** Milliseconds that a mail waits for its turn. */
const PATIENCE = 8_000;

/** Turns of owners and forms for encrypted mails with files; throws MailFailure `overloaded`. */
export class EncryptionTurns extends PatientTurns {
  constructor(patience = PATIENCE) {
    super({
      most: MOST,
      patience,
      overloaded: () => new MailFailure('overloaded', 'encryption'),
    });
  }
}

const isEncrypted = (route: Route): route is Route & EncryptedRoute =>
  route.settings.encryption !== undefined;

/** The mail to the inbox of a form, encrypted if the form says so. */
export class EmailChannel implements DeliveryChannel {
  readonly #now: () => number;
  readonly #ownerLinks: OwnerMails['ownerLinks'];
  readonly #returnPaths: ReturnPaths;
  readonly #mails: SubmissionMails;
  // Each of its own, so that a slow mail server of marked ones holds up no other.
  readonly #turns = { plain: new EncryptionTurns(), marked: new EncryptionTurns() };

  constructor(
    { now }: Pick<Context, 'now'>,
    { letterhead, ownerLinks }: Pick<OwnerMails, 'letterhead' | 'ownerLinks'>,
    returnPaths: ReturnPaths,
  ) {
    this.#now = now;
    this.#ownerLinks = ownerLinks;
    this.#returnPaths = returnPaths;
    this.#mails = new SubmissionMails(letterhead);
  }

  admit(_route: Route, _target: Target, outbox: Outbox): Room {
    outbox.claim();
    let isHeld = true;
    const leave = () => {
      if (isHeld) outbox.unclaim();
      isHeld = false;
    };
    return {
      claim: {},
      // Done when the mail server said 250.
      deliver: (delivery) => {
        if (isEncrypted(delivery.route)) {
          return this.#deliverEncrypted(delivery, delivery.route, leave);
        }
        // In the same turn as it is sent, so nobody else can take the room in between.
        leave();
        return outbox.sendMail(() => this.#mailOf(delivery));
      },
      leave,
    };
  }

  #mailOf(delivery: Delivery): EncodedMail {
    const { route, submission, outbox } = delivery;
    const owner = this.#ownerLinks.ofSubmission(route, submission);
    const mail = this.#mails.compose(delivery, owner);
    const traces = this.#returnPaths.of(route.formId, route.address, outbox);
    return traces ? { ...mail, ...traces } : mail;
  }

  #deliverEncrypted(delivery: Delivery, route: Route & EncryptedRoute, leave: () => void) {
    const { outbox, submission } = delivery;
    const send = async () => {
      const surroundings = { withoutSalt, now: this.#now };
      const mail = await encryptMail(this.#mailOf(delivery), route, outbox, surroundings);
      leave();
      await outbox.sendMail(() => mail);
    };
    const turns = outbox.isInert ? this.#turns.marked : this.#turns.plain;
    return submission.files
      ? turns.run({ owner: route.inbox.quota, domain: route.formId }, send)
      : send();
  }
}
