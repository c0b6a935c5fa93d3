import { CreateRouteRequest } from '../../contract/schemas.ts';
import { ServiceError } from '../../contract/service-error.ts';
import { readObject } from '../../platform/text/values.ts';
import type { Targets } from '../channels/channels.ts';
import { parseDelivery } from '../channels/delivery-mode.ts';
import { parseEmailAddress, type EmailAddress } from '../inboxes/email-address.ts';
import { parseAlias } from './alias.ts';
import { remarkOnIgnored } from './ignored-members.ts';
import { LIMITS } from '../../contract/limits.ts';

/** A create request, parsed and clean. */
export interface CreateRequest {
  address: EmailAddress;
  alias: string;
  targets: Targets;
  idempotencyKey: string | undefined;
  /** The answer's remark on members without effect; undefined when there are none. */
  remark: string | undefined;
}

type Members = NonNullable<ReturnType<typeof readObject<typeof CreateRouteRequest>>>['members'];

/** The value of the first name that is present, even if that value is refused. */
function aliasIn(members: Members): unknown {
  const names = ['alias', 'formName', 'form_name'] as const;
  return members[names.find((name) => Object.hasOwn(members, name)) ?? 'alias'];
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
 * Contract, CreateRouteRequest and the Idempotency-Key header. Faults are reported in this order.
 * `ownHost` is the service's own name, which a webhook must not call.
 */
export function parseCreateRequest(
  body: unknown,
  header: string | undefined,
  ownHost = '',
): CreateRequest {
  const sent = readObject(CreateRouteRequest, body);
  if (!sent) throw new ServiceError('invalid_json');
  const address = parseEmailAddress(sent.members.email);
  if (!address) throw new ServiceError('invalid_email');
  const alias = parseAlias(aliasIn(sent.members));
  const key = parseIdempotencyKey(header);
  const { extra, targets } = parseDelivery(sent.members.delivery, ownHost);
  const remark = remarkOnIgnored([...sent.extra, ...extra]);
  return { address, alias, idempotencyKey: key, targets, remark };
}
