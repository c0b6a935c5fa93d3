import type { Words } from '../../catalogs/catalog.ts';
import { ServiceError } from '../../contract/service-error.ts';
import { decisionToken } from '../../forms/decision-token.ts';
import type { Requester } from '../../forms/forms-context.ts';
import type { Route } from '../../forms/route.ts';
import { NOTHING_CHANGED } from '../../mail/mailer.ts';
import { createDecision, type DecisionPage, type DecisionParts, type Opened } from './decision.ts';
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
   * What the link lets its reader do: `stop` it at once, only in `List-Unsubscribe`, which replies do not quote; `ask`
   * the inbox whether to stop it, in the text of mails; `restart` it after one particular stop.
   */
  kind: 'stop' | 'ask' | 'restart';
  /** Whether the step waits for a link that the inbox was mailed. */
  mailed: boolean;
  /** Starts the form again from the page that says that it is stopped. */
  wayBack: WayBack;
  /** After a button that starts it: the page shows how the form stands now. */
  isAnswered?: boolean;
}

type StopLink = Opened<'stop'>;

/** Stops an active form for its owner; undefined if it is no longer active. */
export async function stopForm(
  { store, holds, log, now }: Pick<DecisionParts, 'store' | 'holds' | 'log' | 'now'>,
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

/** It shows what this kind of link can do with the form now. */
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
function look({ route, facts, token }: StopLink): LinkedForm<Route> {
  if (facts.kind === 'restart' && facts.stoppedAt !== route.stoppedAt) {
    throw new ServiceError('verification_token_invalid');
  }
  return { route, kind: facts.kind, mailed: false, wayBack: { name: 'restart', token } };
}

/** The way back after one particular stop, for a page. */
function wayBackOf({ keyring, verification }: DecisionParts, route: Route): WayBack {
  const token = verification.confirmationToken(route);
  if (token !== undefined) return { name: 'verify', token };
  const { formId, inbox, stoppedAt } = route;
  const facts = { form: formId, kind: 'restart', stoppedAt } as const;
  return { name: 'restart', token: decisionToken(keyring, 'restart', facts, inbox.owner) };
}

/** The same as a link in a mail. */
function linkBackOf(parts: DecisionParts, route: Route): string {
  const { name, token } = wayBackOf(parts, route);
  return parts.links.decision(name, token);
}

/** Stopping a form by a link of every delivered mail; docs/decisions/0024. */
export function createStopForm(parts: DecisionParts) {
  const { routes, mailOwner, ownerLinks } = parts;

  const stop =
    (spam: boolean) =>
    async (opened: StopLink, requester: Requester): Promise<LinkedForm<Route>> => {
      const { route: found, facts } = opened;
      const before = look(opened);
      // Any other link only shows how to start it again.
      const shown = { ...before, kind: 'stop' } as const;
      if (found.status !== 'active') return shown;
      if (facts.kind !== 'stop') {
        const about = { route: found, link: ownerLinks.ofMail(found).unsubscribe };
        await mailOwner.andWait({ kind: 'ask_stop', about, requester }, NOTHING_CHANGED);
        return { ...before, mailed: true };
      }
      const route = await stopForm(parts, found, spam, requester.requestId);
      if (!route) return { ...shown, route: await routes.find(found.formId) };
      const about = { route, link: linkBackOf(parts, route), spam };
      mailOwner.later({ kind: 'stopped', about, requester });
      return { ...shown, route, wayBack: wayBackOf(parts, route) };
    };

  return createDecision<'stop', LinkedForm<Route>>(parts, {
    name: 'stop',
    look,
    effects: { press: stop(false), spam: stop(true) },
    answer: ({ route }) => routes.toResource(route),
    mailed: ({ mailed }) => mailed,
    page: stopPage,
  });
}

/** Starting a stopped form again; it also takes the links that stop one, and then mails the inbox a link. */
export function createRestartForm(parts: DecisionParts) {
  const { store, routes, verification, holds, mailOwner, now } = parts;

  return createDecision<'restart', LinkedForm<Route>>(parts, {
    name: 'restart',
    look,
    effects: {
      async press(opened, requester) {
        const { route, facts } = opened;
        const answered = { ...look(opened), isAnswered: true };
        if (route.status === 'active' || route.stoppedAt === undefined) return answered;
        if (facts.kind === 'restart') {
          await holds.lift(route.inbox.owner);
          return { ...answered, route: await verification.askInboxForOwner(route, requester) };
        }
        const sentAt = now();
        const asked = { ...route, verificationSentAt: sentAt };
        await store.routes.markVerificationSent(route.formId, sentAt);
        const about = { route: asked, link: linkBackOf(parts, asked) };
        await mailOwner.andWait({ kind: 'restart', about, requester }, NOTHING_CHANGED);
        return { ...answered, route: asked, mailed: true };
      },
    },
    answer: ({ route }) => routes.toResource(route),
    mailed: ({ mailed }) => mailed,
    page: stopPage,
  });
}
