import type { AutofillTraps } from '../inboxes/allowance.ts';
import type { Letterhead } from '../mail/compose-mail.ts';
import type { CounterStore } from '../platform/stores/counter-tables.ts';
import type { NewFormHolds, Refusals } from '../inboxes/refusals.ts';
import type { Route } from '../forms/route.ts';
import type { Links } from '../contract/links.ts';
import type { TargetGone } from '../forms/target-states.ts';
import type { RouteStore } from '../platform/stores/route-store.ts';
import type { FindRoute } from '../forms/opened-routes.ts';
import type { InboxVerification } from '../inboxes/verification/inbox-verification.ts';
import type { SettingsManager } from '../forms/manage-settings.ts';
import { createVerificationBudgets } from '../inboxes/verification/verification-budgets.ts';
import { createAcceptChange, type AcceptChange } from './accept-change.ts';
import { createApproveForm, type ApproveForm } from './approve-form.ts';
import { createHandOver, type HandOver, type HandOverParts } from './hand-over/index.ts';
import { createInboxForms, type InboxForms, type InboxFormsParts } from './inbox-forms.ts';
import {
  createInboxSessions,
  type InboxSessions,
  type InboxSessionsParts,
} from './inbox-sessions.ts';
import { createLimitOrigin, type LimitOrigin } from './limit-origin.ts';
import { createMailOwner, type MailOwner, type MailOwnerParts } from './mail-owner.ts';
import { createOwnerLinks, type OwnerLinks } from './owner-links.ts';
import { createOwnerNotices, type OwnerNotices } from './owner-notices.ts';
import { createQuietForm, type QuietForm } from './quiet-form.ts';
import { createRelaxMarks, type RelaxMarks } from './relax-marks.ts';
import { createReportSpam, type ReportSpam } from './report-spam.ts';
import { createRefuseForm, type RefuseForm } from './refuse-form.ts';
import { createTargetGone } from './target-gone.ts';
import { createStopForm, type StopForm } from './stop-form.ts';

interface OwnerMailsParts extends Omit<MailOwnerParts, 'counters' | 'letterhead' | 'linksOf'> {
  store: { counters: CounterStore };
  links: Links;
  /** Who runs the service, as mails name it, and how to reach them. */
  operator: string;
  contact: string | undefined;
  /** The display name of the sender of every mail. */
  sender: string;
  /** Deliveries a month; 0 for no limit. */
  monthlyLimit: number;
  autofillTraps: AutofillTraps;
}

/** Mails to the owners of inboxes, and the links in them. */
export interface OwnerMails {
  notices: OwnerNotices;
  links: OwnerLinks;
  letterhead: Letterhead;
  mailOwner: MailOwner;
}

/** The first half of the feature: the verification of inboxes sends notices too. */
export function createOwnerMails({ store, ...parts }: OwnerMailsParts): OwnerMails {
  const { counters } = store;
  const links = createOwnerLinks(parts.keyring, parts.links, parts.now);
  const letterhead = {
    operator: parts.operator,
    contact: parts.contact,
    sender: parts.sender,
    inboxLink: parts.links.inbox,
  };
  const linksOf = (route: Route) => ({
    stop: links.stop(route),
    unsubscribe: links.unsubscribe(route),
  });
  const mailOwner = createMailOwner({ ...parts, counters, letterhead, linksOf });
  const notices = createOwnerNotices({
    ...parts,
    counters,
    mailOwner,
    ownerLinks: links,
    autofillTraps: ({ inbox }) => parts.autofillTraps.read(inbox.quota),
  });
  return { notices, links, letterhead, mailOwner };
}

type OwnerFormsParts = Pick<OwnerMailsParts, 'keyring' | 'links' | 'log' | 'now'> & {
  store: { routes: RouteStore };
  mails: OwnerMails;
  findRoute: FindRoute;
  verification: InboxVerification;
  holds: NewFormHolds;
  refusals: Refusals;
  settings: SettingsManager;
};

/** The decisions that owners of inboxes make by the links in mails. */
export interface OwnerForms {
  stopForm: StopForm;
  approveForm: ApproveForm;
  refuseForm: RefuseForm;
  acceptChange: AcceptChange;
  limitOrigin: LimitOrigin;
  reportSpam: ReportSpam;
  relaxMarks: RelaxMarks;
  targetGone: TargetGone;
  quietForm: QuietForm;
}

export function createOwnerForms({ store, mails, ...parts }: OwnerFormsParts): OwnerForms {
  const { routes } = store;
  const { mailOwner } = mails;
  return {
    stopForm: createStopForm({ ...parts, ...mails, routes, links: parts.links }),
    approveForm: createApproveForm({ ...parts, routes }),
    refuseForm: createRefuseForm({ ...parts, routes }),
    acceptChange: createAcceptChange(parts),
    limitOrigin: createLimitOrigin({ ...parts, mailOwner }),
    reportSpam: createReportSpam({ ...parts, mailOwner }),
    relaxMarks: createRelaxMarks({ ...parts, mailOwner }),
    targetGone: createTargetGone({ ...parts, routes, mailOwner }),
    quietForm: createQuietForm(parts),
  };
}

/** What owners do with a session of their inbox. */
export interface OwnerSessions {
  handOver: HandOver;
  sessions: InboxSessions;
  inboxForms: InboxForms;
}

export function createOwnerSessions({
  mails,
  ownerForms,
  ...parts
}: InboxSessionsParts &
  InboxFormsParts &
  Omit<HandOverParts, 'mailOwner' | 'budgets'> & {
    mails: OwnerMails;
    ownerForms: OwnerForms;
  }): OwnerSessions {
  const { mailOwner } = mails;
  const budgets = createVerificationBudgets({ ...parts, ...parts.store }, parts.ratePerMinute);
  return {
    handOver: createHandOver({ ...parts, mailOwner, budgets }),
    sessions: createInboxSessions({ ...parts, ...mails, links: parts.links }),
    inboxForms: createInboxForms({ ...parts, ...ownerForms }),
  };
}
