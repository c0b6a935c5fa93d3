import type { Words } from '../../catalogs/catalog.ts';
import type { FormId } from '../../contract/names.ts';
import { LIMITS } from '../../contract/limits.ts';
import { ServiceError } from '../../contract/service-error.ts';
import type { Requester } from '../../forms/forms-context.ts';
import { rewriteRoute } from '../../forms/opened-routes.ts';
import { openRoute, type HandOverOffer, type Route } from '../../forms/route.ts';
import {
  nameOf,
  type DecisionPage,
  type DecisionRow,
  type Opened,
  type OwnersContext,
  type PageFact,
} from './decision.ts';
import {
  allowedPage,
  askPage,
  describeForm,
  donePage,
  expiredPage,
  factsOf,
  haltPage,
  quietButton,
  refusedPage,
  type FormFacts,
} from './form-pages.ts';
import { ASKED, mailOffer, movedTo, moveForm, offerOf } from './offer-form.ts';

type Facts = Opened<'hand-over'>['facts'];

/**
 * A hand-over, for the reader of one of its links. `asked`: the owner has agreed, and the other
 * inbox was mailed. `ended`: the form has changed since, or the offer was withdrawn or replaced.
 * `refused`: the inbox wants no such mails.
 */
interface HandOverView {
  state: 'open' | 'asked' | 'expired' | 'done' | 'ended' | 'refused' | 'allowed';
  side: HandOverOffer['side'];
  /** The other inbox; undefined if the offer is over. */
  to?: string | undefined;
  /** The form that would move; undefined if it is gone. */
  form?: FormFacts | undefined;
}

interface FoundOffer extends HandOverView {
  formId: FormId;
  route: Route | undefined;
}

const REFUSABLE = LIMITS.refusalDays * 86_400_000;

const mismatch = () =>
  new ServiceError('verification_mismatch', undefined, { variant: 'ended_hand_over' });

/** The names of states in JSON; `open` waits for the side that was asked. */
const STATUS = {
  asked: ASKED.next,
  done: 'handed_over',
  expired: 'ended',
  ended: 'ended',
  refused: 'refused',
  allowed: 'allowed',
} as const;

/** The facts that the owner needs about the form that would move. */
function ownerFacts(words: Words, { form, to = '' }: HandOverView): PageFact[] {
  const { facts, owners } = words;
  const named: PageFact[] = form
    ? [nameOf(words, { alias: form.alias }), [facts.formId, form.formId]]
    : [];
  return [...named, [owners.handOver.to, to]];
}

function openPage(words: Words, view: HandOverView): DecisionPage {
  const { owner, offer, encrypted } = words.owners.handOver;
  const { side, form } = view;
  if (side === 'owner' || !form) {
    return askPage(owner, { facts: ownerFacts(words, view), soft: owner.ignore });
  }
  const isEncrypted = form.settings.some(({ name }) => name === 'encryption');
  const page = askPage(
    offer,
    { facts: describeForm(words, form, 'stranger'), soft: offer.ignore },
    [quietButton(offer.refuse, 'refuse')],
  );
  return isEncrypted ? { ...page, text: [...page.text, encrypted] } : page;
}

/** Asks, or says how the hand-over stands. */
export function handOverPage(words: Words, view: HandOverView): DecisionPage {
  const { asked, done, again, offer } = words.owners.handOver;
  switch (view.state) {
    case 'open':
      return openPage(words, view);
    case 'allowed':
      return allowedPage(words, 'offer');
    case 'asked':
      return donePage(words, asked, { facts: ownerFacts(words, view) });
    case 'done':
      return donePage(words, done, { facts: ownerFacts(words, view) });
    case 'ended':
      return haltPage(words, words.variants.ended_hand_over);
    case 'refused':
      return refusedPage(words);
    case 'expired': {
      const ask = { buttons: [quietButton(offer.refuse, 'refuse')] };
      return expiredPage(words, [again], view.side === 'next' ? { ask } : {});
    }
  }
}

async function stateOf(
  { refusals, now }: OwnersContext,
  { side, inbox, subject, nonce, expiresAt }: Facts,
  route: Route | undefined,
  offer: HandOverOffer | undefined,
): Promise<HandOverView['state']> {
  if (await refusals.hasEnded(nonce)) {
    throw new ServiceError('route_not_found', undefined, { variant: 'refused_question' });
  }
  if (route?.inbox.owner === inbox) return 'done';
  if (side === 'next' && (await refusals.isRefused(subject))) return 'refused';
  if (offer?.nonce !== nonce) return 'ended';
  if (offer.side !== side) return 'asked';
  return now() < expiresAt ? 'open' : 'expired';
}

async function lookAtOffer(owners: OwnersContext, facts: Facts): Promise<FoundOffer> {
  const { store, keyring, links } = owners;
  const { form: formId, side, nonce } = facts;
  const row = await store.routes.find(formId);
  const route = row && openRoute(keyring, row);
  const offer = route && offerOf(keyring, route);
  const state = await stateOf(owners, facts, route, offer);
  const next = offer?.nonce === nonce ? offer.to : undefined;
  const shown = route && next && side === 'next' ? movedTo(route, next, keyring) : route;
  return {
    state,
    side,
    formId,
    route,
    to: state === 'done' ? route?.address : next,
    form: shown && factsOf(shown, links),
  };
}

/** Replaces the offer of a link; undefined if it no longer waits. */
const changeOffer = (
  owners: OwnersContext,
  { form, nonce }: Facts,
  offer: HandOverOffer | undefined,
): Promise<Route | undefined> =>
  rewriteRoute(owners, form, (route) =>
    route.offer?.nonce === nonce ? { ...route, offer } : undefined,
  );

/** The owner has agreed: asks the other inbox. */
async function askNext(
  owners: OwnersContext,
  facts: Facts,
  view: FoundOffer,
  requester: Requester,
): Promise<FoundOffer> {
  const { route } = view;
  if (!route?.offer) throw mismatch();
  const offer = { ...route.offer, side: 'next', at: owners.now() } as const;
  await mailOffer(owners, route, offer, requester);
  if (!(await changeOffer(owners, facts, offer))) throw mismatch();
  return { ...view, state: 'asked' };
}

/** Moves a form when both inboxes agree: the owner's yes asks the other inbox. */
async function agreeToHandOver(
  owners: OwnersContext,
  { facts }: Opened<'hand-over'>,
  requester: Requester,
): Promise<FoundOffer> {
  const view = await lookAtOffer(owners, facts);
  if (view.state === 'done' || view.state === 'asked') return view;
  if (owners.now() >= facts.expiresAt) throw new ServiceError('verification_token_expired');
  if (!view.route) throw new ServiceError('route_not_found');
  if (view.state === 'ended') throw mismatch();
  if (facts.side === 'owner') return askNext(owners, facts, view, requester);
  await moveForm(owners, facts, requester);
  // The same button may have been pressed twice.
  const latest = await lookAtOffer(owners, facts);
  if (latest.state === 'done') return latest;
  throw mismatch();
}

async function refuseHandOver(
  owners: OwnersContext,
  { facts }: Opened<'hand-over'>,
  { requestId }: Requester,
): Promise<FoundOffer> {
  const { refusals, log, now } = owners;
  const { side, subject, expiresAt, form, nonce } = facts;
  const view = await lookAtOffer(owners, facts);
  const isOver = view.state === 'done' || now() >= expiresAt + REFUSABLE;
  if (side === 'owner' || isOver) return view;
  await refusals.add(subject);
  await refusals.end(nonce);
  await changeOffer(owners, facts, undefined);
  log.routeRefused({ requestId, formId: form });
  return { ...view, state: 'refused' };
}

async function allowOffers(
  owners: OwnersContext,
  { facts }: Opened<'hand-over'>,
  { requestId }: Requester,
): Promise<FoundOffer> {
  const { side, subject, form: formId } = facts;
  if (side === 'owner') return lookAtOffer(owners, facts);
  await owners.refusals.lift(subject);
  owners.log.refusalLifted({ requestId, formId });
  return { state: 'allowed', side, formId, route: undefined };
}

/** The link in both mails about a hand-over; docs/copies.md. A later offer ends earlier links. */
export const HAND_OVER: DecisionRow<'hand-over', FoundOffer> = {
  name: 'hand-over',
  look: (owners, { facts }) => lookAtOffer(owners, facts),
  effects: { press: agreeToHandOver, refuse: refuseHandOver, allow: allowOffers },
  answer: ({ formId, state, side }) => ({
    success: true,
    form_id: formId,
    status: state === 'open' ? ASKED[side] : STATUS[state],
  }),
  mailed: ({ state }) => state === 'asked',
  page: handOverPage,
};
