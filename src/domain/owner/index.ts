import type { AnnounceRoute } from '../routes/announce-route.ts';
import type { Links } from '../routes/links.ts';
import type { Route } from '../routes/route.ts';
import type { FindRoute, RouteStore } from '../routes/route-store.ts';
import type { NewFormHolds, Refusals } from '../inboxes/refusals.ts';
import type { InboxVerification } from '../verification/inbox-verification.ts';
import { createApproveForm, type ApproveForm } from './approve-form.ts';
import { createMailOwner, type MailOwnerParts } from './mail-owner.ts';
import type { Letterhead } from './owner-emails.ts';
import { createOwnerLinks, type OwnerLinks } from './owner-links.ts';
import { createOwnerNotices, type OwnerNotices } from './owner-notices.ts';
import { createRefuseForm, type RefuseForm } from './refuse-form.ts';
import { createStopForm, type StopForm } from './stop-form.ts';

interface Parts extends MailOwnerParts {
  routes: RouteStore;
  findRoute: FindRoute;
  holds: NewFormHolds;
  refusals: Refusals;
  links: Links;
  /** Who runs the service, as mails say it. */
  operator: string;
  /** Deliveries a month; 0 for no limit. */
  monthlyLimit: number;
  /** How many submissions of this inbox and month a browser's autofill may have lost. */
  autofillTraps: (route: Route) => Promise<number>;
}

/** What the owner of an inbox can decide by the links in mails. */
export interface OwnerForms {
  stopForm: StopForm;
  approveForm: ApproveForm;
  refuseForm: RefuseForm;
}

/** The owner of an inbox: the mails that tell them of their forms, and what they decide. */
export interface Owner {
  notices: OwnerNotices;
  links: OwnerLinks;
  letterhead: Letterhead;
  /** The verification of inboxes sends notices, so it is built between this and `createOwner`. */
  decideBy(consent: { verification: InboxVerification; announce: AnnounceRoute }): OwnerForms;
}

export function createOwner(parts: Parts): Owner {
  const { keyring, links } = parts;
  const ownerLinks = createOwnerLinks(keyring, links);
  const letterhead = {
    operator: parts.operator,
    stopLink: ownerLinks.stop,
    unsubscribeLink: ownerLinks.unsubscribe,
  };
  const mailOwner = createMailOwner(parts);
  const notices = createOwnerNotices({ ...parts, mailOwner, letterhead, ownerLinks });
  return {
    notices,
    links: ownerLinks,
    letterhead,
    decideBy: (consent) => ({
      stopForm: createStopForm({ ...parts, ...consent, mailOwner, letterhead, notices }),
      approveForm: createApproveForm(parts),
      refuseForm: createRefuseForm(parts),
    }),
  };
}
