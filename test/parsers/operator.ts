import { sign } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { openMbox } from '../../src/cli/collect/mbox.ts';
import { MessageReader } from '../../src/cli/collect/read-messages.ts';
import { findReceipt, readPostedFields } from '../../src/cli/operator/receipt-input.ts';
import { ORIGINAL_NAME, readSent } from '../../src/mail/as-submitted.ts';
import { readContent } from '../../src/cli/receipts/receipt-mail.ts';
import { CommandError, readInput } from '../../src/cli/command.ts';
import { parseManifest } from '../../src/cli/form/manifest.ts';
import { readAssignments } from '../../src/cli/form/settings.ts';
import { foldPath, hashLeaf, ROOT_TYPE } from '../../src/submissions/receipts/receipt.ts';
import {
  provesFields,
  readKeySet,
  ReceiptFault,
  verifyReceipt,
} from '../../src/submissions/receipts/verify-receipt.ts';
import { readSettings, SettingsError } from '../../src/platform/settings/settings.ts';
import { SETTINGS } from '../../src/platform/settings/settings-table.ts';
import { documents, jsonTexts, list, texts } from './hostile.ts';
import { newTempFolder } from '../support/temp-folder.ts';
import { parser, type Hostile } from './parser.ts';
import { KEYRING } from './tokens.ts';

/** How values of settings begin. */
const STARTS: Readonly<Record<string, readonly string[]>> = {
  DATABASE_URL: ['postgres://u:p@', 'postgres://u@h/d?', 'file:', 'file:///'],
  SMTP_URL: ['smtp://', 'smtps://u:p@', 'smtp://h?'],
  MAIL_FROM: ['Name <a@'],
  PUBLIC_URL: ['https://'],
};

interface Setting {
  name: string;
  value: string;
}

function* settingValues(size: number): Generator<Hostile<Setting>> {
  for (const [name, starts] of Object.entries(STARTS)) {
    for (const start of starts) {
      for (const [what, value] of texts(size, start)) yield [`${name} ${what}`, { name, value }];
    }
  }
  const hosts = list(size / 10, () => 'h:5432', ',');
  yield ['hosts', { name: 'DATABASE_URL', value: `postgres://u@${hosts}/d` }];
  const options = list(size / 8, (at) => `a${at}=1`, '&');
  yield ['options', { name: 'DATABASE_URL', value: `postgres://u@h/d?${options}` }];
  yield ['networks', { name: 'TRUSTED_PROXIES', value: list(size / 12, () => '10.0.0.0/8', ',') }];
  for (const name of Object.keys(SETTINGS)) {
    for (const unit of ['a', ',', '1', '@', '/', 'é']) {
      yield [`${name} ${unit}`, { name, value: unit.repeat(size / 2) }];
    }
  }
}

const noFile = () => '';

const COLON_LINES = (octets: number) => 'a: https://b/\n'.repeat(octets / 14);

/** Mails with a receipt, and facts, parts or lines without end. */
function* receiptMails(size: number): Generator<Hostile<string>> {
  const head = 'Letterslot-Receipt: a.b.c~d~e\r\n';
  for (const [name, text] of texts(size / 4)) {
    yield [`text: ${name}`, `${head}\r\n${text}`];
    yield [`receipt: ${name}`, text];
    const quoted = `| A:\n|   b\n${text}\n`;
    yield [`wrapped facts: ${name}`, `${head}\r\n${quoted}-- \n`];
    yield [`facts: ${name}`, `${head}\r\n| A:\n|   ${text}\n-- \n${text}`];
  }
  yield [
    'many facts',
    `${head}\r\n${'| A:\n|   b\n'.repeat(size / 12)}-- \n${COLON_LINES(size / 10)}`,
  ];
  const sent = b64(`[${list(size / 4, () => '0', ',')}]`);
  yield ['many sent facts', `${head}Letterslot-Fields: ${sent}\r\n\r\n| A:\n|   b\n-- \n`];
  yield ['small print', `${head}\r\n| A:\n|   b\n-- \n${COLON_LINES(size)}`];
  const laidOut = '| A:\n|   b\n-- \n';
  const start = `${head}Content-Type: multipart/mixed; boundary=b\r\n\r\n--b\r\n\r\n${laidOut}`;
  for (const attached of ['submission.json', ORIGINAL_NAME]) {
    const part = `--b\r\nContent-Disposition: attachment; filename=${attached}\r\n\r\n`;
    for (const [name, json] of jsonTexts(size)) {
      yield [`${attached}: ${name}`, `${start}\r\n${part}${json}\r\n--b--\r\n`];
    }
    const pairs = `{"fields":[${list(size / 14, () => '["a.b","c.de"]', ',')}],"files":[]}`;
    yield [`${attached}: many fields`, `${start}\r\n${part}${pairs}\r\n--b--\r\n`];
  }
  yield ['lines', `${head}\r\n${'\r\n'.repeat(size / 2)}`];
}

/** Mails that hold other mails, and parts without end. */
function* forwardedMails(size: number): Generator<Hostile<string>> {
  yield* receiptMails(size);
  const mixed = 'Content-Type: multipart/mixed; boundary=b\r\n';
  const inner = '--b\r\nContent-Type: message/rfc822\r\n\r\nLetterslot-Delivery: x\r\n\r\n';
  yield ['forwarded mails', `${mixed}\r\n${inner.repeat(size / inner.length)}`];
  const deeper = `${mixed}\r\n--b\r\nContent-Type: message/rfc822\r\n\r\n`;
  yield ['mails in mails', `Letterslot-Reference: 1\r\n${deeper.repeat(size / deeper.length)}`];
  yield ['boundaries', `Letterslot-Reference: 1\r\n${mixed}\r\n${'--b\r\n'.repeat(size / 5)}`];
  yield ['separators', 'From a\n'.repeat(size / 7)];
  yield ['quoted separators', `Letterslot-Reference: 1\n\n${'>>From a\n'.repeat(size / 9)}`];
}

let mbox: string | undefined;

async function readMailbox(text: string) {
  const path = (mbox ??= join(newTempFolder('mbox'), 'mails'));
  const trust = { keys: KEYS, place: undefined };
  const reader = new MessageReader(trust, () => Promise.resolve(undefined));
  const found = [];
  const past = { last: '0-1 1 x', has: () => false };
  // As a mailbox, and as a mail that is alone in its file.
  for (const start of ['From a\nX: b\n', 'Subject: a\n']) {
    writeFileSync(path, start + text, 'latin1');
    const mailbox = await openMbox(path, { note: () => undefined });
    for await (const mail of mailbox.read(past)) found.push(await reader.read(mail));
  }
  return found;
}

const b64 = (text: string) => Buffer.from(text).toString('base64url');

const { privateKey, publicJwk } = KEYRING.signing;
const KEYS = readKeySet(JSON.stringify({ keys: [publicJwk] }));

/** A text of this type whose signature holds. */
function jwsOf(payload: string): string {
  const head = b64(JSON.stringify({ alg: publicJwk.alg, kid: publicJwk.kid, typ: ROOT_TYPE }));
  const signed = `${head}.${b64(payload)}`;
  return `${signed}.${sign(null, Buffer.from(signed), privateKey).toString('base64url')}`;
}

const CLAIMS = {
  v: 1 as const,
  iss: 'https://forms.example',
  jti: 'msg_a',
  iat: 0,
  form_id: 'cfm_A',
  salt: 'A'.repeat(22),
  fields_sha256: 'A'.repeat(43),
};

/** A receipt that is alone under its signature, with these claims. */
function receiptOf(claims: string): string {
  const root = foldPath(hashLeaf(Buffer.from(claims)), Buffer.alloc(0));
  return `${jwsOf(JSON.stringify({ root }))}~${b64(claims)}~`;
}

function* receipts(size: number): Generator<Hostile<string>> {
  const root = jwsOf('{}');
  yield ['a genuine one', receiptOf(JSON.stringify(CLAIMS))];
  yield* texts(size);
  yield* texts(size, `${root}~`);
  for (const [name, text] of documents((size * 3) / 4 - 600, ['iss'], CLAIMS)) {
    yield [name, receiptOf(text)];
    yield [`${name}, as what is signed`, `${jwsOf(text)}~e30~`];
  }
  yield ['a long path', `${root}~e30~${'A'.repeat(size)}`];
}

export const OPERATOR_PARSERS = [
  parser({
    name: 'settings of the operator',
    files: [
      'src/platform/settings/database-url.ts',
      'src/platform/settings/setting-parsers.ts',
      'src/platform/settings/smtp-url.ts',
      'src/platform/settings/settings.ts',
    ],
    most: 65_536,
    // Once, at the start.
    cost: 400,
    faults: [SettingsError],
    inputs: settingValues,
    read: ({ name, value }) => readSettings({ [name]: value }, noFile),
  }),
  parser({
    name: 'a receipt and the keys that check it',
    files: ['src/submissions/receipts/verify-receipt.ts'],
    most: 8_192,
    faults: [ReceiptFault],
    inputs: receipts,
    read(receipt) {
      const verified = verifyReceipt(receipt, KEYS);
      return [verified, provesFields(verified.claims, [])];
    },
  }),
  parser({
    name: 'a set of keys',
    files: ['src/submissions/receipts/verify-receipt.ts'],
    most: 65_536,
    faults: [ReceiptFault],
    *inputs(size) {
      yield* documents(size, ['keys']);
      const key = (at: number) =>
        `{"kty":"OKP","crv":"Ed25519","x":"${String(at).padEnd(43, 'A')}"}`;
      yield ['many keys', `{"keys":[${list(size / 84, key, ',')}]}`];
    },
    read: readKeySet,
  }),
  parser({
    // The command of an operator, in a process of its own.
    name: 'a mail with a receipt',
    files: [
      'src/cli/operator/receipt-input.ts',
      'src/cli/receipts/receipt-mail.ts',
      'src/cli/receipts/read-facts.ts',
      'src/mail/as-submitted.ts',
    ],
    most: 65_536,
    boundedBy: 'readInput, by 64 MiB',
    cost: 3_000,
    faults: [CommandError],
    inputs: receiptMails,
    async read(text) {
      await readInput(import.meta.filename);
      const { mail } = await findReceipt(Buffer.from(text));
      const digest = 'A'.repeat(43);
      const claims = { ...CLAIMS, shown_sha256: digest, files_sha256: digest };
      const content = mail && readContent(mail, claims);
      return [content, readSent(text, []), await readPostedFields(Buffer.from(text))];
    },
  }),
  parser({
    name: 'mails of a mailbox',
    files: ['src/cli/collect/mbox.ts'],
    most: 65_536,
    boundedBy: 'MOST_MAIL for each of its mails',
    // A command of an owner, in a process of its own.
    cost: 2_000,
    inputs: forwardedMails,
    read: readMailbox,
  }),
  parser({
    name: 'letterslot.json, and settings as arguments',
    files: ['src/cli/form/manifest.ts', 'src/cli/form/settings.ts'],
    most: 262_144,
    boundedBy: 'nothing: it is the own file of the person who runs the command',
    cost: 400,
    faults: [CommandError],
    *inputs(size) {
      yield* documents(size, ['forms'], { project: 'p' });
      yield ['forms', `{"project":"p","forms":[${list(size / 12, () => '{"id":"a"}', ',')}]}`];
    },
    read(text) {
      readAssignments([`subject=${text}`]);
      return parseManifest('letterslot.json', text);
    },
  }),
];
