// Reads the mails of a folder with mailparser, and prints what it found as JSON.
import { hash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { simpleParser } from 'mailparser';

const OPTIONS = { skipHtmlToText: true, skipTextToHtml: true, skipImageLinks: true };

const mailboxes = (header) => (header?.value ?? []).map(({ name, address }) => ({ name, address }));

async function read(path) {
  const mail = await simpleParser(readFileSync(path), OPTIONS);
  return {
    from: mailboxes(mail.from),
    to: mailboxes(mail.to),
    replyTo: mailboxes(mail.replyTo),
    subject: mail.subject,
    date: mail.date.getTime() / 1000,
    text: mail.text ?? '',
    files: mail.attachments
      .filter(({ filename }) => filename !== undefined)
      .map(({ filename: name, content }) => ({ name, sha256: hash('sha256', content, 'hex') })),
  };
}

const [folder = ''] = process.argv.slice(2);
const entryOf = async (name) => [name, await read(join(folder, name))];
const mails = Object.fromEntries(await Promise.all(readdirSync(folder).map(entryOf)));
const { version } = createRequire(import.meta.url)('mailparser/package.json');
console.log(JSON.stringify({ version, mails }));
