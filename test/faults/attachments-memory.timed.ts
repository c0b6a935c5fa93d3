import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { it } from 'node:test';
import { promisify } from 'node:util';
import { startSmtpSink } from '../support/smtp-sink.ts';

const ROOT = join(import.meta.dirname, '..', '..');

/** Sends ten mails with the same 5 MiB at once, and prints the growth of memory in bytes. */
const program = (port: number) => `
import { plainServer } from './src/delivery/smtp/connect.ts';
import { SmtpPool } from './src/delivery/smtp/pool.ts';
import { SmtpOutbox } from './src/delivery/smtp/smtp-mailer.ts';
const pool = new SmtpPool(plainServer(${port}));
const { sendMail } = new SmtpOutbox(pool, { name: '', address: 'forms@example.com' });
const chunks = Array.from({ length: 80 }, () => Buffer.alloc(65_536, 'x'));
const file = { name: 'a.bin', type: 'application/octet-stream', chunks, size: 80 * 65_536 };
const send = (files) => sendMail(() => ({ to: 'o@example.com', subject: 's', text: 't', html: 'h', files }));
await Promise.all(Array.from({ length: 10 }, () => send([{ ...file, chunks: chunks.slice(0, 1), size: 65_536 }])));
global.gc();
const before = process.memoryUsage().rss;
let most = 0;
const timer = setInterval(() => (most = Math.max(most, process.memoryUsage().rss)), 5);
await Promise.all(Array.from({ length: 10 }, () => send([file])));
clearInterval(timer);
await pool.close();
console.log(most - before);
`;

it('ten mails with 5 MiB at once add small buffers, and no copy of a file', async (test) => {
  const smtp = await startSmtpSink(test);
  smtp.discard(true);
  const args = [
    '--expose-gc',
    '--max-semi-space-size=2',
    '--input-type=module',
    '-e',
    program(smtp.port),
  ];
  const { stdout } = await promisify(execFile)(process.execPath, args, { cwd: ROOT });
  const grown = Number(stdout);
  // Ten copies in base64 would be 70 MiB.
  assert.ok(grown < 25 * 1024 * 1024, `${grown} bytes more`);
});
