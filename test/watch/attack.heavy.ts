import assert from 'node:assert/strict';
import { it } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { wordsOf } from '../../src/catalogs/languages.ts';
import { startBrowser } from '../support/browser.ts';
import { startFormSite } from '../support/form-site.ts';
import { openForm } from '../stopping/visitors.ts';
import { peakOf } from '../support/process-memory.ts';
import { runService } from '../support/service-process.ts';
import { isDelivery, startSmtpSink } from '../support/smtp-sink.ts';
import { SPAM } from '../submissions/corpus.ts';

const SUBMISSIONS = 2_000;
const ADDRESSES = 200;
const BATCH = 50;

/** Milliseconds between two batches: all of them come within a minute. */
const PAUSE = 500;

/** Batches after which a visitor sends the form in a browser. */
const VISITS = [2, 9, 16, 23, 30];

const MONTH = 250;
const HEAP_MIB = 96;
const MOST_RSS_MIB = 256;

/** Half of them is typical spam, half is text that no rule marks. */
function fieldsOf(at: number): Record<string, string> {
  if (at % 2 === 0) return { ...SPAM[at % SPAM.length]?.fields };
  return { name: 'Robin', message: `Hello, is table ${at} by the window still free on Friday?` };
}

const json = { 'content-type': 'application/json', accept: 'application/json' };

// Guarantee: Spam and limits
it('an attack leaves the month, the memory and the visitors alone, and its owner hears of it once', async (test) => {
  const sink = await startSmtpSink(test);
  const service = runService(
    test,
    {
      SMTP_URL: sink.url,
      MAIL_FROM: 'Forms <forms@letterslot.example>',
      MONTHLY_LIMIT: String(MONTH),
      TRUSTED_PROXIES: '127.0.0.1, ::1',
      DRAIN_SECONDS: '0',
    },
    { nodeArguments: [`--max-old-space-size=${HEAP_MIB}`], patience: 170_000 },
  );
  const url = await service.url();
  const form = url + (await openForm(url, sink, { settings: { challenge: 'suspicious' } }));
  const site = await startFormSite(test);
  site.show(
    `<form method="post" action="${form}"><textarea name="message"></textarea><button>Send</button></form>`,
  );
  const browser = await startBrowser(test);

  /** Writes to the form as people do; the page between solves what is asked. */
  async function visit(visitor: number): Promise<void> {
    const { page } = await browser.visit();
    await page.goto(site.origin);
    await page.getByRole('textbox').fill(`I am honest visitor ${visitor}.`);
    await page.getByRole('button', { name: 'Send' }).click();
    await page.getByRole('heading', { name: 'Message sent' }).waitFor({ timeout: 60_000 });
    await page.context().close();
  }

  const statuses = new Map<number, number>();
  async function attack(at: number): Promise<void> {
    const { status } = await fetch(form, {
      method: 'POST',
      headers: { ...json, 'x-forwarded-for': `198.51.100.${at % ADDRESSES}` },
      body: JSON.stringify(fieldsOf(at)),
    });
    statuses.set(status, (statuses.get(status) ?? 0) + 1);
  }

  const visits: Promise<void>[] = [];
  const began = performance.now();
  for (let batch = 0; batch < SUBMISSIONS / BATCH; batch += 1) {
    const turn = Promise.all(Array.from({ length: BATCH }, (_, at) => attack(batch * BATCH + at)));
    if (VISITS.includes(batch)) visits.push(visit(visits.length));
    await Promise.all([turn, sleep(PAUSE)]);
  }
  const seconds = (performance.now() - began) / 1_000;
  await Promise.all(visits);

  const delivered = sink.mails.filter(isDelivery);
  const honest = delivered.filter(({ email }) => email.text?.includes('I am honest visitor'));
  const peak = peakOf(service) / 1_024;
  service.child.kill('SIGTERM');
  await service.exited;
  const { subject } = wordsOf('en').mails.attack;
  const notices = sink.mails.filter(({ email }) => email.subject?.endsWith(subject));
  test.diagnostic(
    `${seconds.toFixed(0)} s; answers ${JSON.stringify([...statuses])}; ` +
      `${delivered.length} delivered, ${honest.length} of them honest; peak ${peak.toFixed(0)} MiB`,
  );
  assert.equal(honest.length, VISITS.length);
  assert.ok(delivered.length - honest.length <= MONTH / 5);
  assert.ok(peak < MOST_RSS_MIB, `${peak} MiB`);
  assert.equal(notices.length, 1);
  assert.match(notices[0]?.email.text ?? '', /Checked in the browser: \d,\d{3}/);
});
