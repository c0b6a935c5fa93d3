import type { Context } from '../../platform/context.ts';
import { keyedDigest, secretsEqual } from '../../platform/secrets/keyed-hash.ts';
import type { Keyring } from '../../platform/secrets/keyring.ts';
import { parseFormId, type FormId } from '../../contract/names.ts';

/**
 * Names a form and one of its recipients in reports of bounces: 38 lower-case letters and digits,
 * since mail systems change the case of local parts. No address can be read in it.
 */
export type BounceToken = string & { readonly __brand: 'BounceToken' };

/** The claims of a token, before its signature is checked. */
export interface BounceClaim {
  formId: FormId;
  /** When the mail was made, cut to a minute; milliseconds since the epoch. */
  sentAt: number;
  token: BounceToken;
}

const MINUTE = 60_000;

/** How long reports about a mail count: complaints come later than bounces. */
const MOST_AGE = 30 * 24 * 60 * MINUTE;

/** Clocks of nodes differ. */
const MOST_AHEAD = 10 * MINUTE;

const SYMBOLS = 'abcdefghjklmnpqrstuvwxyz23456789';
const ID_PREFIX = 'cfm_';
const TIME_LENGTH = 6;
/** 80 bits: each guess needs a look-up here. */
const SIGNATURE_LENGTH = 16;
const TOKEN = /^([a-z2-9]{16})([a-z2-9]{6})[a-z2-9]{16}$/;

function toSymbols(number: number, length: number): string {
  let symbols = '';
  for (let rest = number; symbols.length < length; rest = Math.floor(rest / 32)) {
    symbols = SYMBOLS.charAt(rest % 32) + symbols;
  }
  return symbols;
}

const fromSymbols = (symbols: string): number =>
  Array.from(symbols).reduce((number, symbol) => number * 32 + SYMBOLS.indexOf(symbol), 0);

/** A token for the mail to `address`, made at `now` (milliseconds). */
export function bounceTokenOf(
  keyring: Keyring,
  formId: FormId,
  address: string,
  now: number,
): BounceToken {
  const id = formId.slice(ID_PREFIX.length).toLowerCase();
  const time = toSymbols(Math.floor(now / MINUTE), TIME_LENGTH);
  const digest = keyedDigest(keyring, 'bounce', id, time, address);
  const signature = Array.from(digest.subarray(0, SIGNATURE_LENGTH), (octet) =>
    SYMBOLS.charAt(octet % 32),
  );
  return (id + time + signature.join('')) as BounceToken;
}

/** The token in a text; undefined without a token, or for a mail that is too old at `now`. */
export function readBounceToken(text: string, now: number): BounceClaim | undefined {
  const token = text.trim().toLowerCase();
  const [, id = '', time = ''] = TOKEN.exec(token) ?? [];
  const formId = parseFormId(ID_PREFIX + id.toUpperCase());
  const sentAt = fromSymbols(time) * MINUTE;
  if (!formId || sentAt > now + MOST_AHEAD || sentAt < now - MOST_AGE) return undefined;
  return { formId, sentAt, token: token as BounceToken };
}

/** True if the token was made for a mail to this address. */
export const isTokenFor = (
  keyring: Keyring,
  { formId, sentAt, token }: BounceClaim,
  address: string,
): boolean => secretsEqual(bounceTokenOf(keyring, formId, address, sentAt), token);

/** The header field of every mail that has a token; reports quote it. */
export const BOUNCE_FIELD = 'Letterslot-Bounce';

/** Under this name Postmark and Mailgun keep the token and report it. */
export const BOUNCE_VARIABLE = 'letterslot';

/** `bounces@example.com` and a token make `bounces+<token>@example.com`. */
function bounceAddressOf(base: string, token: BounceToken): string {
  const at = base.lastIndexOf('@');
  return `${base.slice(0, at)}+${token}${base.slice(at)}`;
}

/** The token in an address like that, or in a bare local part. */
export const tokenInAddress = (address: string): string | undefined =>
  /\+([a-z2-9]{38})(?=@|>|$)/i.exec(address)?.[1];

/** Parts of a mail by which a report names its form and recipient. */
interface Traces {
  envelopeFrom?: string;
  /** Header fields: name and value. */
  traceFields: readonly (readonly [name: string, value: string])[];
}

/** Marks the mails of forms, so that reports of bounces name their form and recipient. */
export class ReturnPaths {
  readonly #context: Context;
  readonly #isOn: boolean;

  constructor(context: Context) {
    const { BOUNCE_ADDRESS, SES_BOUNCE_TOPICS, POSTMARK_BOUNCE_SECRET, MAILGUN_SIGNING_KEY } =
      context.settings;
    const reports = [
      BOUNCE_ADDRESS,
      SES_BOUNCE_TOPICS,
      POSTMARK_BOUNCE_SECRET,
      MAILGUN_SIGNING_KEY,
    ];
    this.#context = context;
    this.#isOn = reports.some((value) => value !== undefined);
  }

  /**
   * The traces of a mail to this address. `bounceAddress` is that of the outbox that sends it.
   * Undefined if bounces are not reported to this service.
   */
  of(
    formId: FormId,
    recipient: string,
    { bounceAddress }: { bounceAddress: string | undefined },
  ): Traces | undefined {
    if (!this.#isOn) return undefined;
    const { keyring, settings, now } = this.#context;
    const token = bounceTokenOf(keyring, formId, recipient, now());
    const traceFields: [string, string][] = [[BOUNCE_FIELD, token]];
    if (settings.POSTMARK_BOUNCE_SECRET !== undefined) {
      traceFields.push([`X-PM-Metadata-${BOUNCE_VARIABLE}`, token]);
    }
    if (settings.MAILGUN_SIGNING_KEY !== undefined) {
      traceFields.push(['X-Mailgun-Variables', JSON.stringify({ [BOUNCE_VARIABLE]: token })]);
    }
    return bounceAddress === undefined
      ? { traceFields }
      : { envelopeFrom: bounceAddressOf(bounceAddress, token), traceFields };
  }
}
