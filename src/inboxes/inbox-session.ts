import type { Context } from '../platform/context.ts';
import { LIMITS } from '../contract/limits.ts';
import { ServiceError } from '../contract/service-error.ts';
import { keyedHash, type KeyedHash } from '../platform/secrets/keyed-hash.ts';
import type { Keyring } from '../platform/secrets/keyring.ts';
import { seal, unseal, UnsealError } from '../platform/secrets/sealed-box.ts';
import type { EmailAddress } from '../platform/text/email-address.ts';
import { identifyInbox, type InboxIdentity } from './inbox-identity.ts';

/** A session, or the link that begins one, proves that its holder reads the mail to this address. */
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

const readable = (address: EmailAddress): string => Buffer.from(address).toString('base64url');

/**
 * The token of a link that begins a session. It begins with the address, so that the page can name the inbox
 * before anything is sent; a token that names another one than it is sealed for does not hold.
 */
export const sealInboxLink = (keyring: Keyring, proof: Proof): string =>
  `${readable(proof.address)}.${sealProof(keyring, 'link', proof)}`;

/** Throws `session_invalid`; whether it was used before is the caller's. */
export function openInboxLink(keyring: Keyring, token: string, now: number): InboxSession {
  const end = token.indexOf('.');
  const link = openProof(keyring, 'link', token.slice(end + 1), now);
  if (token.slice(0, end) !== readable(link.address)) throw new ServiceError('session_invalid');
  return link;
}

/** Throws `session_invalid`; whether it was ended before its time is `Sessions`'s. */
export function openSession(keyring: Keyring, bearer: string, now: number): InboxSession {
  if (!isSession(bearer)) throw new ServiceError('session_invalid');
  return openProof(keyring, 'session', bearer.slice(PREFIX.length), now);
}

const HOUR = LIMITS.sessionMinutes * 60_000;

export type Sessions = ReturnType<typeof createSessions>;

/**
 * Sessions, which their owners can end before their time, on all nodes at once.
 * What is stored of a session that was ended is a keyed hash, until the session would have ended by itself; of
 * all sessions of an inbox that of the inbox, for as long. Whatever ends no later than this has been ended.
 */
export function createSessions({ store: { refusals }, keyring, now }: Context) {
  const subjectOf = (kind: 'one' | 'all', of: string) =>
    keyedHash(keyring, 'ended-session', kind, of);

  /** When a session that begins now ends, in milliseconds: later than those that were ended. */
  async function nextEnd(owner: KeyedHash): Promise<number> {
    const ended = (await refusals.endOf(subjectOf('all', owner))) ?? 0;
    return Math.max(now() + HOUR, ended * 1_000 + 1);
  }

  return {
    async begin({ address, inbox }: Pick<InboxSession, 'address' | 'inbox'>) {
      const expiresAt = await nextEnd(inbox.owner);
      return { session: sealSession(keyring, { address, expiresAt }), expiresAt };
    },
    /** Throws `session_invalid`. */
    async open(bearer: string): Promise<InboxSession> {
      const session = openSession(keyring, bearer, now());
      const subjects = [subjectOf('one', bearer), subjectOf('all', session.inbox.owner)] as const;
      const ended = await refusals.endOf(...subjects);
      if (ended !== undefined && session.expiresAt <= ended * 1_000) {
        throw new ServiceError('session_invalid');
      }
      return session;
    },
    /** Ends one session, or all of its inbox. */
    async end(bearer: string, everywhere: boolean): Promise<void> {
      const { inbox, expiresAt } = openSession(keyring, bearer, now());
      const until = everywhere ? await nextEnd(inbox.owner) : expiresAt;
      const subject = everywhere ? subjectOf('all', inbox.owner) : subjectOf('one', bearer);
      await refusals.add(subject, Math.ceil(until / 1_000));
    },
  };
}
