import { isOutside, type OutsideTarget, type Target } from '../delivery/channels/channels.ts';
import {
  keyOf,
  placesOf,
  reportNames,
  toTarget,
  type TargetState,
} from '../delivery/channels/places.ts';
import { newSecret } from '../delivery/channels/webhook.ts';
import { NO_ORDERS, type TargetOrders } from './settings/targets.ts';
import type { Route } from './route.ts';

/** A replaced secret signs too for this time; milliseconds. */
const OVERLAP = 86_400_000;

/** A route whose targets have all that they need, and the secrets that were made for it, by key. */
interface Renewed {
  route: Route;
  made: ReadonlyMap<string, string>;
}

const webhookKeys = ({ settings, proposal }: Route): string[] =>
  [...(settings.targets ?? []), ...(proposal?.settings.targets ?? [])]
    .filter(({ type }) => type === 'webhook')
    .map((target) => keyOf(toTarget(target)));

const keysOf = ({ targets, settings, proposal }: Route): Set<string> =>
  new Set([
    ...targets.filter(isOutside).map(keyOf),
    ...(settings.targets ?? []).map((target) => keyOf(toTarget(target))),
    ...(proposal?.settings.targets ?? []).map((target) => keyOf(toTarget(target))),
  ]);

const isEmpty = ({ secret, previous, off }: TargetState): boolean => !secret && !previous && !off;

/** The secrets of the webhooks that a form was made with, which its targets keep. */
const secretsOfDelivery = ({ targets }: Route): ReadonlyMap<string, string> =>
  new Map(
    targets.flatMap((target) =>
      target.channel === 'webhook' ? [[keyOf(target), target.config.secret] as const] : [],
    ),
  );

/** A state without what has ended: an old secret that signs no more, and what saving the settings switches on. */
const withoutEnded = (
  { key, secret, previous, off }: TargetState,
  orders: TargetOrders,
  at: number,
): TargetState => ({
  key,
  ...(secret !== undefined && { secret }),
  ...(previous && at < previous.until && { previous }),
  ...(off && !orders.listed.includes(key) && { off }),
});

function withSecret(target: Target, fresh: string | undefined): Target {
  if (target.channel !== 'webhook' || fresh === undefined) return target;
  return { ...target, config: { ...target.config, secret: fresh } };
}

/**
 * Makes the secrets that a route lacks and new ones that are ordered, switches on what is listed, and
 * forgets the targets that it no longer has. `at`: milliseconds since the epoch.
 */
export function renewTargets(route: Route, orders: TargetOrders, at: number): Renewed {
  const made = new Map<string, string>();
  const known = new Map((route.targetStates ?? []).map((state) => [state.key, state]));
  const ofDelivery = secretsOfDelivery(route);
  const ofSettings = new Set(webhookKeys(route));
  const renew = (key: string): TargetState => {
    const state = withoutEnded(known.get(key) ?? { key }, orders, at);
    const secret = ofDelivery.get(key) ?? state.secret;
    const isMissing = secret === undefined && ofSettings.has(key);
    const isReplaced = secret !== undefined && orders.rotate.includes(key);
    if (!isMissing && !isReplaced) return state;
    const fresh = newSecret();
    made.set(key, fresh);
    return {
      ...state,
      ...(!ofDelivery.has(key) && { secret: fresh }),
      ...(secret !== undefined && { previous: { secret, until: at + OVERLAP } }),
    };
  };
  const states = Array.from(keysOf(route), renew).filter((state) => !isEmpty(state));
  const targets = route.targets.map((target) =>
    withSecret(target, isOutside(target) ? made.get(keyOf(target)) : undefined),
  );
  return {
    route: {
      ...route,
      targets: targets as unknown as Route['targets'],
      targetStates: states.length > 0 ? states : undefined,
    },
    made,
  };
}

/**
 * New secrets for all webhooks of a route, of a change that waits too. Unlike one that is rotated, no former
 * secret signs beside them: its holder no longer has to do with the form.
 */
export function replaceSecrets(route: Route, at: number): Renewed {
  const rotate = Array.from(keysOf(route));
  const { route: renewed, made } = renewTargets(route, { listed: [], rotate }, at);
  const states = (renewed.targetStates ?? []).map(({ previous: _previous, ...state }) => state);
  const targetStates = states.filter((state) => !isEmpty(state));
  return {
    made,
    route: { ...renewed, targetStates: targetStates.length > 0 ? targetStates : undefined },
  };
}

/** The same if nothing is ordered. */
export const settleTargets = (route: Route, at: number): Route =>
  renewTargets(route, NO_ORDERS, at).route;

/** Ends a target that answered that it no longer exists. Never rejects. */
export type TargetGone = (
  route: Pick<Route, 'formId'>,
  target: OutsideTarget,
  status: number,
  requestId: string,
) => Promise<void>;

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
  const outside = places.map((place, at) => ({ place, name: names[at] ?? '' }));
  return outside
    .filter(({ place }) => isOutside(place))
    .flatMap(({ place: { off }, name }, at) =>
      off
        ? [
            {
              path: `/settings/targets/${at}`,
              name,
              status: off.status,
              since: new Date(off.at).toISOString(),
            },
          ]
        : [],
    );
}
