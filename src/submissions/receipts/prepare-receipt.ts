import { randomBytes, sign } from 'node:crypto';
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { MailFact } from '../../mail/quoted-facts.ts';
import type { Keyring } from '../../platform/secrets/keyring.ts';
import {
  growTree,
  hashMarked,
  LEAF,
  type NodeHash,
  digestFields,
  digestFiles,
  RECEIPT_ALGORITHM,
  RECEIPT_SEPARATOR,
  RECEIPT_VERSION,
  ROOT_TYPE,
  type ReceiptClaims,
  type ReceiptedFile,
} from './receipt.ts';

/** The delivery that a receipt is about. */
interface Receipted {
  /** The delivery id. */
  id: string;
  /** When the submission was accepted for delivery; milliseconds since the epoch. */
  at: number;
  formId: string;
  /** Names and values, as they were submitted. */
  fields: readonly MailFact[];
  /** The mail's content, if it differs. */
  shown?: readonly MailFact[] | undefined;
  /** The mail is encrypted: its receipt, outside, must not let anybody try likely fields. */
  isSecret?: boolean;
  /** The files of the mail, if it has any. */
  files?: readonly ReceiptedFile[] | undefined;
}

const SALT_OCTETS = 16;

/** The salt comes from the delivery id: nothing else of the receipt can be guessed without it. */
const saltOf = (id: string) => Buffer.from(id.slice('msg_'.length).replaceAll('-', ''), 'hex');

function describe(
  { id, at, formId, fields, shown, files, isSecret = false }: Receipted,
  iss: string,
  salt: Buffer,
): ReceiptClaims {
  const claims: ReceiptClaims = {
    v: RECEIPT_VERSION,
    iss,
    jti: id,
    iat: Math.floor(at / 1000),
    form_id: formId,
    salt: isSecret ? undefined : salt.toString('base64url'),
    fields_sha256: digestFields(salt, fields),
  };
  if (shown) claims.shown_sha256 = digestFields(salt, shown);
  if (files) claims.files_sha256 = digestFiles(salt, files);
  return claims;
}

const encode = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');

/** JWS compact serialization (RFC 7515), with Ed25519. */
function signObject({ signing }: Pick<Keyring, 'signing'>, typ: string, payload: object): string {
  const { privateKey, publicJwk } = signing;
  const header = { alg: RECEIPT_ALGORITHM, kid: publicJwk.kid, typ };
  const signed = `${encode(header)}.${encode(payload)}`;
  // On the event loop: a thread of the pool costs more than it saves (docs/decisions/0027).
  return `${signed}.${sign(null, Buffer.from(signed), privateKey).toString('base64url')}`;
}

/** Most receipts of one signature: a path has at most 8 steps. */
const LARGEST_GROUP = 256;

/** What receipts share, and the part of each. */
interface Signed {
  jws: string;
  paths: readonly string[];
}

/** The receipts that share a signature. */
interface Group {
  leaves: NodeHash[];
  /** Begun when the first receipt is needed. */
  signed?: Promise<Signed>;
}

/**
 * Receipts of deliveries that are under way together share one signature, over the root of a Merkle
 * tree. `issuer` is a function, because a free port is known late.
 */
export class Receipts {
  readonly #keyring: Pick<Keyring, 'signing'>;
  readonly #issuer: () => string;
  /** Known once the service listens, and fixed from then on. */
  #iss: string | undefined;
  #open: Group = { leaves: [] };

  constructor(keyring: Pick<Keyring, 'signing'>, issuer: () => string) {
    this.#keyring = keyring;
    this.#issuer = issuer;
  }

  /**
   * Adds a delivery to the open group. The result makes the receipt; one turn of the event loop
   * after the group's first call, the group is closed and signed.
   */
  prepare(receipted: Receipted): () => Promise<string> {
    if (this.#open.leaves.length === LARGEST_GROUP) this.#open = { leaves: [] };
    const group = this.#open;
    this.#iss ??= this.#issuer();
    const salt = receipted.isSecret ? randomBytes(SALT_OCTETS) : saltOf(receipted.id);
    const leaf = Buffer.from(LEAF + JSON.stringify(describe(receipted, this.#iss, salt)));
    const at = group.leaves.push(hashMarked(leaf)) - 1;
    const finish = ({ jws, paths }: Signed) => {
      const parts = [jws, leaf.toString('base64url', LEAF.length), paths[at]];
      if (receipted.isSecret) parts.push(salt.toString('base64url'));
      return parts.join(RECEIPT_SEPARATOR);
    };
    return () => (group.signed ??= this.#sign(group)).then(finish);
  }

  async #sign(group: Group): Promise<Signed> {
    // Receipts of the same turn join, and the store has begun to sync its next commit.
    await nextTurn();
    if (group === this.#open) this.#open = { leaves: [] };
    const { root, paths } = growTree(group.leaves);
    return { jws: signObject(this.#keyring, ROOT_TYPE, { root }), paths };
  }
}
