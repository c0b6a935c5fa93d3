import { ServiceError } from '../../contract/service-error.ts';
import { parseEmailAddress, type EmailAddress } from '../inboxes/email-address.ts';
import { isObject } from '../../platform/text/values.ts';
import { parseAlias } from './alias.ts';
import { DELIVERY_MODES, type DeliveryMode } from '../../contract/words.ts';
import { parseWebhookUrl } from './webhook-url.ts';
import { LIMITS } from '../../contract/limits.ts';

/** A create request, parsed and clean. */
export interface CreateRequest {
  address: EmailAddress;
  alias: string;
  mode: DeliveryMode;
  /** Present in the modes `webhook` and `both`. */
  webhookUrl: string | undefined;
  idempotencyKey: string | undefined;
}

const ALIAS_PROPERTIES = ['alias', 'formName', 'form_name'];

function property(object: Record<string, unknown>, name: string): unknown {
  return Object.hasOwn(object, name) ? object[name] : undefined;
}

/** The first of the names that is there counts, even where its value is refused. */
function aliasIn(body: Record<string, unknown>): unknown {
  const name = ALIAS_PROPERTIES.find((candidate) => Object.hasOwn(body, candidate)) ?? 'alias';
  return property(body, name);
}

const MODES: ReadonlySet<unknown> = new Set(DELIVERY_MODES);

function parseDelivery(
  body: Record<string, unknown>,
  ownHost: string,
): Pick<CreateRequest, 'mode' | 'webhookUrl'> {
  const delivery = property(body, 'delivery');
  if (delivery === undefined) return { mode: 'email', webhookUrl: undefined };
  if (!isObject(delivery)) throw new ServiceError('delivery_config_unsupported');
  const mode = property(delivery, 'mode') ?? 'email';
  if (!MODES.has(mode)) throw new ServiceError('delivery_config_unsupported');
  if (mode === 'email') return { mode, webhookUrl: undefined };
  const webhook = property(delivery, 'webhook');
  const url = isObject(webhook) ? property(webhook, 'url') : undefined;
  if (typeof url !== 'string') {
    throw new ServiceError('delivery_config_unsupported', undefined, {
      message: `The delivery mode "${mode as DeliveryMode}" needs delivery.webhook.url.`,
    });
  }
  const webhookUrl = parseWebhookUrl(url, ownHost);
  if (webhookUrl === undefined) throw new ServiceError('invalid_webhook_url');
  return { mode: mode as DeliveryMode, webhookUrl };
}

const PRINTABLE_ASCII = /^[\x20-\x7e]+$/;

/** The Idempotency-Key header, or undefined without one; throws `invalid_idempotency_key`. */
export function parseIdempotencyKey(header: string | undefined): string | undefined {
  if (header === undefined) return undefined;
  const fits = header.length <= LIMITS.idempotencyKeyCharacters && header.trim() !== '';
  if (!fits || !PRINTABLE_ASCII.test(header)) throw new ServiceError('invalid_idempotency_key');
  return header;
}

/**
 * Contract, CreateRouteRequest and the Idempotency-Key header. Faults are told in this order.
 * `ownHost` is the service's own name, which a webhook must not call.
 */
export function parseCreateRequest(
  body: unknown,
  idempotencyKey: string | undefined,
  ownHost = '',
): CreateRequest {
  if (!isObject(body)) throw new ServiceError('invalid_json');
  const address = parseEmailAddress(property(body, 'email'));
  if (!address) throw new ServiceError('invalid_email');
  return {
    address,
    alias: parseAlias(aliasIn(body)),
    idempotencyKey: parseIdempotencyKey(idempotencyKey),
    ...parseDelivery(body, ownHost),
  };
}
