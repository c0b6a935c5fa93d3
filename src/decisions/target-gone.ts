import type { Context } from '../platform/context.ts';
import { disclose } from '../delivery/channels/channels.ts';
import { keyOf } from '../delivery/channels/places.ts';
import { rewriteRoute } from '../forms/opened-routes.ts';
import { switchOff, type TargetGone } from '../forms/target-states.ts';
import type { MailOwner } from './mail-owner.ts';

/** Switches off a target that no longer exists, and mails the owner of the form once. */
export function createTargetGone(context: Context, mailOwner: MailOwner): TargetGone {
  const { log, now } = context;
  return async ({ formId }, target, status, requestId) => {
    const key = keyOf(target);
    try {
      const off = { at: now(), status };
      const route = await rewriteRoute(context, formId, (found) => switchOff(found, key, off));
      // Another delivery or node has switched it off and told the owner.
      if (!route) return;
      log.targetSwitchedOff({ requestId, formId, channel: target.channel, status });
      const disclosed = disclose([target]);
      const about = { route, disclosed, status };
      mailOwner.later({ kind: 'target_off', about, requester: { requestId } });
    } catch (error) {
      log.targetNotSwitchedOff({ requestId, formId, error });
    }
  };
}
