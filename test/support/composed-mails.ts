import assert from 'node:assert/strict';
import { hash, randomUUID } from 'node:crypto';
import { composeMessage } from '../../src/mail/mime-message.ts';
import type { MailedFile } from '../../src/mail/mail-facts.ts';
import { mailLanguageOf } from '../../src/catalogs/languages.ts';
import { SubmissionMails } from '../../src/mail/submission-email.ts';
import { Links } from '../../src/platform/links.ts';
import { newFormId, type Route } from '../../src/forms/route.ts';
import { parseEmailAddress } from '../../src/platform/text/email-address.ts';
import { toMailContent } from '../../src/submissions/posted/mail-content.ts';
import { parseSubmission } from '../../src/submissions/posted/submission.ts';
import type { Fields } from '../../src/fields/field-names.ts';
import { Receipts } from '../../src/submissions/receipts/prepare-receipt.ts';
import type { TrustedKeys } from '../../src/submissions/receipts/verify-receipt.ts';
import { newKeyring } from './keys.ts';

const address = parseEmailAddress('owner@example.org');
assert.ok(address);

export const FROM = { name: 'Acme Forms', address: 'forms@example.com' };

type Form = Pick<Route, 'settings' | 'language'>;

/** A file as a submission has it. */
export function mailedFile(name: string, content: string | Buffer, field = 'file') {
  const bytes = Buffer.from(content as string);
  const sha256 = hash('sha256', bytes, 'hex');
  return { field, name, type: 'text/plain', chunks: [bytes], size: bytes.length, sha256 };
}

interface Sent {
  form?: Partial<Form>;
  formId?: Route['formId'];
  files?: readonly (MailedFile & { field: string })[];
  suspicions?: readonly ('links' | 'repeated')[];
  at?: number;
  id?: string;
  /** The inbox that gets a copy; else the mail is the owner's. */
  copyTo?: string;
}

/** A deployment without its server: mails and receipts as its own code composes them. */
export function createDeployment(issuer = 'https://forms.example.com') {
  const keyring = newKeyring();
  const { kid, x } = keyring.signing.publicJwk;
  const keys: TrustedKeys = new Map([[kid, x]]);
  const links = new Links(() => issuer);
  const mails = new SubmissionMails({
    operator: 'Acme Ltd',
    contact: 'help@acme.example',
    sender: FROM.name,
    inboxLink: links.inbox,
  });
  const receipts = new Receipts(keyring, () => issuer);

  /** The mail of a submission, and what is in it. */
  async function send(given: Fields, sent: Sent = {}) {
    const { form, formId = newFormId(), files, suspicions, at = Date.now() } = sent;
    const { id = `msg_${randomUUID()}`, copyTo } = sent;
    const route = {
      formId,
      alias: 'Contact form',
      address,
      status: 'active',
      settings: {},
      language: 'en',
      ...form,
    } as unknown as Route;
    const parsed = { ...parseSubmission(given), ...(files && { files }) };
    const submission = { ...parsed, ...(suspicions && { suspicions }) };
    const { facts, sent: named } = toMailContent(route.settings, submission, mailLanguageOf(route));
    const fields = named ?? facts;
    const shown = named && facts;
    const receipt = await receipts.prepare({ id, at, formId, fields, shown, files })();
    const token = (path: 'spam' | 'not-spam' | 'stop') => links.decision(path, `${formId}.abc`);
    const outbox = { isInert: suspicions !== undefined };
    const formLinks = { stop: token('stop'), unsubscribe: token('stop') };
    const mail = mails.compose(
      { id, at, route, submission, facts, sent: named, receipt, outbox } as never,
      copyTo === undefined
        ? {
            isCopy: false,
            links: { ...formLinks, spam: token('spam') },
            notSpam: token('not-spam'),
          }
        : { isCopy: true, address: copyTo, links: formLinks },
    );
    const message = composeMessage(mail, FROM);
    const raw = typeof message === 'string' ? message : Array.from(message.pieces()).join('');
    return { mail, raw, id, formId, facts, fields, at, receipt };
  }

  return { keys, keyring, send };
}
