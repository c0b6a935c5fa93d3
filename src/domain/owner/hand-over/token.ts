import { LIMITS } from '../../../contract/limits.ts';
import { keyedHash, type KeyedHash } from '../../../platform/secrets/keyed-hash.ts';
import type { Keyring } from '../../../platform/secrets/keyring.ts';
import { configsOf } from '../../channels/channels.ts';
import type { EmailAddress } from '../../inboxes/email-address.ts';
import { openToken, sealToken } from '../../routes/link-token.ts';
import type { FormId, Route } from '../../routes/route.ts';

/** Who a link to a hand-over asks: the inbox that gives the form away, or the one that gets it. */
export type HandOverSide = 'owner' | 'next';

/** What the mail with a link to a hand-over proves. */
export interface HandOverToken {
  side: HandOverSide;
  formId: FormId;
  /** The inbox that gives it away. */
  owner: KeyedHash;
  to: EmailAddress;
  /** Stands for all that the form does: a form that has changed since has another one. */
  content: KeyedHash;
  /** Milliseconds since the epoch. */
  expiresAt: number;
}

const PURPOSE = 'hand-over';

const LIFE = LIMITS.verificationTokenHours * 3_600_000;

/** What a form does with submissions, as the next owner sees it before agreeing. */
export const contentOf = (keyring: Keyring, { alias, targets, settings }: Route): KeyedHash =>
  keyedHash(
    keyring,
    'owner-link',
    'hand-over-content',
    JSON.stringify([alias, configsOf(targets), settings]),
  );

/** The token of a link that is mailed now. */
export function sealHandOver(
  keyring: Keyring,
  side: HandOverSide,
  { route, to, now }: { route: Route; to: EmailAddress; now: number },
): string {
  const content = contentOf(keyring, route);
  const parts = [side, route.formId, route.inbox.owner, to, content, now + LIFE];
  return sealToken(keyring, PURPOSE, parts);
}

/** Throws `verification_token_required` or `verification_token_invalid`; expiry is the caller's. */
export function openHandOver(keyring: Keyring, token: unknown): HandOverToken {
  type Parts = [HandOverSide, FormId, KeyedHash, EmailAddress, KeyedHash, number];
  const [side, formId, owner, to, content, expiresAt] = openToken(keyring, PURPOSE, token) as Parts;
  return { side, formId, owner, to, content, expiresAt };
}
