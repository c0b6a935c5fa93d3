import assert from 'node:assert/strict';
import { it } from 'node:test';
import fastify from 'fastify';
import { plainServer } from '../../src/delivery/smtp/connect.ts';
import { SmtpPool } from '../../src/delivery/smtp/pool.ts';
import { SmtpOutbox } from '../../src/delivery/smtp/smtp-mailer.ts';
import { openPreviewMailbox } from '../../src/web/preview/mailbox.ts';
import { mountPreview, PREVIEW_PATH } from '../../src/web/preview/mount-preview.ts';

const HTML = '<script>alert(1)</script>';

it('the preview mailbox gives files to be saved, and shows none of them', async (test) => {
  const mailbox = await openPreviewMailbox();
  const pool = new SmtpPool(plainServer(mailbox.port));
  const app = fastify();
  test.after(() => Promise.all([pool.close(), mailbox.close(), app.close()]));
  mountPreview(app, mailbox);
  const bytes = Buffer.from(HTML);
  const file = { name: 'page.html', type: 'text/html', chunks: [bytes], size: bytes.length };
  await new SmtpOutbox(pool, { name: '', address: 'forms@example.com' }).sendMail(() => ({
    to: 'owner@example.com',
    subject: 'File',
    text: 'A file.',
    html: '<p>A file.</p>',
    files: [file],
  }));
  const get = (path: string, headers = {}) =>
    app.inject({
      url: `${PREVIEW_PATH}/${mailbox.list()[0]?.id}${path}`,
      headers: { host: 'localhost', ...headers },
    });
  const page = await get('');
  assert.ok(page.payload.includes('/attachments/0" download'), page.payload);
  assert.ok(!page.payload.includes('alert(1)'));
  const { payload, headers } = await get('/attachments/0');
  assert.equal(payload, HTML);
  assert.equal(headers['content-type'], 'application/octet-stream');
  assert.equal(headers['content-disposition'], 'attachment');
  assert.equal(headers['x-content-type-options'], 'nosniff');
  assert.match(String(headers['content-security-policy']), /sandbox/);
  for (const other of ['1', '-1', 'x', '__proto__', '00000']) {
    assert.equal((await get(`/attachments/${other}`)).statusCode, 404, other);
  }
  assert.equal((await get('/attachments/0', { forwarded: 'for=192.0.2.1' })).statusCode, 404);
});
