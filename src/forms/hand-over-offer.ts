import type { KeyedHash } from '../platform/secrets/keyed-hash.ts';
import type { EmailAddress } from '../platform/text/email-address.ts';

/** An offer of a form to another inbox. */
export interface HandOverOffer {
  /** In the links of this offer alone. */
  nonce: string;
  to: EmailAddress;
  /** Who made it: a session of the inbox, or the holder of the management token. */
  by: 'owner' | 'token';
  /** Whose answer it waits for: the inbox that gives the form away, or the one that gets it. */
  side: 'owner' | 'next';
  /** When that inbox was mailed; milliseconds since the epoch. */
  at: number;
  /** Stands for all that the form did then. */
  content: KeyedHash;
}
