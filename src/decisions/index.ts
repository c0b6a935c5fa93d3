import type { AutofillTraps } from '../inboxes/allowance.ts';
import type { Letterhead } from '../mail/letter.ts';
import type { Route } from '../forms/route.ts';
import { createVerificationBudgets } from '../inboxes/verification/verification-budgets.ts';
import type { DecisionName } from '../contract/decisions.ts';
import { createAcceptChange } from './accept-change.ts';
import { createApproveForm } from './approve-form.ts';
import { createCopyQuestion } from './copy-question.ts';
import type { Decision, DecisionParts } from './decision.ts';
import { createHandOverDecision } from './hand-over.ts';
import { createInboxForms, type InboxForms, type InboxFormsParts } from './inbox-forms.ts';
import {
  createInboxSessions,
  type InboxSessions,
  type InboxSessionsParts,
} from './inbox-sessions.ts';
import { createLimitOrigin } from './limit-origin.ts';
import { createMailOwner, type MailOwner, type MailOwnerParts } from './mail-owner.ts';
import type { MoveParts } from './move-form.ts';
import { createHandOver, type HandOver, type OfferParts } from './offer-form.ts';
import { createOwnerLinks, type OwnerLinks } from './owner-links.ts';
import { createOwnerNotices, type OwnerNotices } from './owner-notices.ts';
import { createQuietForm } from './quiet-form.ts';
import { createRefuseForm } from './refuse-form.ts';
import { createRelaxMarks } from './relax-marks.ts';
import { createReportSpam } from './report-spam.ts';
import { createStopAnswers } from './stop-answers.ts';
import { createStopCopy } from './stop-copy.ts';
import { createRestartForm, createStopForm } from './stop-form.ts';
import { createVerifyForm } from './verify-form.ts';

interface OwnerMailsParts extends Omit<MailOwnerParts, 'letterhead' | 'linksOf'> {
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
export function createOwnerMails(parts: OwnerMailsParts): OwnerMails {
  const { counters } = parts.store;
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
  const mailOwner = createMailOwner({ ...parts, letterhead, linksOf });
  const notices = createOwnerNotices({
    ...parts,
    counters,
    mailOwner,
    ownerLinks: links,
    autofillTraps: ({ inbox }) => parts.autofillTraps.read(inbox.quota),
  });
  return { notices, links, letterhead, mailOwner };
}

/** What each mailed link shows and does. */
export type Decisions = Record<DecisionName, Decision>;

type DecisionsParts = Omit<DecisionParts, 'mailOwner' | 'notices' | 'letterhead'> &
  Omit<OfferParts & MoveParts, 'mailOwner' | 'budgets'> & { mails: OwnerMails };

/** The table of decisions: one row for each link in a mail that lets its reader decide. */
export function createDecisions({ mails, ...given }: DecisionsParts): Decisions {
  const budgets = createVerificationBudgets(given);
  const parts = { ...given, ...mails, links: given.links, budgets };
  return {
    verify: createVerifyForm(parts),
    approve: createApproveForm(parts),
    refuse: createRefuseForm(parts),
    stop: createStopForm(parts),
    restart: createRestartForm(parts),
    spam: createReportSpam(parts),
    'not-spam': createRelaxMarks(parts),
    origin: createLimitOrigin(parts),
    settings: createAcceptChange(parts),
    quiet: createQuietForm(parts),
    copy: createCopyQuestion(parts),
    'copy-stop': createStopCopy(parts),
    'hand-over': createHandOverDecision(parts),
    answers: createStopAnswers(parts),
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
  ...parts
}: InboxSessionsParts &
  InboxFormsParts &
  Omit<OfferParts, 'mailOwner' | 'budgets'> & { mails: OwnerMails }): OwnerSessions {
  const { mailOwner } = mails;
  const budgets = createVerificationBudgets(parts);
  return {
    handOver: createHandOver({ ...parts, mailOwner, budgets }),
    sessions: createInboxSessions({ ...parts, ...mails, links: parts.links }),
    inboxForms: createInboxForms(parts),
  };
}
