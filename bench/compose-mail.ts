import { createRequire } from 'node:module';
import type { OutgoingMail } from '../src/mail/mailer.ts';
import { composeMimeMessage } from '../src/mail/mime-message.ts';

/** Times our MIME and nodemailer's: `npm exec -- node bench/compose-mail.ts` (15 seconds). */
const SECONDS = 5;
const FROM = { name: 'Forms', address: 'forms@example.com' };

const line = 'We move into a new office in May, and would love two of your oak tables.';
const text = Array.from({ length: 20 }, () => line).join('\n');
const MAIL: OutgoingMail = {
  to: 'owner@example.org',
  subject: 'Anfrage: Tische für das Büro',
  text: `| message:\n${text.replace(/^/gm, '|   ')}\n\n-- \nSent by Lindholm because …\n`,
  html: `<!doctype html><html lang="en"><body><p>${text.replaceAll('\n', '<br />\r\n')} …</p></body></html>`,
  replyTo: 'jonas@example.org',
  unsubscribe: 'https://forms.example.com/v1/routes/stop?token=cfm_7K2MNP4QRSTVWXYZ.abc',
  receipt: 'eyJ'.repeat(200),
};

interface Composer {
  compile(): { build(done: (error: Error | null, message: Buffer) => void): void };
}

const MailComposer: new (mail: object) => Composer = createRequire(import.meta.url)(
  'nodemailer/lib/mail-composer',
);

function composeWithNodemailer(): Promise<Buffer> {
  const { to, subject, html, replyTo, unsubscribe, receipt } = MAIL;
  const mail = {
    from: FROM,
    to,
    replyTo,
    subject,
    text: MAIL.text,
    html,
    list: { unsubscribe },
    headers: { 'Auto-Submitted': 'auto-generated', 'Letterslot-Receipt': receipt },
  };
  return new Promise((resolve, reject) => {
    new MailComposer(mail).compile().build((error, message) => {
      if (error) reject(error);
      else resolve(message);
    });
  });
}

/** Microseconds that one call takes, after as many seconds of warming up as it is measured. */
async function timeOf(compose: () => unknown): Promise<number> {
  let [calls, took] = [0, 0];
  for (const seconds of [SECONDS / 2, SECONDS]) {
    const start = performance.now();
    for (calls = 0; (took = performance.now() - start) < seconds * 1000; calls += 1) {
      await compose();
    }
  }
  return (took * 1000) / calls;
}

const own = await timeOf(() => composeMimeMessage(MAIL, FROM));
const theirs = await timeOf(composeWithNodemailer);
console.log(`${own.toFixed(1)} µs, nodemailer ${theirs.toFixed(1)} µs, for one message`);
