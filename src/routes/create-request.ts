import { LIMITS } from '../contract/limits.ts';
import { ServiceError } from '../contract/service-error.ts';
import { parseEmailAddress, type EmailAddress } from '../inboxes/email-address.ts';
import { countCodePoints, hasControlOrBidi } from '../text/clean-text.ts';
import type { DeliveryMode } from './route.ts';

/** A create request, parsed and clean. */
export interface CreateRequest {
  address: EmailAddress;
  alias: string;
  mode: DeliveryMode;
  idempotencyKey: string | undefined;
}

const PRINTABLE_ASCII = /^[\x20-\x7e]+$/;
const ALIAS_PROPERTIES = ['alias', 'formName', 'form_name'];

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function property(object: Record<string, unknown>, name: string): unknown {
  return Object.hasOwn(object, name) ? object[name] : undefined;
}

function parseAlias(body: Record<string, unknown>): string {
  const name = ALIAS_PROPERTIES.find((candidate) => Object.hasOwn(body, candidate)) ?? 'alias';
  const value = property(body, name);
  const alias = typeof value === 'string' ? value.trim() : '';
  const length = alias.length > LIMITS.aliasCodePoints * 2 ? Infinity : countCodePoints(alias);
  const fits = length >= 1 && length <= LIMITS.aliasCodePoints;
  if (!fits || hasControlOrBidi(alias) || !alias.isWellFormed()) {
    throw new ServiceError('invalid_alias');
  }
  return alias;
}

function parseIdempotencyKey(header: string | undefined): string | undefined {
  if (header === undefined) return undefined;
  const fits = header.length <= LIMITS.idempotencyKeyCharacters && header.trim() !== '';
  if (!fits || !PRINTABLE_ASCII.test(header)) throw new ServiceError('invalid_idempotency_key');
  return header;
}

function parseMode(body: Record<string, unknown>): DeliveryMode {
  const delivery = property(body, 'delivery');
  if (delivery === undefined) return 'email';
  const mode = isObject(delivery) ? (property(delivery, 'mode') ?? 'email') : undefined;
  if (mode === 'email') return mode;
  throw new ServiceError('delivery_config_unsupported', undefined, {
    message: 'This deployment delivers by email: leave delivery out, or set its mode to "email".',
  });
}

/** Contract, CreateRouteRequest and the Idempotency-Key header. Faults are told in this order. */
export function parseCreateRequest(
  body: unknown,
  idempotencyKey: string | undefined,
): CreateRequest {
  if (!isObject(body)) throw new ServiceError('invalid_json');
  const address = parseEmailAddress(property(body, 'email'));
  if (!address) throw new ServiceError('invalid_email');
  return {
    address,
    alias: parseAlias(body),
    idempotencyKey: parseIdempotencyKey(idempotencyKey),
    mode: parseMode(body),
  };
}
