import assert from 'node:assert/strict';
import { it } from 'node:test';
import { SmtpOutbox } from '../../src/delivery/smtp/smtp-mailer.ts';
import { plainServer } from '../../src/delivery/smtp/connect.ts';
import { SmtpPool } from '../../src/delivery/smtp/pool.ts';
import { startSmtpSink } from '../support/smtp-sink.ts';

it('a mail leaves with the envelope sender it names, with none, or with the address of all mails', async (test) => {
  const sink = await startSmtpSink();
  const pool = new SmtpPool(plainServer(sink.port), {});
  test.after(async () => {
    await pool.close();
    await sink.close();
  });
  const from = { name: 'Forms', address: 'forms@example.com' };
  const { sendMail } = new SmtpOutbox(pool, from);
  const mail = { to: 'owner@example.com', subject: 'x', text: 'x', html: '<p>x</p>' };
  await sendMail(() => mail);
  await sendMail(() => ({ ...mail, envelopeFrom: '' }));
  await sendMail(() => ({ ...mail, envelopeFrom: 'bounces+x@example.com' }));
  assert.deepEqual(
    sink.mails.map((received) => received.from),
    ['forms@example.com', '', 'bounces+x@example.com'],
  );
  for (const { email } of sink.mails) assert.equal(email.from?.address, 'forms@example.com');
});
