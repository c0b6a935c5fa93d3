import type { TargetConfig } from '../../contract/channels/channel.ts';
import { SCHEMAS } from '../../contract/schemas.ts';
import { ServiceError } from '../../contract/service-error.ts';
import { DELIVERY_MODES, type DeliveryMode } from '../../contract/enums.ts';
import { UnsealError } from '../../platform/secrets/sealed-box.ts';
import { readObject } from '../../platform/text/json.ts';
import { isOutside, TO_INBOX, type OutsideConfigs, type Target, type Targets } from './channels.ts';
import { parseWebhook } from './webhook.ts';

/*
 * `delivery.mode` is how the contract and the database write the targets of a form. No other code
 * knows modes.
 */

function toWebhook(mode: DeliveryMode, config: TargetConfig): Targets {
  const webhook: Target = { channel: 'webhook', config, awaited: mode === 'webhook' };
  return webhook.awaited ? [webhook] : [TO_INBOX, webhook];
}

const { delivery: Delivery } = SCHEMAS.CreateRouteRequest.properties;

/**
 * Reads `delivery` of a request; `extra` has the names of members without effect. `ownHost` is the
 * service's host name, which a webhook must not call.
 */
export function parseDelivery(
  sent: unknown,
  ownHost: string,
): { targets: Targets; extra: readonly string[] } {
  if (sent === undefined) return { targets: [TO_INBOX], extra: [] };
  const delivery = readObject(Delivery, sent);
  const { webhook, mode: named = 'email' } = delivery?.members ?? {};
  // Some programs write null for an absent mode.
  const mode = DELIVERY_MODES.find((known) => known === (named ?? 'email'));
  if (!delivery || !mode) throw new ServiceError('delivery_config_unsupported');
  const unused = mode === 'email' && webhook ? ['webhook'] : [];
  const extra = [...delivery.extra, ...unused].map((name) => `delivery.${name}`);
  if (mode === 'email') return { targets: [TO_INBOX], extra };
  const given = readObject(Delivery.properties.webhook, webhook)?.members;
  const config = given && parseWebhook(given, ownHost);
  if (!config) {
    const message = `The delivery mode "${mode}" needs delivery.webhook.url.`;
    throw new ServiceError('delivery_config_unsupported', undefined, { message });
  }
  return { targets: toWebhook(mode, config), extra };
}

/** The targets of a stored form. Throws UnsealError where its row was altered. */
export function targetsOf(mode: DeliveryMode, { webhook }: OutsideConfigs): Targets {
  if (mode === 'email') return [TO_INBOX];
  if (!webhook) throw new UnsealError();
  return toWebhook(mode, webhook);
}

export function modeOf(targets: Targets): DeliveryMode {
  const outside = targets.find(isOutside);
  if (!outside) return 'email';
  return outside.awaited ? 'webhook' : 'both';
}
