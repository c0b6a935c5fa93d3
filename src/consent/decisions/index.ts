import type { DecisionName } from '../../contract/decisions.ts';
import { ACCEPT_CHANGE } from './accept-change.ts';
import { COPY_QUESTION } from './copy-question.ts';
import {
  MailedDecision,
  type Decision,
  type DecisionRow,
  type OwnersContext,
  type OwnersRooms,
} from './decision.ts';
import { HAND_OVER } from './hand-over.ts';
import { InboxForms } from './inbox-forms.ts';
import { InboxSessions } from './inbox-sessions.ts';
import { RELAX_MARKS, REPORT_SPAM } from './judge-spam.ts';
import { LIMIT_ORIGIN } from './limit-origin.ts';
import { HandOver } from './offer-form.ts';
import type { OwnerMails } from './owner-mails.ts';
import { QUIET_FORM } from './quiet-form.ts';
import { REFUSE_FORM, STOP_REPLIES } from './refuse-mails.ts';
import { STOP_COPY } from './stop-copy.ts';
import { RESTART_FORM, STOP_FORM } from './stop-form.ts';
import { VerificationBudgets } from '../verification/verification-budgets.ts';
import type { Context } from '../../platform/context.ts';
import { APPROVE_FORM, VERIFY_FORM } from './verify-form.ts';

/** What owners decide, by the links in their mails and with a session of their inbox. */
export class Owners {
  /** The table of decisions: a row for each link in a mail that lets its reader decide. */
  readonly decisions: Record<DecisionName, Decision>;
  readonly handOver: HandOver;
  readonly sessions: InboxSessions;
  readonly inboxForms: InboxForms;

  constructor(context: Context, mails: OwnerMails, rooms: OwnersRooms) {
    const { outbox, letterhead, ownerLinks, mailOwner, notices } = mails;
    const owners: OwnersContext = {
      ...context,
      ...rooms,
      outbox,
      letterhead,
      ownerLinks,
      mailOwner,
      notices,
      budgets: new VerificationBudgets(context),
    };
    const of = <Name extends DecisionName, State>(row: DecisionRow<Name, State>): Decision =>
      new MailedDecision(owners, row);
    this.decisions = {
      verify: of(VERIFY_FORM),
      approve: of(APPROVE_FORM),
      refuse: of(REFUSE_FORM),
      stop: of(STOP_FORM),
      restart: of(RESTART_FORM),
      spam: of(REPORT_SPAM),
      'not-spam': of(RELAX_MARKS),
      origin: of(LIMIT_ORIGIN),
      settings: of(ACCEPT_CHANGE),
      quiet: of(QUIET_FORM),
      copy: of(COPY_QUESTION),
      'copy-stop': of(STOP_COPY),
      'hand-over': of(HAND_OVER),
      answers: of(STOP_REPLIES),
    };
    this.handOver = new HandOver(owners);
    this.sessions = new InboxSessions(owners);
    this.inboxForms = new InboxForms(owners);
  }
}
