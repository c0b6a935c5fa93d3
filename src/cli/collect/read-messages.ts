import type { Email } from 'postal-mime';
import { parseMail, UnreadableMail } from '../../mail/parse-mail.ts';
import { attachmentBytes } from '../../platform/text/octets.ts';
import {
  proveRoot,
  ReceiptFault,
  verifyReceipt,
  type VerifiedReceipt,
} from '../../submissions/receipts/verify-receipt.ts';
import { checkIssuer, type Trust } from '../receipts/trusted-keys.ts';
import { readContent, receiptsIn } from '../receipts/receipt-mail.ts';
import type { OpenMail, RawMail } from './mailbox.ts';
import {
  OWN_FIELDS,
  toMarked,
  toProven,
  toUnreadable,
  type Header,
  type Message,
  type ParsedMail,
} from './message.ts';

/** Mails in a mail that are read, and in how many levels. */
const [MOST_INNER, DEEPEST] = [1_000, 5];

const NAMES = OWN_FIELDS.join('|');

const OWN_FIELD = new RegExp(`^(?:${NAMES})[ \\t]*:`, 'im');

/** Finds mails that may be of this service or contain one. */
const MENTIONS = new RegExp(`${NAMES}|message/rfc822`, 'i');

/** An automatic reply names a submission, and has none in it. */
const isReply = (header: Header) =>
  header.get('auto-submitted') === 'auto-replied' &&
  !header.has('letterslot-delivery') &&
  !header.has('letterslot-receipt');

const claimsToBeOwn = (header: Header) =>
  OWN_FIELDS.some((name) => header.has(name)) && !isReply(header);

const isMail = ({ mimeType }: Email['attachments'][number]) => mimeType === 'message/rfc822';

const isEncrypted = ({ attachments }: Email) =>
  attachments.some(({ mimeType }) => mimeType === 'application/pgp-encrypted');

/** The content of a mail. */
export interface Found {
  messages: Message[];
  /** Why it, or a mail in it, could not be read. */
  unread?: string | undefined;
}

/** How many more mails may be read within a mail, on how many levels, and why one failed. */
interface Left {
  levels: number;
  inner: { mails: number; unread?: string };
}

/** Finds messages in mails: a mail itself, and those that it has attached. */
export class MessageReader {
  readonly #trust: Trust;
  readonly #open: OpenMail;

  constructor(trust: Trust, open: OpenMail) {
    this.#trust = trust;
    this.#open = open;
  }

  /** Of several readings of the same mail, the first that holds counts. */
  async read({ raw, variants = [] }: RawMail): Promise<Found> {
    let first: Found | undefined;
    for (const reading of [raw, ...variants]) {
      const inner: Left['inner'] = { mails: MOST_INNER };
      const messages = await this.#readAll(reading, { levels: DEEPEST, inner });
      const found = { messages, unread: inner.unread };
      // The other readings of what is too dear are as dear.
      if (found.unread !== undefined || messages.every(({ receipt }) => receipt === 'holds'))
        return found;
      first ??= found;
    }
    return first ?? { messages: [] };
  }

  async #parse(raw: Buffer, { inner }: Left): Promise<Email | undefined> {
    try {
      return await parseMail(raw);
    } catch (error) {
      if (!(error instanceof UnreadableMail)) throw error;
      inner.unread ??= error.message;
      return undefined;
    }
  }

  async #readAll(raw: Buffer, left: Left): Promise<Message[]> {
    const text = raw.toString('latin1');
    if (!MENTIONS.test(text)) return [];
    const mail = await this.#parse(raw, left);
    if (!mail) {
      const [head = ''] = text.split(/\r?\n\r?\n/, 1);
      return OWN_FIELD.test(head) ? [toUnreadable(raw)] : [];
    }
    const header = new Map(mail.headers.map(({ key, value }) => [key, value]));
    const messages = claimsToBeOwn(header) ? await this.#judge(raw, { mail, header }, left) : [];
    // Attachments of a proven mail are from the visitor.
    if (left.levels === 0 || messages.some(({ receipt }) => receipt === 'holds')) return messages;
    for (const attachment of mail.attachments.filter(isMail)) {
      left.inner.mails -= 1;
      if (left.inner.mails < 0) break;
      const below = { ...left, levels: left.levels - 1 };
      messages.push(...(await this.#readAll(attachmentBytes(attachment), below)));
    }
    return messages;
  }

  async #judge(raw: Buffer, parsed: ParsedMail, left: Left): Promise<Message[]> {
    const receipts = receiptsIn(parsed.mail);
    const verified = await this.#verify(receipts);
    const isOpen = verified?.claims.salt !== undefined;
    const content = isOpen ? readContent(parsed.mail, verified.claims) : undefined;
    if (isOpen && content?.refuted.length === 0)
      return [toProven(parsed, verified.claims, content)];
    // Nobody is asked for a passphrase because of what nothing proves.
    const mayOpen = verified && isEncrypted(parsed.mail) && left.levels > 0;
    const opened = mayOpen ? await this.#open(raw) : undefined;
    const inner = opened ? await this.#readAll(opened, { ...left, levels: 0 }) : [];
    // The content of another delivery does not become that of this one.
    const isOwn = ({ receipt, deliveryId }: Message) =>
      !verified || receipt !== 'holds' || deliveryId === verified.claims.jti;
    if (inner.length > 0 && inner.every(isOwn)) return inner;
    const isSealed = verified && !isOpen && !opened && isEncrypted(parsed.mail);
    if (isSealed) return [toProven(parsed, verified.claims, undefined)];
    return [
      toMarked(parsed, receipts.length === 0 ? 'missing' : 'altered', verified?.claims.form_id),
    ];
  }

  async #verify([receipt, another]: readonly string[]): Promise<VerifiedReceipt | undefined> {
    if (receipt === undefined || another !== undefined) return undefined;
    const { keys } = this.#trust;
    await proveRoot(receipt, keys);
    try {
      const verified = verifyReceipt(receipt, keys);
      checkIssuer(verified.claims.iss, this.#trust);
      return verified;
    } catch (error) {
      if (error instanceof ReceiptFault) return undefined;
      throw error;
    }
  }
}
