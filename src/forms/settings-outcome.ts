import { SETTING_NAMES, type FormSettings } from '../contract/form-settings.ts';
import { LIMITS } from '../contract/limits.ts';
import type { Keyring } from '../platform/secrets/keyring.ts';
import { applyMergePatch, isObject } from '../platform/text/json.ts';
import type { Proposal, Route } from './route.ts';
import { withHidden, type Sender } from './settings/hidden-values.ts';
import { isStricter, splitChange } from './settings/setting-changes.ts';
import { isSame } from './settings/setting-rules.ts';
import { takeOrders } from './settings/targets.ts';
import { renewTargets } from './target-states.ts';

/** The proposal of a route, unless it is too old. */
export function proposalOf({ proposal }: Route, now: number): Proposal | undefined {
  const isOpen = proposal && now < proposal.at + LIMITS.proposalHours * 3_600_000;
  return isOpen ? proposal : undefined;
}

/** The form with settings that its owner wants; the owner may go below the own `guard`. */
export function settledByOwner(route: Route, settings: FormSettings): Route {
  const { guard } = route;
  const isLower = guard !== undefined && isStricter(guard, settings.challenge);
  return { ...route, settings, proposal: undefined, guard: isLower ? undefined : guard };
}

/** The route after a change by the holder of the token. `known` is mailed or waits already. */
function changeByToken(
  route: Route,
  wanted: FormSettings,
  known: Proposal | undefined,
  at: number,
): Route {
  const { settings, proposed } = splitChange(route.settings, wanted, route.guard);
  if (!proposed) return { ...route, settings, proposal: undefined };
  // A repeated proposal keeps its time, and so its link.
  const isKnown = isSame(proposed, known?.settings);
  return { ...route, settings, proposal: isKnown ? known : { settings: proposed, at } };
}

/** A form with the settings of a request, before it is stored. */
export interface ChangedForm {
  route: Route;
  /** New signing secrets of targets. */
  made: ReadonlyMap<string, string>;
  /** The proposal that its owner is mailed before anything is stored. */
  toMail: Proposal | undefined;
}

/** Applies a request to a form; undefined if nothing changes. It has mailed `mailed` already. */
export function changeSettings(
  keyring: Keyring,
  route: Route,
  { settings: sent, ...sender }: Sender & { settings: FormSettings },
  { mailed, at }: { mailed: Proposal | undefined; at: number },
): ChangedForm | undefined {
  const waiting = proposalOf(route, at);
  const { settings, orders } = takeOrders(sent, route.targets);
  const wanted =
    sender.by === 'owner'
      ? settledByOwner(route, settings)
      : changeByToken(route, settings, mailed ?? waiting, at);
  const { route: renewed, made } = renewTargets(wanted, orders, at);
  const changed = withHidden(keyring, route, renewed, sent, sender);
  const { proposal } = wanted;
  const isWaiting = isSame(proposal, waiting);
  const isNothing =
    isWaiting &&
    made.size === 0 &&
    isSame(changed.targetStates, route.targetStates) &&
    isSame(changed.hidden, route.hidden) &&
    isSame(changed.settings, route.settings);
  if (isNothing) return undefined;
  return { route: changed, made, toMail: isWaiting || proposal === mailed ? undefined : proposal };
}

/** The document after a merge patch. An unknown name stays, even with null: it is a fault. */
export function patchDocument(document: FormSettings, patch: unknown): unknown {
  if (!isObject(patch)) return patch;
  const isUnknown = (name: string) => !SETTING_NAMES.some((known) => known === name);
  const faulty = Object.entries(patch).filter(([name]) => isUnknown(name));
  return { ...Object(applyMergePatch(document, patch)), ...Object.fromEntries(faulty) };
}
