import { SCHEMAS } from '../contract/schemas.ts';
import { ServiceError } from '../contract/service-error.ts';
import { readObject } from '../platform/text/json.ts';
import type { Targets } from './targets/channels.ts';
import { parseDelivery } from './targets/delivery-mode.ts';
import { parseEmailAddress, type EmailAddress } from '../platform/text/email-address.ts';
import type { FormSettings } from '../contract/form-settings.ts';
import {
  parseSettings,
  settingsInvalid,
  tooLarge,
  type SettingsPlace,
} from './settings/parse-settings.ts';
import { WIDEST_LIMITS, NO_SETTINGS, type SettingsForm } from './settings/setting-rules.ts';
import { missing, remarkOnIgnored } from './ignored-members.ts';
import { faultOfName } from './settings/pages.ts';
import { takeOrders } from './settings/targets.ts';
import type { Fault } from './settings/schema-faults.ts';
import { LIMITS } from '../contract/limits.ts';

/**
 * The name of a form, as its requester chose it. People see it who never asked for the form, so it
 * is one visible line and no link. Throws `invalid_alias`.
 */
export function parseAlias(value: unknown): string {
  const alias = typeof value === 'string' ? value.trim() : '';
  const message = faultOfName(alias);
  if (message !== undefined) throw new ServiceError('invalid_alias', undefined, { message });
  return alias;
}

/** A create request, parsed and clean. */
export interface CreateRequest {
  address: EmailAddress;
  alias: string;
  targets: Targets;
  settings: FormSettings;
  idempotencyKey: string | undefined;
  /** The answer's remark on members without effect; undefined if all have one. */
  remark: string | undefined;
}

type Members = NonNullable<
  ReturnType<typeof readObject<(typeof SCHEMAS)['CreateRouteRequest']>>
>['members'];

/** The value of the first of these names, even if it is refused. */
function aliasIn(members: Members): unknown {
  const names = ['alias', 'formName', 'form_name'] as const;
  return members[names.find((name) => Object.hasOwn(members, name)) ?? 'alias'];
}

const PRINTABLE_ASCII = /^[\x20-\x7e]+$/;

/** The Idempotency-Key header; throws `invalid_idempotency_key`. */
export function parseIdempotencyKey(header: string | undefined): string | undefined {
  if (header === undefined) return undefined;
  const fits = header.length <= LIMITS.idempotencyKeyCharacters && header.trim() !== '';
  if (!fits || !PRINTABLE_ASCII.test(header)) throw new ServiceError('invalid_idempotency_key');
  return header;
}

/** The settings of a create request, not parsed. */
export const settingsIn = (body: unknown): unknown =>
  readObject(SCHEMAS.CreateRouteRequest, body)?.members.settings;

/** What the settings of a create request are judged in. */
type CreateContext = Omit<SettingsPlace, 'path' | 'form'>;

const SETTINGS_PATH = '/settings';

function parseCreateSettings(
  given: unknown,
  context: CreateContext,
  form: SettingsForm | undefined,
): FormSettings {
  if (given === undefined) return NO_SETTINGS;
  if (Buffer.byteLength(context.text ?? '') > LIMITS.createWithSettingsBytes) {
    throw settingsInvalid([tooLarge(SETTINGS_PATH)]);
  }
  const settings = parseSettings(given, { ...context, path: SETTINGS_PATH, ...(form && { form }) });
  if (!form) return settings;
  const { settings: kept } = takeOrders(settings, form.targets);
  return Object.keys(kept).length > 0 ? kept : NO_SETTINGS;
}

/** Reads the members of a request one by one, and keeps their faults until `end`. */
function collector() {
  const faults: { error: ServiceError; errors: readonly Fault[] }[] = [];
  return {
    /** The result of `parse`; undefined if it throws a fault, which is kept under `path`. */
    read<Part>(path: string, parse: () => Part): Part | undefined {
      try {
        return parse();
      } catch (error) {
        if (!(error instanceof ServiceError)) throw error;
        const at = error.code === 'invalid_webhook_url' ? `${path}/webhook/url` : path;
        const details: { errors?: Fault[]; did_you_mean?: string } = error.details;
        const { errors = [{ path: at, message: error.message, ...details }] } = details;
        faults.push({ error, errors });
        return undefined;
      }
    },
    /** Throws the first fault, with all others in its details. */
    end(): void {
      const [first] = faults;
      if (!first) return;
      const { code, message, details } = first.error;
      const errors = faults.flatMap((one) => one.errors);
      throw new ServiceError(code as 'settings_invalid', { ...details, errors }, { message });
    },
  };
}

/** Throws `invalid_email`. */
function parseEmail(sent: unknown, extra: readonly string[]): EmailAddress {
  if (sent === undefined) throw missing('invalid_email', 'email', extra);
  const address = parseEmailAddress(sent);
  if (address) return address;
  throw new ServiceError('invalid_email');
}

/** Contract, CreateRouteRequest and Idempotency-Key; the first fault is the error's code. */
export function parseCreateRequest(
  body: unknown,
  header: string | undefined,
  context: CreateContext = { limits: WIDEST_LIMITS },
): CreateRequest {
  const sent = readObject(SCHEMAS.CreateRouteRequest, body);
  if (!sent) throw new ServiceError('invalid_json');
  const { members, extra } = sent;
  const { read, end } = collector();
  const address = read('/email', () => parseEmail(members.email, extra));
  const alias = read('/alias', () => {
    const given = aliasIn(members);
    if (given === undefined) throw missing('invalid_alias', 'alias', extra);
    return parseAlias(given);
  });
  // A header has no pointer into the body.
  const idempotencyKey = read('', () => parseIdempotencyKey(header));
  const delivery = read('/delivery', () => parseDelivery(members.delivery, context.limits.ownHost));
  const form = address && delivery && { address, targets: delivery.targets };
  const settings = read(SETTINGS_PATH, () => parseCreateSettings(members.settings, context, form));
  end();
  if (!form || alias === undefined || !settings) throw new ServiceError('invalid_json');
  const remark = remarkOnIgnored([...extra, ...(delivery?.extra ?? [])]);
  return { ...form, alias, idempotencyKey, settings, remark };
}
