import { createCipheriv, createDecipheriv, createHash, randomBytes } from 'node:crypto';
import { open } from 'node:fs/promises';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { DatabaseSync } from 'node:sqlite';
import { createTransport } from 'nodemailer';
import { answerParent, endWithParent } from './child.ts';

// The minimum that a Node server does for a submission with common libraries: find a route, decrypt
// its inbox, count, mail, answer. It checks, limits and logs nothing.
const LIMIT = 1_000_000_000;
const NONCE = 12;
const TAG = 16;

interface Inbox {
  email: string;
  alias: string;
}

interface Row {
  quota: Buffer;
  inbox: Uint8Array;
}

const key = randomBytes(32);

function seal(id: string, value: Inbox): Buffer {
  const nonce = randomBytes(NONCE);
  const cipher = createCipheriv('aes-256-gcm', key, nonce).setAAD(Buffer.from(id));
  const text = Buffer.concat([cipher.update(JSON.stringify(value)), cipher.final()]);
  return Buffer.concat([nonce, cipher.getAuthTag(), text]);
}

function unseal(id: string, sealed: Uint8Array): Inbox {
  const decipher = createDecipheriv('aes-256-gcm', key, sealed.subarray(0, NONCE))
    .setAAD(Buffer.from(id))
    .setAuthTag(sealed.subarray(NONCE, NONCE + TAG));
  const text = decipher.update(sealed.subarray(NONCE + TAG), undefined, 'utf8');
  return JSON.parse(text + decipher.final('utf8')) as Inbox;
}

const [path = '', idsFile = '', smtpPort = '', connections = ''] = process.argv.slice(2);

const database = new DatabaseSync(path);
database.exec(`
  PRAGMA journal_mode = WAL;
  PRAGMA synchronous = NORMAL;
  CREATE TABLE routes (id TEXT PRIMARY KEY, quota BLOB NOT NULL, inbox BLOB NOT NULL) WITHOUT ROWID;
  CREATE TABLE used (quota BLOB, month INTEGER, count INTEGER NOT NULL, PRIMARY KEY (quota, month))
    WITHOUT ROWID;
`);
const insert = database.prepare('INSERT INTO routes VALUES (?, ?, ?)');
const find = database.prepare('SELECT quota, inbox FROM routes WHERE id = ?');
const take = database.prepare(`
  INSERT INTO used VALUES (?, ?, 1) ON CONFLICT (quota, month)
  DO UPDATE SET count = count + 1 WHERE count < ? RETURNING count`);

/** A route for each id of the file, one a line. */
async function fill(file: string): Promise<void> {
  const ids = await open(file);
  let index = 0;
  database.exec('BEGIN');
  for await (const id of ids.readLines()) {
    const inbox = { email: `owner-${index}@customer.example`, alias: 'Contact form of the shop' };
    insert.run(id, createHash('sha256').update(inbox.email).digest(), seal(id, inbox));
    index += 1;
  }
  database.exec('COMMIT');
}

const mailer = createTransport({
  host: '127.0.0.1',
  port: Number(smtpPort),
  ignoreTLS: true,
  pool: true,
  maxConnections: Number(connections),
  maxMessages: Infinity,
});

function answer(response: ServerResponse, status: number, value: object): void {
  const body = JSON.stringify(value);
  const length = Buffer.byteLength(body);
  response
    .writeHead(status, { 'content-type': 'application/json', 'content-length': length })
    .end(body);
}

async function submit(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const chunks: Buffer[] = [];
  for await (const chunk of request as AsyncIterable<Buffer>) chunks.push(chunk);
  const id = (request.url ?? '').slice('/f/'.length);
  const row = find.get(id) as Row | undefined;
  if (!row) return answer(response, 404, { success: false, error: 'route_not_found' });
  const fields = Object.fromEntries(new URLSearchParams(Buffer.concat(chunks).toString()));
  const { email, alias } = unseal(id, row.inbox);
  const now = new Date();
  // .all(), not .get(): the latter leaves the statement open, and the WAL is never checkpointed.
  const [taken] = take.all(row.quota, now.getUTCFullYear() * 12 + now.getUTCMonth(), LIMIT);
  if (!taken) return answer(response, 429, { success: false, error: 'exhausted' });
  await mailer.sendMail({
    from: 'Forms <forms@letterslot.example>',
    to: email,
    replyTo: fields['email'],
    subject: fields['subject'] ?? `New submission: ${alias}`,
    text: Object.entries(fields)
      .map(([name, value]) => `${name}:\n${value}`)
      .join('\n\n'),
  });
  const { count: used } = taken;
  answer(response, 200, {
    success: true,
    message: 'Thank you, your message was delivered.',
    delivery: { email: 'delivered' },
    used,
    limit: LIMIT,
  });
}

endWithParent();
await fill(idsFile);
const server = createServer((request, response) => {
  submit(request, response).catch(() => answer(response, 503, { success: false }));
});
server.listen(0, '127.0.0.1', 1024, () => {
  answerParent({ port: (server.address() as AddressInfo).port });
});
