import { ServiceError } from '../contract/service-error.ts';
import { parseFormId, type FormId } from '../routes/form-id.ts';
import type { Route } from '../routes/route.ts';
import { keyedHash, secretsEqual, type KeyedHash } from '../secrets/keyed-hash.ts';
import type { Keyring } from '../secrets/keyring.ts';
import { refusalSubject } from '../inboxes/refusals.ts';

/** Proof that somebody read a mail to the inbox of a form: `<form id>.<keyed hash>`. Never expires. */
export function stopTokenOf(
  keyring: Keyring,
  { formId, inbox }: Pick<Route, 'formId' | 'inbox'>,
): string {
  return `${formId}.${keyedHash(keyring, 'owner-link', 'stop', formId, inbox.owner)}`;
}

/** Throws `verification_token_required` or `verification_token_invalid`. */
function splitToken(text: unknown, parts: number): [FormId, ...string[]] {
  if (text === undefined || text === '') throw new ServiceError('verification_token_required');
  const [id = '', ...rest] = typeof text === 'string' ? text.trim().split('.') : [];
  const formId = parseFormId(id);
  if (!formId || rest.length !== parts - 1) throw new ServiceError('verification_token_invalid');
  return [formId, ...rest];
}

/** The form that a stop token names; whether it is genuine, `requireStopToken` tells. */
export const formOfStopToken = (text: unknown): FormId => splitToken(text, 2)[0];

export function requireStopToken(keyring: Keyring, route: Route, text: unknown): void {
  if (!secretsEqual(String(text).trim(), stopTokenOf(keyring, route))) {
    throw new ServiceError('verification_token_invalid');
  }
}

/** What the link "I did not ask for this" holds: it works even when the form is gone. */
export interface RefuseToken {
  formId: FormId;
  /** What the refusal is kept under. */
  subject: KeyedHash;
}

const signRefusal = (keyring: Keyring, formId: FormId, subject: string) =>
  keyedHash(keyring, 'owner-link', 'refuse', formId, subject);

/** `<form id>.<refusal subject>.<keyed hash>`; never expires. */
export function refuseTokenOf(
  keyring: Keyring,
  { formId, address }: Pick<Route, 'formId' | 'address'>,
): string {
  const subject = refusalSubject(keyring, address);
  return `${formId}.${subject}.${signRefusal(keyring, formId, subject)}`;
}

/** Throws `verification_token_required` or `verification_token_invalid`. */
export function openRefuseToken(keyring: Keyring, text: unknown): RefuseToken {
  const [formId, subject = '', signature = ''] = splitToken(text, 3);
  if (!secretsEqual(signature, signRefusal(keyring, formId, subject))) {
    throw new ServiceError('verification_token_invalid');
  }
  return { formId, subject: subject as KeyedHash };
}
