import { LIMITS } from '../../contract/limits.ts';
import { ServiceError } from '../../contract/service-error.ts';
import type { Keyring } from '../../platform/secrets/keyring.ts';
import { seal, unseal, UnsealError } from '../../platform/secrets/sealed-box.ts';
import type { EmailAddress } from './email-address.ts';
import { identifyInbox, type InboxIdentity } from './inbox-identity.ts';

/** What a session, or the link that begins one, proves: its holder reads the mail to this address. */
export interface InboxSession {
  address: EmailAddress;
  inbox: InboxIdentity;
  /** Milliseconds since the epoch. */
  expiresAt: number;
}

type Proof = Pick<InboxSession, 'address' | 'expiresAt'>;

const PREFIX = 'lss_';

/** Purposes keep apart what a mail has and what a bearer is: neither opens as the other. */
const PURPOSES = { session: 'inbox-session', link: 'inbox-link' } as const;

type Kind = keyof typeof PURPOSES;

const sealProof = (keyring: Keyring, kind: Kind, { address, expiresAt }: Proof): string =>
  seal(keyring, PURPOSES[kind], '', JSON.stringify([address, expiresAt]));

/** Throws `session_invalid` for what was altered, sealed for something else, or has expired. */
function openProof(keyring: Keyring, kind: Kind, text: string, now: number): InboxSession {
  if (text.length > LIMITS.tokenCharacters) throw new ServiceError('session_invalid');
  try {
    const [address, expiresAt] = JSON.parse(unseal(keyring, PURPOSES[kind], '', text)) as [
      EmailAddress,
      number,
    ];
    if (now >= expiresAt) throw new ServiceError('session_invalid');
    return { address, inbox: identifyInbox(keyring, address), expiresAt };
  } catch (cause) {
    if (!(cause instanceof UnsealError)) throw cause;
    throw new ServiceError('session_invalid', undefined, { cause });
  }
}

/** Whether a bearer claims to be a session; whether it is one, `openSession` says. */
export const isSession = (bearer: string): boolean => bearer.startsWith(PREFIX);

/** The bearer of a session. Nothing of it is stored: it holds all that it proves. */
export const sealSession = (keyring: Keyring, proof: Proof): string =>
  PREFIX + sealProof(keyring, 'session', proof);

/** The token of a link that begins a session. */
export const sealInboxLink = (keyring: Keyring, proof: Proof): string =>
  sealProof(keyring, 'link', proof);

/** Throws `session_invalid`; whether it was used before is the caller's. */
export const openInboxLink = (keyring: Keyring, token: string, now: number): InboxSession =>
  openProof(keyring, 'link', token, now);

/** Throws `session_invalid`. */
export function openSession(keyring: Keyring, bearer: string, now: number): InboxSession {
  if (!isSession(bearer)) throw new ServiceError('session_invalid');
  return openProof(keyring, 'session', bearer.slice(PREFIX.length), now);
}
