import type { FormSettings } from '../../contract/form-settings.ts';
import type { FormTarget } from '../../contract/channels.ts';
import { isOutside, type Targets } from '../../delivery/channels/channels.ts';
import { keyOf, toTarget } from '../../delivery/channels/places.ts';
import { withSetting } from './setting-changes.ts';

/** What a request asks of targets beside naming them; each is named by its key. */
export interface TargetOrders {
  /** All that it lists: those that were switched off are switched on. */
  listed: readonly string[];
  /** Those that get a new secret. */
  rotate: readonly string[];
}

export const NO_ORDERS: TargetOrders = { listed: [], rotate: [] };

const keyIn = (target: FormTarget): string => keyOf(toTarget(target));

/** The settings as they are stored, without the target that the form was made with, and the orders in them. */
export function takeOrders(
  settings: FormSettings,
  delivery: Targets,
): { settings: FormSettings; orders: TargetOrders } {
  const { targets = [] } = settings;
  if (targets.length === 0) return { settings, orders: NO_ORDERS };
  const own = new Set(delivery.filter(isOutside).map(keyOf));
  const kept = targets
    .filter((target) => !own.has(keyIn(target)))
    .map(({ rotate_secret: _order, ...target }) => target);
  return {
    settings: withSetting(settings, 'targets', kept.length > 0 ? kept : undefined),
    orders: {
      listed: targets.map(keyIn),
      rotate: targets.filter(({ rotate_secret }) => rotate_secret).map(keyIn),
    },
  };
}

/** The settings as their readers see them: with the target that the form was made with, and new secrets. */
export function showTargets(
  settings: FormSettings,
  delivery: Targets,
  secrets: ReadonlyMap<string, string>,
): FormSettings {
  const own = delivery.flatMap((target): FormTarget[] =>
    target.channel === 'webhook' ? [{ type: 'webhook', url: target.config.url }] : [],
  );
  const { targets = [] } = settings;
  if (own.length + targets.length === 0) return settings;
  const shown = [...own, ...targets].map((target) => {
    const secret = secrets.get(keyIn(target));
    return secret === undefined ? target : { ...target, secret };
  });
  return withSetting(settings, 'targets', shown);
}
