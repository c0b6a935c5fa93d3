import type { FormTarget } from '../contract/channels.ts';
import { isOutside, type Target, type Targets } from './targets/channels.ts';
import { keyOf, placesOf, reportNames, toTarget, type TargetState } from './targets/places.ts';
import { newSecret } from './targets/webhook.ts';
import { NO_ORDERS, type TargetOrders } from './settings/targets.ts';
import type { Route } from './route.ts';

/** A replaced secret goes on signing for this time; milliseconds. */
const OVERLAP = 86_400_000;

/** A route whose targets have their secrets, and the new ones of these, by key. */
interface Renewed {
  route: Route;
  made: ReadonlyMap<string, string>;
}

/** The keys of the targets in the settings of a form and in its proposal. */
const listedKeys = (
  { settings, proposal }: Route,
  isMeant: (target: FormTarget) => boolean = () => true,
): string[] =>
  [settings, proposal?.settings]
    .flatMap((document) => document?.targets ?? [])
    .filter(isMeant)
    .map((target) => keyOf(toTarget(target)));

const keysOf = (route: Route): Set<string> =>
  new Set([...route.targets.filter(isOutside).map(keyOf), ...listedKeys(route)]);

/**
 * Makes missing and ordered secrets, switches on listed targets, and forgets targets that the route
 * no longer has. A replaced secret goes on signing for `overlap`. Times in milliseconds.
 */
export function renewTargets(
  route: Route,
  { listed, rotate }: TargetOrders,
  at: number,
  overlap = OVERLAP,
): Renewed {
  const made = new Map<string, string>();
  const known = new Map((route.targetStates ?? []).map((state) => [state.key, state]));
  const ofSettings = new Set(listedKeys(route, ({ type }) => type === 'webhook'));
  // Webhooks that the form was made with keep their secrets themselves.
  const ofDelivery = new Map(
    route.targets.flatMap((target) =>
      target.channel === 'webhook' ? [[keyOf(target), target.config.secret] as const] : [],
    ),
  );
  const renew = (key: string): TargetState[] => {
    const { off, ...state } = known.get(key) ?? { key };
    let { secret, previous } = state;
    if (previous && (at >= previous.until || overlap === 0)) previous = undefined;
    const current = ofDelivery.get(key) ?? secret;
    const isMissing = current === undefined && ofSettings.has(key);
    if (isMissing || (current !== undefined && rotate.includes(key))) {
      const fresh = newSecret();
      made.set(key, fresh);
      if (!ofDelivery.has(key)) secret = fresh;
      if (current !== undefined && overlap > 0) previous = { secret: current, until: at + overlap };
    }
    const isOff = off && !listed.includes(key);
    if (!secret && !previous && !isOff) return [];
    return [
      { key, ...(secret && { secret }), ...(previous && { previous }), ...(isOff && { off }) },
    ];
  };
  const states = Array.from(keysOf(route)).flatMap(renew);
  const renewed = (target: Target): Target => {
    if (target.channel !== 'webhook') return target;
    const secret = made.get(keyOf(target));
    return secret === undefined ? target : { ...target, config: { ...target.config, secret } };
  };
  const [first, ...others] = route.targets;
  const targets: Targets = [renewed(first), ...others.map(renewed)];
  const targetStates = states.length > 0 ? states : undefined;
  return { route: { ...route, targets, targetStates }, made };
}

/**
 * Replaces the secrets of all webhooks of a route and its proposal, without overlap: their holder
 * no longer has to do with the form.
 */
export const replaceSecrets = (route: Route, at: number): Renewed =>
  renewTargets(route, { listed: [], rotate: Array.from(keysOf(route)) }, at, 0);

/** Makes missing secrets and forgets old targets. */
export const settleTargets = (route: Route, at: number): Route =>
  renewTargets(route, NO_ORDERS, at).route;

/** Switches a target off; undefined if it is off already or the form no longer has it. */
export function switchOff(
  route: Route,
  key: string,
  off: NonNullable<TargetState['off']>,
): Route | undefined {
  const place = placesOf(route).find((each) => isOutside(each) && keyOf(each) === key);
  if (!place || place.off) return undefined;
  const states = route.targetStates ?? [];
  const others = states.filter((state) => state.key !== key);
  const before = states.find((state) => state.key === key);
  return { ...route, targetStates: [...others, { ...before, key, off }] };
}

/** The targets that are switched off, as answers name them. */
export function targetsOff(route: Route) {
  const places = placesOf(route);
  const names = reportNames(places);
  return places
    .map((place, at) => ({ place, name: names[at] ?? '' }))
    .filter(({ place }) => isOutside(place))
    .flatMap(({ place: { off }, name }, at) => {
      if (!off) return [];
      const since = new Date(off.at).toISOString();
      return [{ path: `/settings/targets/${at}`, name, status: off.status, since }];
    });
}
