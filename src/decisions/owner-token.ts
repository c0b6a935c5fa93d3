import { ServiceError } from '../contract/service-error.ts';
import { expectToken } from '../forms/link-token.ts';
import type { Route, UnapprovedRoute } from '../forms/route.ts';
import { parseFormId, type FormId } from '../contract/form-id.ts';
import { keyedHash, secretsEqual, type KeyedHash } from '../platform/secrets/keyed-hash.ts';
import type { Keyring } from '../platform/secrets/keyring.ts';
import { refusalSubject } from '../inboxes/refusals.ts';

/**
 * What a link in a mail lets its reader do with a form:
 * `stop`: stop it at once. Only in `List-Unsubscribe`, which replies do not quote.
 * `ask`: ask the inbox whether to stop it. In the text of mails, which replies quote.
 * `restart`: start it again after one particular stop.
 */
export type OwnerLinkKind = 'stop' | 'ask' | 'restart';

type LinkedForm = Pick<Route, 'formId' | 'inbox' | 'withdrawnAt'>;

/** The hashed parts; those of `stop` never change, because mails of any age have them. */
function partsOf(kind: OwnerLinkKind, { formId, inbox, withdrawnAt }: LinkedForm): string[] {
  const parts = [kind, formId, inbox.owner];
  return kind === 'restart' ? [...parts, String(withdrawnAt ?? '')] : parts;
}

/** Proof that somebody read a mail to the inbox of a form: `<form id>.<keyed hash>`. Never expires. */
export function ownerTokenOf(keyring: Keyring, kind: OwnerLinkKind, form: LinkedForm): string {
  return `${form.formId}.${keyedHash(keyring, 'owner-link', ...partsOf(kind, form))}`;
}

/**
 * The token in the notice of a new form: `<form id>.<unapproved since>.<keyed hash>`. Never expires,
 * and only approves the form in the state that the notice was about.
 */
export function approvalTokenOf(
  keyring: Keyring,
  { formId, inbox, unapprovedSince }: Pick<UnapprovedRoute, 'formId' | 'inbox' | 'unapprovedSince'>,
): string {
  const since = String(unapprovedSince);
  return `${formId}.${since}.${keyedHash(keyring, 'owner-link', 'approve', formId, inbox.owner, since)}`;
}

/**
 * The form id of a link's token and what follows it, after dots: as many parts as one of `counts`.
 * Throws `verification_token_required` or `verification_token_invalid`.
 */
export function splitToken(text: unknown, counts: readonly number[]): [FormId, ...string[]] {
  const [id = '', ...rest] = expectToken(text).split('.');
  const formId = parseFormId(id);
  if (!formId || !counts.includes(rest.length + 1))
    throw new ServiceError('verification_token_invalid');
  return [formId, ...rest];
}

/** What a link whose token has its facts in it is for. */
type SignedLinkKind = 'origin' | 'spam' | 'not-spam' | 'settings' | 'quiet';

type Signer = Pick<Route, 'inbox'>;

const signParts = (
  keyring: Keyring,
  kind: SignedLinkKind,
  { inbox }: Signer,
  parts: readonly string[],
) => keyedHash(keyring, 'owner-link', kind, inbox.owner, ...parts);

/** `<parts>.<keyed hash>`; the first part is the form's id. */
export const signedToken = (
  keyring: Keyring,
  kind: SignedLinkKind,
  form: Signer,
  parts: readonly string[],
): string => [...parts, signParts(keyring, kind, form, parts)].join('.');

/** Throws `verification_token_invalid` unless the last part of a split token signs the others. */
export function expectSigned(
  keyring: Keyring,
  kind: SignedLinkKind,
  form: Signer,
  split: readonly string[],
): void {
  const genuine = signParts(keyring, kind, form, split.slice(0, -1));
  if (!secretsEqual(split.at(-1) ?? '', genuine)) {
    throw new ServiceError('verification_token_invalid');
  }
}

/** The form that an owner's token names; `kindOfToken` checks whether it is genuine. */
export const formOfOwnerToken = (text: unknown): FormId => splitToken(text, [2])[0];

const KINDS: readonly OwnerLinkKind[] = ['stop', 'ask', 'restart'];

/** The kind of a token for this form; throws `verification_token_invalid`. */
export function kindOfToken(keyring: Keyring, form: LinkedForm, text: unknown): OwnerLinkKind {
  const given = String(text).trim();
  const kind = KINDS.find((name) => secretsEqual(given, ownerTokenOf(keyring, name, form)));
  if (!kind) throw new ServiceError('verification_token_invalid');
  return kind;
}

/** The content of the link "I did not ask for this": it works even after the form is deleted. */
export interface RefuseToken {
  formId: FormId;
  /** The key of the refusal in the store. */
  subject: KeyedHash;
  /** When its mail was sent, in seconds; 0 in links of version 1.0, which lack it. */
  sentAt: number;
}

const signRefusal = (keyring: Keyring, parts: readonly string[]) =>
  keyedHash(keyring, 'owner-link', 'refuse', ...parts);

/** `<form id>.<refusal subject>.<second of its mail>.<keyed hash>`. */
export function refuseTokenOf(
  keyring: Keyring,
  { formId, address, verificationSentAt = 0 }: Pick<Route, 'formId' | 'address'> & Partial<Route>,
): string {
  const sentAt = Math.floor((verificationSentAt ?? 0) / 1000).toString(36);
  const parts = [formId, refusalSubject(keyring, address), sentAt];
  return [...parts, signRefusal(keyring, parts)].join('.');
}

/** Throws `verification_token_required` or `verification_token_invalid`. */
export function openRefuseToken(keyring: Keyring, text: unknown): RefuseToken {
  const parts = splitToken(text, [3, 4]);
  const signature = parts.at(-1) ?? '';
  const [formId, subject = '', sentAt = ''] = parts;
  if (!secretsEqual(signature, signRefusal(keyring, parts.slice(0, -1)))) {
    throw new ServiceError('verification_token_invalid');
  }
  const second = parts.length === 4 ? Number.parseInt(sentAt, 36) : 0;
  return { formId, subject: subject as KeyedHash, sentAt: second };
}
