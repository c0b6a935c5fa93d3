import assert from 'node:assert/strict';
import { execFile, execFileSync } from 'node:child_process';
import { hash } from 'node:crypto';
import { existsSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, describe, it } from 'node:test';
import { isDeepStrictEqual, promisify } from 'node:util';
import type { AnyMail } from '../../src/mail/mailer.ts';
import { composeMessage } from '../../src/mail/mime-message.ts';
import { FROM } from '../support/composed-mails.ts';
import { newTempFolder } from '../support/temp-folder.ts';
import { composeMails } from './mails-to-read.ts';

const run = promisify(execFile);

interface Mailbox {
  name: string;
  address: string;
}

/** What a reader finds in a mail. */
interface Found {
  from: Mailbox[];
  to: Mailbox[];
  replyTo: Mailbox[];
  subject: string;
  /** Seconds of Unix time. */
  date: number;
  text: string;
  files: { name: string; sha256: string }[];
}

interface Reader {
  name: string;
  command: readonly string[];
  isInstalled: boolean;
}

/** True if this call of a program ends well. */
function runs(command: string, ...args: readonly string[]): boolean {
  try {
    execFileSync(command, args, { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}

const IN_FOLDER = join(import.meta.dirname, 'readers');
const JARS = ['javax.mail', 'javax.activation'].map((name) => `/usr/share/java/${name}.jar`);
const USE_GMIME = 'import gi; gi.require_version("GMime", "3.0")';

const READERS: readonly Reader[] = [
  {
    name: "Python's email",
    command: ['python3', 'python-email.py'],
    isInstalled: runs('python3', '--version'),
  },
  {
    name: 'GMime',
    // Debian's has its packages, and another one may be before it in PATH.
    command: ['/usr/bin/python3', 'gmime.py'],
    isInstalled: runs('/usr/bin/python3', '-c', USE_GMIME),
  },
  {
    name: 'Email::MIME',
    command: ['/usr/bin/perl', 'email-mime.pl'],
    isInstalled: runs('/usr/bin/perl', '-MEmail::MIME', '-e', '1'),
  },
  {
    name: 'JavaMail',
    // Its program is compiled at each start, and runs too shortly to be worth more.
    command: [
      'java',
      '-XX:TieredStopAtLevel=1',
      '-XX:+UseSerialGC',
      '-cp',
      JARS.join(':'),
      'java-mail.java',
    ],
    isInstalled: JARS.every((jar) => existsSync(jar)) && runs('java', '-version'),
  },
  { name: 'mailparser', command: [process.execPath, 'mailparser.js'], isInstalled: true },
  { name: 'postal-mime', command: [process.execPath, 'postal-mime.js'], isInstalled: true },
];

interface Exception {
  reader: string;
  /** The only mail of which it is known. */
  mail?: string;
  part: keyof Found;
  /** What of it is compared. */
  toAlike: (text: string) => string;
}

/** Where a reader is wrong, and no mail can avoid it. */
const EXCEPTIONS: readonly Exception[] = [
  {
    // Before 3.13.2 it shows a space between encoded words, which a long name needs.
    reader: "Python's email",
    part: 'from',
    toAlike: (text) => text.replaceAll(' ', ''),
  },
  {
    // It ends the lines of an unencoded part with LF, which is nothing to OpenPGP.
    reader: 'postal-mime',
    mail: 'encrypted',
    part: 'files',
    toAlike: (text) => text.replace(/"sha256":"\w+"/, ''),
  },
];

const PARTS = ['from', 'to', 'replyTo', 'subject', 'date', 'text', 'files'] as const;

interface Comparison {
  reader: string;
  mail: string;
  part: keyof Found;
  wrote: unknown;
  read: unknown;
}

function differ({ reader, mail, part, wrote, read }: Comparison): boolean {
  if (isDeepStrictEqual(wrote, read)) return false;
  const known = EXCEPTIONS.find(
    (each) => each.reader === reader && each.part === part && (each.mail ?? mail) === mail,
  );
  if (!known) return true;
  return known.toAlike(JSON.stringify(wrote)) !== known.toAlike(JSON.stringify(read));
}

/** The Date of every mail here. */
const AT = new Date('2026-02-28T23:59:58.765Z');

const octetsOf = (quotedPrintable: string) =>
  Buffer.from(
    quotedPrintable
      .replaceAll('=\r\n', '')
      .replace(/=([0-9A-F]{2})/g, (_found, hex: string) => String.fromCharCode(parseInt(hex, 16))),
    'latin1',
  );

function textOf(mail: AnyMail): string {
  if ('entity' in mail) return '';
  return 'encoded' in mail ? octetsOf(mail.encoded.text).toString() : mail.text;
}

const ARMORED = /\r\n\r\n(-----BEGIN PGP MESSAGE-----.*-----END PGP MESSAGE-----\r\n)/s;

/** What was written, as far as readers tell. */
function writtenIn(mail: AnyMail, raw: string): Found {
  const { attachment } = mail;
  const fileOf = (name: string, content: Buffer | string) => ({
    name,
    sha256: hash('sha256', content, 'hex'),
  });
  const [, armored] = ('entity' in mail && ARMORED.exec(raw)) || [];
  return {
    from: [{ name: mail.senderName ?? FROM.name, address: FROM.address }],
    to: [{ name: '', address: mail.to }],
    replyTo: mail.replyTo ? [{ name: '', address: mail.replyTo }] : [],
    subject: mail.subject,
    date: Math.floor(AT.getTime() / 1000),
    text: textOf(mail),
    files: [
      ...(attachment ? [fileOf(attachment.filename, attachment.content)] : []),
      ...(mail.files ?? []).map(({ name, chunks }) => fileOf(name, Buffer.concat(chunks))),
      ...(armored === undefined ? [] : [fileOf('encrypted.asc', armored)]),
    ],
  };
}

const rawOf = (mail: AnyMail) => {
  const message = composeMessage({ ...mail, stamp: { id: 'id', at: AT } }, FROM);
  return typeof message === 'string' ? message : Array.from(message.pieces()).join('');
};

/** Lines end as the reader's system writes them, and none is missed at the end. */
const withoutEnds = (found: Found) => ({
  ...found,
  text: found.text.replaceAll('\r\n', '\n').trimEnd(),
});

const folder = newTempFolder('mails');
const written = new Map<string, { name: string; found: Found }>();
for (const [at, { name, mail, lines = [] }] of (await composeMails()).entries()) {
  const raw = rawOf(mail);
  const file = `${String(at).padStart(3, '0')}.eml`;
  writeFileSync(join(folder, file), raw, 'latin1');
  const found = writtenIn(mail, raw);
  for (const line of lines) assert.ok(found.text.includes(line.trim()), `${name}: ${line}`);
  written.set(file, { name, found });
}

describe('programs that read mails', { concurrency: 2 }, () => {
  after(() => rmSync(folder, { recursive: true, force: true }));
  for (const { name, command, isInstalled } of READERS) {
    const skip = !isInstalled && `${name} is not installed`;
    it(`${name} finds in every mail what was written`, { skip }, async (test) => {
      const [program = '', ...args] = command;
      const { stdout } = await run(program, [...args, folder], { cwd: IN_FOLDER, maxBuffer: 1e8 });
      const { version, mails } = JSON.parse(stdout) as {
        version: string;
        mails: Record<string, Found>;
      };
      test.diagnostic(`${name} ${version} read ${Object.keys(mails).length} mails`);
      const differences = Array.from(written).flatMap(([file, { name: mail, found }]) => {
        const [expected, actual] = [withoutEnds(found), withoutEnds(mails[file] as Found)];
        return PARTS.map((part) => ({
          reader: name,
          mail,
          part,
          wrote: expected[part],
          read: actual[part],
        })).filter(differ);
      });
      assert.deepEqual(differences, []);
    });
  }
});
