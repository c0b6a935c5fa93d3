// Reads the mails of a folder with postal-mime, and prints what it found as JSON.
import { hash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import PostalMime from 'postal-mime';

const mailboxes = (addresses = []) => addresses.map(({ name, address }) => ({ name, address }));

async function read(path) {
  const mail = await PostalMime.parse(readFileSync(path));
  return {
    from: mailboxes(mail.from && [mail.from]),
    to: mailboxes(mail.to),
    replyTo: mailboxes(mail.replyTo),
    subject: mail.subject,
    date: Date.parse(mail.date) / 1000,
    text: mail.text ?? '',
    files: mail.attachments
      .filter(({ filename }) => filename !== null)
      .map(({ filename: name, content }) => ({
        name,
        sha256: hash('sha256', new Uint8Array(content), 'hex'),
      })),
  };
}

const [folder = ''] = process.argv.slice(2);
const entryOf = async (name) => [name, await read(join(folder, name))];
const mails = Object.fromEntries(await Promise.all(readdirSync(folder).map(entryOf)));
const { version } = createRequire(import.meta.url)('postal-mime/package.json');
console.log(JSON.stringify({ version, mails }));
