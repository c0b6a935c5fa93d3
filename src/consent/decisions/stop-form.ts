import type { Words } from '../../catalogs/catalog.ts';
import { ServiceError } from '../../contract/service-error.ts';
import { decisionToken } from '../../forms/decision-token.ts';
import type { Requester } from '../../forms/forms-context.ts';
import type { Route } from '../../forms/route.ts';
import { NOTHING_CHANGED } from '../../mail/mailer.ts';
import type { DecisionPage, DecisionRow, Opened, OwnersContext } from './decision.ts';
import {
  linkSentPage,
  namesOf,
  quietButton,
  statePage,
  stoppedPage,
  type NamedForm,
  type WayBack,
} from './form-pages.ts';

/** A form for the reader of a link that stops or starts it. */
interface LinkedForm<Form = NamedForm & Pick<Route, 'status'>> {
  route: Form;
  /**
   * The link lets its reader `stop` the form at once, only in `List-Unsubscribe`, which replies do
   * not quote; `ask` the inbox by mail, in the text of mails; `restart` the form after one
   * particular stop.
   */
  kind: 'stop' | 'ask' | 'restart';
  /** True if the step waits for a link that was mailed to the inbox. */
  mailed: boolean;
  /** Starts the form again, on the page that says that it is stopped. */
  wayBack: WayBack;
  /** True after a button that starts the form: the page shows its state. */
  isAnswered?: boolean;
}

type StopLink = Opened<'stop'>;

/** Stops an active form for its owner; undefined if it is no longer active. */
export async function stopForm(
  { store, holds, log, now }: Pick<OwnersContext, 'store' | 'holds' | 'log' | 'now'>,
  found: Route,
  spam: boolean,
  requestId: string,
): Promise<Route | undefined> {
  const at = now();
  const { formId } = found;
  await holds.set(found.inbox.owner, spam ? 'lasting' : 'stopped');
  if (!(await store.routes.stop(formId, at))) return undefined;
  log.routeStopped({ requestId, formId, spam });
  return { ...found, status: 'pending_verification', stoppedAt: at, verificationSentAt: at };
}

/** Shows what this kind of link can do with the form now. */
export function stopPage(words: Words, form: LinkedForm): DecisionPage {
  const { route, kind, mailed, wayBack, isAnswered = false } = form;
  const { stop, askStop, restart, linkSent } = words.owners;
  if (mailed) return linkSentPage(words, linkSent.explanation);
  if (isAnswered) return statePage(words, route);
  const isActive = route.status === 'active';
  if (kind === 'restart' ? isActive : !isActive) {
    return isActive ? statePage(words, route) : stoppedPage(words, route, wayBack);
  }
  const question = { stop, ask: askStop, restart }[kind];
  const report = quietButton(stop.report, 'spam');
  const button = { label: question.button };
  return {
    mark: 'ask',
    title: question.title,
    text: [question.explanation],
    facts: namesOf(words, route),
    ask: {
      buttons: kind === 'stop' ? [button, report] : [button],
      to: { name: kind === 'restart' ? 'restart' : 'stop', token: wayBack.token },
    },
  };
}

/** A link that starts a form again belongs to one stop. */
function lookAtForm({ route, facts, token }: StopLink): LinkedForm<Route> {
  if (facts.kind === 'restart' && facts.stoppedAt !== route.stoppedAt) {
    throw new ServiceError('verification_token_invalid');
  }
  return { route, kind: facts.kind, mailed: false, wayBack: { name: 'restart', token } };
}

/** The way back after one particular stop, for a page. */
function wayBackOf({ keyring, verification }: OwnersContext, route: Route): WayBack {
  const token = verification.confirmationToken(route);
  if (token !== undefined) return { name: 'verify', token };
  const { formId, inbox, stoppedAt } = route;
  const facts = { form: formId, kind: 'restart', stoppedAt } as const;
  return { name: 'restart', token: decisionToken(keyring, 'restart', facts, inbox.owner) };
}

/** The way back as a link in a mail. */
function linkBackOf(owners: OwnersContext, route: Route): string {
  const { name, token } = wayBackOf(owners, route);
  return owners.links.decision(name, token);
}

async function stopByLink(
  owners: OwnersContext,
  opened: StopLink,
  spam: boolean,
  requester: Requester,
): Promise<LinkedForm<Route>> {
  const { routes, mailOwner, ownerLinks } = owners;
  const { route: found, facts } = opened;
  const before = lookAtForm(opened);
  // Any other link only shows how to start the form again.
  const shown = { ...before, kind: 'stop' } as const;
  if (found.status !== 'active') return shown;
  if (facts.kind !== 'stop') {
    const about = { route: found, link: ownerLinks.ofMail(found).unsubscribe };
    await mailOwner.andWait({ kind: 'ask_stop', about, requester }, NOTHING_CHANGED);
    return { ...before, mailed: true };
  }
  const route = await stopForm(owners, found, spam, requester.requestId);
  if (!route) return { ...shown, route: await routes.find(found.formId) };
  const about = { route, link: linkBackOf(owners, route), spam };
  mailOwner.later({ kind: 'stopped', about, requester });
  return { ...shown, route, wayBack: wayBackOf(owners, route) };
}

/** Stops a form by a link of every delivered mail; docs/decisions/0024. */
export const STOP_FORM: DecisionRow<'stop', LinkedForm<Route>> = {
  name: 'stop',
  look: (_owners, opened) => lookAtForm(opened),
  effects: {
    press: (owners, opened, requester) => stopByLink(owners, opened, false, requester),
    spam: (owners, opened, requester) => stopByLink(owners, opened, true, requester),
  },
  answer: ({ route }, { routes }) => routes.toResource(route),
  mailed: ({ mailed }) => mailed,
  page: stopPage,
};

async function restartByLink(
  owners: OwnersContext,
  opened: StopLink,
  requester: Requester,
): Promise<LinkedForm<Route>> {
  const { store, verification, holds, mailOwner, now } = owners;
  const { route, facts } = opened;
  const answered = { ...lookAtForm(opened), isAnswered: true };
  if (route.status === 'active' || route.stoppedAt === undefined) return answered;
  if (facts.kind === 'restart') {
    await holds.lift(route.inbox.owner);
    return { ...answered, route: await verification.askInboxForOwner(route, requester) };
  }
  const sentAt = now();
  const asked = { ...route, verificationSentAt: sentAt };
  await store.routes.markVerificationSent(route.formId, sentAt);
  const about = { route: asked, link: linkBackOf(owners, asked) };
  await mailOwner.andWait({ kind: 'restart', about, requester }, NOTHING_CHANGED);
  return { ...answered, route: asked, mailed: true };
}

/** Starts a stopped form; a link that stops one is accepted too, and mails the inbox a link. */
export const RESTART_FORM: DecisionRow<'restart', LinkedForm<Route>> = {
  name: 'restart',
  look: (_owners, opened) => lookAtForm(opened),
  effects: { press: restartByLink },
  answer: ({ route }, { routes }) => routes.toResource(route),
  mailed: ({ mailed }) => mailed,
  page: stopPage,
};
