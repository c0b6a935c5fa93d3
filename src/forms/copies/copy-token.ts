import { LIMITS } from '../../contract/limits.ts';
import { ServiceError } from '../../contract/service-error.ts';
import { keyedHash, secretsEqual, type KeyedHash } from '../../platform/secrets/keyed-hash.ts';
import type { Keyring } from '../../platform/secrets/keyring.ts';
import type { EmailAddress } from '../../platform/text/email-address.ts';
import { expectToken, openToken, sealToken } from '../link-token.ts';
import { parseFormId, type FormId } from '../../contract/form-id.ts';

/** What the mail to an inbox proves, which asks whether it wants copies. */
interface CopyQuestion {
  formId: FormId;
  address: EmailAddress;
  /** Of the standing that the question is about; milliseconds. */
  since: number;
  /** Milliseconds since the epoch. */
  expiresAt: number;
}

const PURPOSE = 'copy-question';

const LIFE = LIMITS.verificationTokenHours * 3_600_000;

/** The token of a question that is mailed now. */
export function questionTokenOf(
  keyring: Keyring,
  { formId, address, since }: Omit<CopyQuestion, 'expiresAt'>,
  now: number,
): string {
  return sealToken(keyring, PURPOSE, [formId, address, since, now + LIFE]);
}

/** Throws `verification_token_required` or `verification_token_invalid`; expiry is the caller's. */
export function openQuestionToken(keyring: Keyring, token: unknown): CopyQuestion {
  const parts = openToken(keyring, PURPOSE, token);
  const [formId, address, since, expiresAt] = parts as [FormId, EmailAddress, number, number];
  return { formId, address, since, expiresAt };
}

/**
 * What a link in a copy lets its reader do: `stop` it at once, only in `List-Unsubscribe`, which replies do not
 * quote; `ask` the inbox whether to stop it, in the text of mails.
 */
export type CopyLinkKind = 'stop' | 'ask';

const KINDS: readonly CopyLinkKind[] = ['stop', 'ask'];

/** Stands for the inbox of a copy in its links. */
const inboxKey = (keyring: Keyring, formId: FormId, address: EmailAddress): KeyedHash =>
  keyedHash(keyring, 'owner-link', 'copy-inbox', formId, address.toLowerCase());

const sign = (keyring: Keyring, kind: CopyLinkKind, formId: FormId, key: string) =>
  keyedHash(keyring, 'owner-link', 'copy', kind, formId, key);

/** `<form id>.<inbox>.<keyed hash>`. Never expires: mails of any age have it. */
export function copyLinkTokenOf(
  keyring: Keyring,
  kind: CopyLinkKind,
  formId: FormId,
  address: EmailAddress,
): string {
  const key = inboxKey(keyring, formId, address);
  return [formId, key, sign(keyring, kind, formId, key)].join('.');
}

/** What a link in a copy proves; `isFor` tells the address that it is for. */
interface CopyLink {
  formId: FormId;
  kind: CopyLinkKind;
  isFor(address: EmailAddress): boolean;
}

/** Throws `verification_token_required` or `verification_token_invalid`. */
export function openCopyLinkToken(keyring: Keyring, token: unknown): CopyLink {
  const [id = '', key = '', signature = '', ...rest] = expectToken(token).split('.');
  const formId = parseFormId(id);
  const kind =
    formId && KINDS.find((each) => secretsEqual(signature, sign(keyring, each, formId, key)));
  if (!formId || !kind || rest.length > 0) throw new ServiceError('verification_token_invalid');
  return {
    formId,
    kind,
    isFor: (address) => secretsEqual(key, inboxKey(keyring, formId, address)),
  };
}
