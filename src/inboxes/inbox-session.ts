import type { Context } from '../platform/context.ts';
import { LIMITS } from '../contract/limits.ts';
import { ServiceError } from '../contract/service-error.ts';
import { keyedHash, type KeyedHash } from '../platform/secrets/keyed-hash.ts';
import type { Keyring } from '../platform/secrets/keyring.ts';
import { seal, unseal, UnsealError } from '../platform/secrets/sealed-box.ts';
import type { EmailAddress } from '../platform/text/email-address.ts';
import { identifyInbox, type InboxIdentity } from './inbox-identity.ts';

/**
 * A session, or the link that begins one, proves that its holder reads the mail to this address.
 */
export interface InboxSession {
  address: EmailAddress;
  inbox: InboxIdentity;
  /** Milliseconds since the epoch. */
  expiresAt: number;
}

type Proof = Pick<InboxSession, 'address' | 'expiresAt'>;

const PREFIX = 'lss_';

/** Two purposes, so that a link in a mail does not open as a session, nor the other way round. */
const PURPOSES = { session: 'inbox-session', link: 'inbox-link' } as const;

type Kind = keyof typeof PURPOSES;

const sealProof = (keyring: Keyring, kind: Kind, { address, expiresAt }: Proof): string =>
  seal(keyring, PURPOSES[kind], '', JSON.stringify([address, expiresAt]));

/** Throws `session_invalid` if it was altered, sealed for another purpose, or has expired. */
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

/** A bearer that claims to be a session; `openSession` checks it. */
export const isSession = (bearer: string): boolean => bearer.startsWith(PREFIX);

/** The bearer of a session. It is not stored: it holds all that it proves. */
export const sealSession = (keyring: Keyring, proof: Proof): string =>
  PREFIX + sealProof(keyring, 'session', proof);

const readable = (address: EmailAddress): string => Buffer.from(address).toString('base64url');

/**
 * The token of a link that begins a session. It starts with the address, so that the page can name
 * the inbox at once; `openInboxLink` refuses one that names another inbox than it is sealed for.
 */
export const sealInboxLink = (keyring: Keyring, proof: Proof): string =>
  `${readable(proof.address)}.${sealProof(keyring, 'link', proof)}`;

/** Throws `session_invalid`; the caller checks that it was not used before. */
export function openInboxLink(keyring: Keyring, token: string, now: number): InboxSession {
  const end = token.indexOf('.');
  const link = openProof(keyring, 'link', token.slice(end + 1), now);
  if (token.slice(0, end) !== readable(link.address)) throw new ServiceError('session_invalid');
  return link;
}

/** Throws `session_invalid`; `Sessions` checks that it was not ended. */
export function openSession(keyring: Keyring, bearer: string, now: number): InboxSession {
  if (!isSession(bearer)) throw new ServiceError('session_invalid');
  return openProof(keyring, 'session', bearer.slice(PREFIX.length), now);
}

const HOUR = LIMITS.sessionMinutes * 60_000;

/**
 * Sessions, which their owners can end before their time, on all nodes at once. The store has a
 * keyed hash of an ended session, or of an inbox all of whose sessions were ended, until these
 * would expire.
 */
export class Sessions {
  readonly #context: Context;

  constructor(context: Context) {
    this.#context = context;
  }

  async begin({ address, inbox }: Pick<InboxSession, 'address' | 'inbox'>) {
    const expiresAt = await this.#nextEnd(inbox.owner);
    return { session: sealSession(this.#context.keyring, { address, expiresAt }), expiresAt };
  }

  /** Throws `session_invalid`. */
  async open(bearer: string): Promise<InboxSession> {
    const { store, keyring, now } = this.#context;
    const session = openSession(keyring, bearer, now());
    const subjects = [
      this.#subjectOf('one', bearer),
      this.#subjectOf('all', session.inbox.owner),
    ] as const;
    const ended = await store.refusals.endOf(...subjects);
    if (ended !== undefined && session.expiresAt <= ended * 1_000) {
      throw new ServiceError('session_invalid');
    }
    return session;
  }

  /** Ends one session, or all of its inbox. */
  async end(bearer: string, everywhere: boolean): Promise<void> {
    const { store, keyring, now } = this.#context;
    const { inbox, expiresAt } = openSession(keyring, bearer, now());
    const until = everywhere ? await this.#nextEnd(inbox.owner) : expiresAt;
    const subject = everywhere
      ? this.#subjectOf('all', inbox.owner)
      : this.#subjectOf('one', bearer);
    await store.refusals.add(subject, Math.ceil(until / 1_000));
  }

  #subjectOf(kind: 'one' | 'all', of: string): KeyedHash {
    return keyedHash(this.#context.keyring, 'ended-session', kind, of);
  }

  /**
   * When a session that begins now ends, in milliseconds: later than all ended ones of the inbox.
   */
  async #nextEnd(owner: KeyedHash): Promise<number> {
    const { store, now } = this.#context;
    const ended = (await store.refusals.endOf(this.#subjectOf('all', owner))) ?? 0;
    return Math.max(now() + HOUR, ended * 1_000 + 1);
  }
}
