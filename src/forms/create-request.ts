import { SCHEMAS } from '../contract/schemas.ts';
import { ServiceError } from '../contract/service-error.ts';
import { readObject } from '../platform/text/json.ts';
import type { Targets } from './targets/channels.ts';
import { parseDelivery } from './targets/delivery-mode.ts';
import { parseEmailAddress, type EmailAddress } from '../platform/text/email-address.ts';
import { type FormSettings, SETTING_NAMES } from '../contract/form-settings.ts';
import {
  parseSettings,
  settingsInvalid,
  tooLarge,
  type SettingsPlace,
} from './settings/parse-settings.ts';
import { WIDEST_LIMITS, NO_SETTINGS, type SettingsForm } from './settings/setting-rules.ts';
import { faultOfName } from './settings/pages.ts';
import { takeOrders } from './settings/targets.ts';
import type { Fault } from './settings/schema-faults.ts';
import { LIMITS } from '../contract/limits.ts';
import { toSingleLine } from '../platform/text/clean-text.ts';
import { didYouMean } from '../platform/text/nearest-name.ts';

const FIELD = (name: string) => `put it into the form as a field named \`${name}\``;
const INBOX = 'the inbox is `email`';
const NAME = 'the name of the form is `alias`';
const URL_MEMBER = 'put the URL into `delivery.webhook.url`';
const KEY = 'send it as the header `Idempotency-Key` (with MCP, as `idempotency_key`)';

/** Members that the contract lacks, and where their values belong. */
const ADVICE: ReadonlyMap<string, string> = new Map([
  // First, so that those below have their own advice.
  ...SETTING_NAMES.map((name) => [name, `put it under \`settings.${name}\``] as const),
  ['webhook', 'put it under `delivery.webhook`'],
  ['webhook_url', URL_MEMBER],
  ['webhookUrl', URL_MEMBER],
  ['url', URL_MEMBER],
  ['delivery.url', URL_MEMBER],
  ['delivery.webhook_url', URL_MEMBER],
  ['delivery.webhookUrl', URL_MEMBER],
  ['delivery.webhook', 'set `delivery.mode` to `webhook` or `both`'],
  ['mode', 'put it under `delivery.mode`'],
  ['name', NAME],
  ['title', NAME],
  ['to', INBOX],
  ['recipient', INBOX],
  ['delivery.email', INBOX],
  ['redirect', FIELD('_redirect')],
  ['_redirect', FIELD('_redirect')],
  ['_next', FIELD('_redirect')],
  ['subject', FIELD('_subject')],
  ['_subject', FIELD('_subject')],
  ['idempotency_key', KEY],
  ['idempotencyKey', KEY],
]);

/** Members with a sentence of their own, members that are listed, and the longest name. */
const MOST = { advised: 3, named: 3, codePoints: 40 };

/** A name that is safe to repeat to its sender: one short line without backticks and markup. */
const show = (name: string) =>
  toSingleLine(name.slice(0, 200), MOST.codePoints)
    .replace(/[`<>&]/g, '')
    .trim();

/** The members of the contract. */
const MEMBERS = Object.keys(SCHEMAS.CreateRouteRequest.properties);

const LIST = new Intl.ListFormat('en-GB');

function listed(names: readonly string[]): string {
  const shown = names
    .slice(0, MOST.named)
    .map(show)
    .filter((name) => name !== '')
    .map((name) => `\`${name}\``);
  const more = names.length - shown.length;
  if (more > 0) {
    shown.push(`${more} ${shown.length > 0 ? 'more' : 'unnamed'} member${more === 1 ? '' : 's'}`);
  }
  const meant = names.slice(0, MOST.named).map((name) => didYouMean(name, MEMBERS));
  return `${LIST.format(shown)} ${names.length === 1 ? 'has' : 'have'} no effect here.${meant.join('')}`;
}

/** Names members of a create request without effect, and where they belong; repeats no value. */
export function remarkOnIgnored(names: readonly string[]): string | undefined {
  if (names.length === 0) return undefined;
  const advised = names.filter((name) => ADVICE.has(name)).slice(0, MOST.advised);
  const rest = names.filter((name) => !advised.includes(name));
  const sentences = advised.map((name) => `\`${name}\` has no effect here; ${ADVICE.get(name)}.`);
  return [...sentences, ...(rest.length > 0 ? [listed(rest)] : [])].join(' ');
}

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
        const { errors = [{ path: at, message: error.message }] } = error.details as {
          errors?: Fault[];
        };
        faults.push({ error, errors });
        return undefined;
      }
    },
    /** Throws the first fault, with all others in its details. */
    end(): void {
      const [first] = faults;
      if (!first) return;
      const { code, message } = first.error;
      const errors = faults.flatMap((one) => one.errors);
      throw new ServiceError(code as 'settings_invalid', { errors }, { message });
    },
  };
}

/** Throws `invalid_email`. */
function parseEmail(sent: unknown): EmailAddress {
  const address = parseEmailAddress(sent);
  if (address) return address;
  const message =
    sent === undefined
      ? 'The email is missing: send {"email": "you@example.com", "alias": "Contact form"}.'
      : undefined;
  throw new ServiceError('invalid_email', undefined, message === undefined ? {} : { message });
}

/** Contract, CreateRouteRequest and Idempotency-Key; the first fault is the error's code. */
export function parseCreateRequest(
  body: unknown,
  header: string | undefined,
  context: CreateContext = { limits: WIDEST_LIMITS },
): CreateRequest {
  const sent = readObject(SCHEMAS.CreateRouteRequest, body);
  if (!sent) throw new ServiceError('invalid_json');
  const { members } = sent;
  const { read, end } = collector();
  const address = read('/email', () => parseEmail(members.email));
  const alias = read('/alias', () => parseAlias(aliasIn(members)));
  // A header has no pointer into the body.
  const idempotencyKey = read('', () => parseIdempotencyKey(header));
  const delivery = read('/delivery', () => parseDelivery(members.delivery, context.limits.ownHost));
  const form = address && delivery && { address, targets: delivery.targets };
  const settings = read(SETTINGS_PATH, () => parseCreateSettings(members.settings, context, form));
  end();
  if (!form || alias === undefined || !settings) throw new ServiceError('invalid_json');
  const remark = remarkOnIgnored([...sent.extra, ...(delivery?.extra ?? [])]);
  return { ...form, alias, idempotencyKey, settings, remark };
}
