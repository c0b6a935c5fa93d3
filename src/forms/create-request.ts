import { CreateRouteRequest } from '../contract/schemas.ts';
import { ServiceError } from '../contract/service-error.ts';
import { readObject } from '../platform/text/values.ts';
import type { Targets } from '../delivery/channels/channels.ts';
import { parseDelivery } from '../delivery/channels/delivery-mode.ts';
import { parseEmailAddress, type EmailAddress } from '../platform/text/email-address.ts';
import { parseAlias } from './alias.ts';
import { remarkOnIgnored } from './ignored-members.ts';
import type { FormSettings } from '../contract/form-settings.ts';
import {
  parseSettings,
  repeatedBelow,
  settingsInvalid,
  tooLarge,
} from './settings/parse-settings.ts';
import {
  ANY_SERVICE,
  NO_SETTINGS,
  type SettingsForm,
  type SettingsService,
} from './settings/setting-rules.ts';
import { takeOrders } from './settings/target-orders.ts';
import { LIMITS } from '../contract/limits.ts';

/** A create request, parsed and clean. */
export interface CreateRequest {
  address: EmailAddress;
  alias: string;
  targets: Targets;
  settings: FormSettings;
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

/** What a request is read beside. */
interface CreateContext {
  service: SettingsService;
  /** The body as it was sent: members that it has twice are found in it. */
  text: string;
  /** Why nothing can be encrypted to the key of its settings. */
  keyFault?: string | undefined;
}

/** The settings of a create request, unread. */
export const settingsIn = (body: unknown): unknown =>
  readObject(CreateRouteRequest, body)?.members.settings;

const SETTINGS_PATH = '/settings';

function parseCreateSettings(
  given: unknown,
  { service, text, keyFault }: CreateContext,
  form: SettingsForm,
): FormSettings {
  if (given === undefined) return NO_SETTINGS;
  if (Buffer.byteLength(text) > LIMITS.createWithSettingsBytes) {
    throw settingsInvalid([tooLarge(SETTINGS_PATH)]);
  }
  const settings = parseSettings(given, {
    path: SETTINGS_PATH,
    repeated: repeatedBelow(SETTINGS_PATH, text),
    keyFault,
    service,
    form,
  });
  const { settings: kept } = takeOrders(settings, form.targets);
  return Object.keys(kept).length > 0 ? kept : NO_SETTINGS;
}

/** Contract, CreateRouteRequest and the Idempotency-Key header. Faults are reported in this order. */
export function parseCreateRequest(
  body: unknown,
  header: string | undefined,
  context: CreateContext = { service: ANY_SERVICE, text: '' },
): CreateRequest {
  const sent = readObject(CreateRouteRequest, body);
  if (!sent) throw new ServiceError('invalid_json');
  const address = parseEmailAddress(sent.members.email);
  if (!address) throw new ServiceError('invalid_email');
  const alias = parseAlias(aliasIn(sent.members));
  const key = parseIdempotencyKey(header);
  const { extra, targets } = parseDelivery(sent.members.delivery, context.service.ownHost);
  const settings = parseCreateSettings(sent.members.settings, context, { address, targets });
  const remark = remarkOnIgnored([...sent.extra, ...extra]);
  return { address, alias, idempotencyKey: key, targets, settings, remark };
}
