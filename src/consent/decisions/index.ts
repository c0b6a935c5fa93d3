import type { Words } from '../../catalogs/catalog.ts';
import type { DecisionName } from '../../contract/decisions.ts';
import type { Requester } from '../../forms/forms-context.ts';
import type { Route } from '../../forms/route.ts';
import { VerificationBudgets } from '../verification/verification-budgets.ts';
import { createAcceptChange } from './accept-change.ts';
import { createCopyQuestion } from './copy-question.ts';
import {
  type Decision,
  createDecision,
  nameOf,
  type DecisionParts,
  type Opened,
} from './decision.ts';
import { askPage, quietButton, saysDone } from './form-pages.ts';
import { createHandOverDecision } from './hand-over.ts';
import { InboxForms, type InboxFormsParts } from './inbox-forms.ts';
import { InboxSessions, type InboxSessionsParts } from './inbox-sessions.ts';
import { createReportSpam, createRelaxMarks } from './judge-spam.ts';
import { createLimitOrigin } from './limit-origin.ts';
import { HandOver } from './offer-form.ts';
import { createRefuseForm, createStopAnswers } from './refuse-mails.ts';
import { createStopCopy } from './stop-copy.ts';
import { createRestartForm, createStopForm } from './stop-form.ts';
import { createApproveForm, createVerifyForm } from './verify-form.ts';

/** It has the way back once the notices have ended. */
export function quietPage(words: Words, route: Pick<Route, 'alias' | 'quiet'>) {
  const { quiet, quieted } = words.owners;
  const common = { facts: [nameOf(words, route)], toInbox: true } as const;
  if (!route.quiet) return askPage(quiet, { ...common, soft: quiet.ignore });
  return saysDone(quieted, { ...common, ask: { buttons: [quietButton(quieted.undo, 'undo')] } });
}

/** "Do not tell me about this form again", in the notice of its silence; docs/decisions/0050. */
function createQuietForm(parts: DecisionParts) {
  const { routes } = parts;

  const set =
    (isQuiet: boolean) =>
    async ({ facts }: Opened<'quiet'>, { requestId }: Requester) => {
      await routes.settings.decide(facts.form, requestId, (now) =>
        (now.quiet === true) === isQuiet ? undefined : { ...now, quiet: isQuiet },
      );
    };

  return createDecision<'quiet', Route>(parts, {
    name: 'quiet',
    look: ({ route }) => route,
    effects: { press: set(true), undo: set(false) },
    answer: (route) => routes.toResource(route),
    page: quietPage,
  });
}

/** What owners decide: by the links in their mails, and with a session of their inbox. */
export interface Owners {
  /** The table of decisions: one row for each link in a mail that lets its reader decide. */
  decisions: Record<DecisionName, Decision>;
  handOver: HandOver;
  sessions: InboxSessions;
  inboxForms: InboxForms;
}

export function createOwners(given: Omit<InboxFormsParts & InboxSessionsParts, 'budgets'>): Owners {
  const parts = { ...given, budgets: new VerificationBudgets(given) };
  const handOver = new HandOver(parts);
  return {
    decisions: {
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
      'hand-over': createHandOverDecision(parts, handOver),
      answers: createStopAnswers(parts),
    },
    handOver,
    sessions: new InboxSessions(parts),
    inboxForms: new InboxForms(parts),
  };
}
