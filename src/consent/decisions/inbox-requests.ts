import { SCHEMAS } from '../../contract/schemas.ts';
import { ServiceError } from '../../contract/service-error.ts';
import { parseEmailAddress, type EmailAddress } from '../../platform/text/email-address.ts';
import { readObject } from '../../platform/text/json.ts';

const faulty = (example: string) =>
  new ServiceError('invalid_json', undefined, { message: `Send ${example}.` });

function parseAddress(text: unknown): EmailAddress {
  if (text === undefined) {
    const message = 'The email is missing: send {"email": "you@example.com"}.';
    throw new ServiceError('invalid_email', undefined, { message });
  }
  const address = parseEmailAddress(text);
  if (!address) throw new ServiceError('invalid_email');
  return address;
}

/** Contract, SessionRequest. */
export function parseSessionRequest(body: unknown): EmailAddress {
  const sent = readObject(SCHEMAS.SessionRequest, body);
  if (!sent) throw faulty('{"email": "you@example.com"}');
  return parseAddress(sent.members.email);
}

/** Contract, NamedInbox. */
export function parseNamedInbox(body: unknown): EmailAddress {
  const sent = readObject(SCHEMAS.NamedInbox, body);
  if (!sent || sent.extra.length > 0) {
    throw faulty('{"email": "colleague@example.com"} and nothing else');
  }
  return parseAddress(sent.members.email);
}

/** Contract, SessionExchange. Throws `session_invalid` without a token. */
export function parseSessionExchange(body: unknown): string {
  const sent = readObject(SCHEMAS.SessionExchange, body);
  if (!sent) throw faulty('{"token": "…"} with the token of the link in the email');
  const { token } = sent.members;
  if (typeof token !== 'string') throw new ServiceError('session_invalid');
  return token.trim();
}

/** Contract, SessionEnd. */
export function parseSessionEnd(body: unknown): { everywhere: boolean } {
  const sent = readObject(SCHEMAS.SessionEnd, body);
  const everywhere: unknown = sent?.members.everywhere ?? false;
  if (!sent || sent.extra.length > 0 || typeof everywhere !== 'boolean') {
    throw faulty('{} or {"everywhere": true} and nothing else');
  }
  return { everywhere };
}

/** Contract, StopRequest. */
export function parseStopRequest(body: unknown): { spam: boolean } {
  const sent = readObject(SCHEMAS.StopRequest, body);
  const reason: unknown = sent?.members.reason;
  if (!sent || sent.extra.length > 0 || (reason !== undefined && reason !== 'spam')) {
    throw faulty('{} or {"reason": "spam"} and nothing else');
  }
  return { spam: reason === 'spam' };
}

/** Contract, InboxSettingsRequest. */
export function parseInboxSettings(body: unknown): { confirmNewForms: boolean } {
  const sent = readObject(SCHEMAS.InboxSettingsRequest, body);
  const confirm: unknown = sent?.members.confirm_new_forms;
  if (!sent || sent.extra.length > 0 || typeof confirm !== 'boolean') {
    throw faulty('{"confirm_new_forms": true} or {"confirm_new_forms": false} and nothing else');
  }
  return { confirmNewForms: confirm };
}
