import { sign } from 'node:crypto';
import type { MailFact } from '../../delivery/mail/mail-layout.ts';
import type { Keyring } from '../../platform/secrets/keyring.ts';
import { digestFields, RECEIPT_ALGORITHM, RECEIPT_TYPE, type ReceiptClaims } from './receipt.ts';

/** The random bits of a delivery id: a retry finds them again, and no other delivery has them. */
const saltOf = (id: string) => Buffer.from(id.slice('msg_'.length).replaceAll('-', ''), 'hex');

/** What a receipt is about. */
interface Receipted {
  /** The delivery id. */
  id: string;
  /** When the submission was accepted for delivery; milliseconds since the epoch. */
  at: number;
  formId: string;
  /** What the mail shows. */
  facts: readonly MailFact[];
}

/** Makes the receipt of a delivery; the same one for the same delivery, whenever it is asked. */
export type SignReceipt = (receipted: Receipted) => string;

const encode = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');

/**
 * Receipts in JWS compact serialization (RFC 7515), signed with Ed25519. The salt is that of the
 * delivery id, so that nothing has to be kept. `issuer` is asked late, as links are.
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
    // On the event loop: a thread of the pool costs more than it spares (docs/decisions/0027).
    const signature = sign(null, Buffer.from(signed), privateKey);
    return `${signed}.${signature.toString('base64url')}`;
  };
}
