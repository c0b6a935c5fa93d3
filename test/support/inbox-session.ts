import type { EmailAddress } from '../../src/platform/text/email-address.ts';
import { sealInboxLink, sealSession } from '../../src/inboxes/inbox-session.ts';
import type { ReceivedMail } from './smtp-sink.ts';
import type { Answer, TestService } from './service.ts';

const IN_A_MINUTE = 60_000;

const proofOf = (email: string, expiresAt: number) => ({
  address: email as EmailAddress,
  expiresAt,
});

/** A session of an address, as if its owner had opened the link in a mail. */
export const sessionOf = (
  { service }: Pick<TestService, 'service'>,
  email: string,
  expiresAt = Date.now() + IN_A_MINUTE,
): string => sealSession(service.keyring, proofOf(email, expiresAt));

/** The token of a link that was never mailed. */
export const linkTokenOf = (
  { service }: Pick<TestService, 'service'>,
  email: string,
  expiresAt = Date.now() + IN_A_MINUTE,
): string => sealInboxLink(service.keyring, proofOf(email, expiresAt));

/** The token of the link to an inbox in a mail. */
export function inboxTokenIn({ email }: Pick<ReceivedMail, 'email'>): string {
  const [, token] = /\/inbox#token=([\w.-]+)/.exec(email.text ?? '') ?? [];
  if (!token) throw new Error('the mail has no link to the inbox');
  return token;
}

/** Calls an operation, with a bearer if one is given. */
export function callWith(
  { request }: Pick<TestService, 'request'>,
  method: string,
  path: string,
  { bearer, body }: { bearer?: string | undefined; body?: unknown } = {},
): Promise<Answer> {
  const headers = {
    ...(bearer !== undefined && { authorization: `Bearer ${bearer}` }),
    ...(body !== undefined && { 'content-type': 'application/json' }),
  };
  const text = typeof body === 'string' ? body : JSON.stringify(body);
  return request(path, { method, headers, ...(body !== undefined && { body: text }) });
}
