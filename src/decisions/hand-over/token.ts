import { LIMITS } from '../../contract/limits.ts';
import { keyedHash, type KeyedHash } from '../../platform/secrets/keyed-hash.ts';
import type { Keyring } from '../../platform/secrets/keyring.ts';
import { randomOctets } from '../../platform/secrets/random-octets.ts';
import { configsOf } from '../../delivery/channels/channels.ts';
import type { EmailAddress } from '../../platform/text/email-address.ts';
import type { HandOverOffer } from '../../forms/hand-over-offer.ts';
import { openToken, sealToken } from '../../forms/link-token.ts';
import type { Route } from '../../forms/route.ts';
import type { FormId } from '../../contract/form-id.ts';

/** Who a link to a hand-over asks: the inbox that gives the form away, or the one that gets it. */
export type HandOverSide = HandOverOffer['side'];

/** What the mail with a link to a hand-over proves. */
export interface HandOverToken {
  side: HandOverSide;
  formId: FormId;
  to: EmailAddress;
  /** Of its offer. */
  nonce: string;
  /** Milliseconds since the epoch. */
  expiresAt: number;
}

const PURPOSE = 'hand-over';

const LIFE = LIMITS.verificationTokenHours * 3_600_000;

/**
 * What a form does with submissions, as the next owner sees it before agreeing, and its management token: whoever
 * replaces that ends what the former holder has asked for.
 */
const contentOf = (keyring: Keyring, { alias, targets, settings, tokenNonce }: Route): KeyedHash =>
  keyedHash(
    keyring,
    'owner-link',
    'hand-over-content',
    JSON.stringify([alias, configsOf(targets), settings, tokenNonce]),
  );

/** An offer that is made now. */
export const newOffer = (
  keyring: Keyring,
  route: Route,
  about: Pick<HandOverOffer, 'side' | 'to' | 'by' | 'at'>,
): HandOverOffer => ({
  ...about,
  nonce: randomOctets(12).toString('base64url'),
  content: contentOf(keyring, route),
});

/** When the links of an offer that was mailed at this time expire; milliseconds. */
export const expiryOf = ({ at }: Pick<HandOverOffer, 'at'>): number => at + LIFE;

/** The latest offer of a form, unless the form has changed since or is stopped. It may have expired. */
export function offerOf(keyring: Keyring, route: Route): HandOverOffer | undefined {
  const { offer, status } = route;
  const isWaiting = status === 'active' && offer?.content === contentOf(keyring, route);
  return isWaiting ? offer : undefined;
}

/** The token of the link that is mailed for an offer. */
export function sealHandOver(
  keyring: Keyring,
  formId: FormId,
  offer: Pick<HandOverOffer, 'side' | 'to' | 'nonce' | 'at'>,
): string {
  const { side, to, nonce } = offer;
  return sealToken(keyring, PURPOSE, [side, formId, to, nonce, expiryOf(offer)]);
}

/** Throws `verification_token_required` or `verification_token_invalid`; expiry is the caller's. */
export function openHandOver(keyring: Keyring, token: unknown): HandOverToken {
  type Parts = [HandOverSide, FormId, EmailAddress, string, number];
  const [side, formId, to, nonce, expiresAt] = openToken(keyring, PURPOSE, token) as Parts;
  return { side, formId, to, nonce, expiresAt };
}
