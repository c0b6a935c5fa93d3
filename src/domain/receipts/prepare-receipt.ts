import { sign } from 'node:crypto';
import type { MailFact } from '../../delivery/mail/mail-layout.ts';
import type { Keyring } from '../../platform/secrets/keyring.ts';
import { digestFields, RECEIPT_ALGORITHM, RECEIPT_TYPE, type ReceiptClaims } from './receipt.ts';

/** The salt comes from the delivery id: a retry has the same one, every other delivery another. */
const saltOf = (id: string) => Buffer.from(id.slice('msg_'.length).replaceAll('-', ''), 'hex');

/** The delivery that a receipt is about. */
interface Receipted {
  /** The delivery id. */
  id: string;
  /** When the submission was accepted for delivery; milliseconds since the epoch. */
  at: number;
  formId: string;
  /** The fields as the mail shows them. */
  facts: readonly MailFact[];
}

/** Makes the receipt of a delivery; always the same one for the same delivery. */
export type SignReceipt = (receipted: Receipted) => string;

const encode = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');

/**
 * Receipts in JWS compact serialization (RFC 7515), signed with Ed25519. The salt is derived from the
 * delivery id, so nothing is stored. `issuer` is a function, because a free port is known late.
 */
export function createSignReceipt(keyring: Keyring, issuer: () => string): SignReceipt {
  let header: string | undefined;
  return ({ id, at, formId, facts }) => {
    const { privateKey, publicJwk } = keyring.signing;
    header ??= encode({ alg: RECEIPT_ALGORITHM, kid: publicJwk.kid, typ: RECEIPT_TYPE });
    const salt = saltOf(id);
    const claims: ReceiptClaims = {
      iss: issuer(),
      jti: id,
      iat: Math.floor(at / 1000),
      form_id: formId,
      fields_salt: salt.toString('base64url'),
      fields_sha256: digestFields(salt, facts),
    };
    const signed = `${header}.${encode(claims)}`;
    // On the event loop: a thread of the pool costs more than it saves (docs/decisions/0027).
    const signature = sign(null, Buffer.from(signed), privateKey);
    return `${signed}.${signature.toString('base64url')}`;
  };
}
