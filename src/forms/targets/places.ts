import { OUTSIDE_CHANNELS, type FormTarget } from '../../contract/channels.ts';
import {
  identityOf,
  isOutside,
  type OutsideTarget,
  type Target,
  type Targets,
} from './channels.ts';
import type { OldSecret, TargetConfig } from '../../contract/channels/channel.ts';

/** The answer that switched a target off, and when; milliseconds since the epoch. */
interface SwitchedOff {
  at: number;
  status: number;
}

/** State of a target besides its settings; it belongs to its channel and URL. */
export interface TargetState {
  /** The channel and the identity of the target. */
  key: string;
  /** The signing secret of a webhook of the settings. */
  secret?: string;
  previous?: OldSecret;
  off?: SwitchedOff;
}

/** The members of a form that say where its submissions go. */
interface Form {
  /** The targets of `delivery`. */
  targets: Targets;
  settings: { targets?: readonly FormTarget[] | undefined };
  targetStates?: readonly TargetState[] | undefined;
}

/** A target of a form, and whether it is switched off. */
export type SwitchableTarget = Target & { off?: SwitchedOff | undefined };

type SwitchableTargets = readonly [SwitchableTarget, ...SwitchableTarget[]];

/** Names a target among those of its form. */
export const keyOf = (target: OutsideTarget): string => `${target.channel} ${identityOf(target)}`;

/** A target of the settings; it gets a submission after the mail. */
export const toTarget = (
  { type, url, token, chat_id }: FormTarget,
  { secret = '', previous }: Partial<TargetConfig> = {},
): OutsideTarget => ({
  channel: type,
  awaited: false,
  config: {
    url: url ?? OUTSIDE_CHANNELS[type].usualUrl ?? '',
    secret,
    ...(token !== undefined && { token }),
    ...(chat_id !== undefined && { chat_id }),
    ...(previous && { previous }),
  },
});

/**
 * All targets of a form, also those that are switched off: first those of its delivery, then those
 * of its settings. Without such settings these are its `targets`.
 */
export function placesOf({ targets, settings, targetStates = [] }: Form): SwitchableTargets {
  const listed = settings.targets ?? [];
  if (listed.length === 0 && targetStates.length === 0) return targets;
  const states = new Map(targetStates.map((state) => [state.key, state]));
  const ofDelivery = (target: Target): SwitchableTarget => {
    const state = isOutside(target) && states.get(keyOf(target));
    if (!state || target.channel !== 'webhook') return target;
    const { previous, off } = state;
    return { ...target, config: { ...target.config, ...(previous && { previous }) }, off };
  };
  const ofSettings = listed.map((target): SwitchableTarget => {
    const state = states.get(keyOf(toTarget(target)));
    return state ? { ...toTarget(target, state), off: state.off } : toTarget(target);
  });
  const [first, ...others] = targets;
  return [ofDelivery(first), ...others.map(ofDelivery), ...ofSettings];
}

/** Statuses that end a target of the settings, or of the delivery. */
const ENDS = { settings: [404, 410], delivery: [410] };

/** True if a status means that the target is gone for good; an awaited target never is. */
export function isGoneAt(form: Form, target: Target, status: number): target is OutsideTarget {
  if (target.awaited || !isOutside(target)) return false;
  const key = keyOf(target);
  const isOfDelivery = form.targets.some((own) => isOutside(own) && keyOf(own) === key);
  return ENDS[isOfDelivery ? 'delivery' : 'settings'].includes(status);
}

/** The name of each target in reports: its channel, numbered from the second on. */
export function reportNames(places: readonly Pick<Target, 'channel'>[]): string[] {
  const seen = new Map<string, number>();
  return places.map(({ channel }) => {
    const count = (seen.get(channel) ?? 0) + 1;
    seen.set(channel, count);
    return count === 1 ? channel : `${channel}_${count}`;
  });
}
