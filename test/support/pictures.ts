import type { Page, PageScreenshotOptions } from 'playwright-core';
import { LIMITS } from '../../src/contract/limits.ts';
import { wordsOf } from '../../src/catalogs/languages.ts';
import { startBrowser, type TestBrowser } from './browser.ts';
import { startFormSite } from './form-site.ts';
import { withoutChance } from '../goldens/golden.ts';
import { until } from './until.ts';
import { startService, tokenIn, type TestService } from './service.ts';

const DAY = 86_400_000;

/** What the clocks of services and pages show, so that the words are the same each time. */
const NOON = Date.UTC(2026, 3, 15, 12);

/** Takes the picture of a page, or looks at its words. */
export type Take = (name: string, page: Page, options?: PageScreenshotOptions) => Promise<void>;

const OWNER = 'mara@lindholm-joinery.example';
const ALIAS = 'Lindholm Joinery';
const ENQUIRY = {
  name: 'Jonas Weber',
  email: 'jonas.weber@example.org',
  message:
    'Hello Mara,\n\nwe move into a new office in May and would love two of your oak tables. ' +
    'Could one of them be 2.40 m long?\n\nBest wishes\nJonas',
};

async function activateForm(service: TestService): Promise<string> {
  const { json } = await service.create({ email: OWNER, alias: ALIAS });
  const [mail] = service.service.preview?.list() ?? [];
  if (!mail) throw new Error('no verification mail arrived');
  await service.confirm(tokenIn(mail));
  return json.form_id;
}

/** Submissions of the last weeks, as many as a small workshop gets. */
async function submitForWeeks(service: TestService, formId: string, clock: { ahead: number }) {
  for (let ago = LIMITS.countedDays - 1; ago >= 0; ago -= 1) {
    clock.ahead = -ago * DAY;
    for (let left = (ago * 5) % 7; left > 0; left -= 1) await service.submit(formId, ENQUIRY);
    if (ago % 6 === 2) await service.submit(formId, {});
  }
}

/** The page of a form at /inbox, while its settings are being changed. */
async function showInboxPage(
  browser: TestBrowser,
  service: TestService,
  scheme: 'light' | 'dark',
  take: Take,
): Promise<void> {
  const newest = () => service.service.preview?.list()[0]?.email.text ?? '';
  const link = () => /\bhttp\S+#token=\S+/.exec(newest())?.[0];
  const before = link();
  const { page } = await browser.visit({ scheme, width: 1180, height: 960 });
  await page.clock.install({ time: NOON });
  await page.goto(`${service.url}/inbox`);
  await page.locator('#email').fill(OWNER);
  await page.getByRole('button').click();
  await until('the mail with a link', () => link() !== before);
  await page.goto(link() ?? '');
  await page
    .getByRole('button', { name: wordsOf('en').inbox.signIn.open.replace('{email}', OWNER) })
    .click();
  await page.getByRole('link', { name: ALIAS }).click();
  await page.locator('#group-emails > summary').click();
  await page.locator('#subject').fill('{name} – {form}');
  await page.locator('.counts').waitFor();
  await page.evaluate('document.activeElement.blur(); scrollTo(0, 0)');
  await take(`inbox-${scheme}`, page, { animations: 'disabled' });
}

/** The page of a form that has been used for some weeks. */
async function showInboxPages(browser: TestBrowser, take: Take): Promise<void> {
  const clock = { ahead: -LIMITS.countedDays * DAY };
  const now = () => NOON + clock.ahead;
  const service = await startService(undefined, { SMTP_URL: '', MAIL_FROM: '' }, { now });
  try {
    await submitForWeeks(service, await activateForm(service), clock);
    await showInboxPage(browser, service, 'light', take);
    await showInboxPage(browser, service, 'dark', take);
  } finally {
    await service.close();
  }
}

interface MailPicture {
  name: string;
  /** A part of the mail's subject. */
  subject: string;
  scheme?: 'light' | 'dark';
  width: number;
  height: number;
}

const MAILS: readonly MailPicture[] = [
  { name: 'mail-light', subject: ENQUIRY.name, width: 700, height: 620 },
  { name: 'mail-dark', subject: ENQUIRY.name, scheme: 'dark', width: 700, height: 620 },
  { name: 'mail-phone', subject: 'Confirm this inbox', width: 375, height: 812 },
];

/** The HTML parts of mails, as a mail program shows them. */
async function showMails(browser: TestBrowser, take: Take): Promise<void> {
  const now = () => NOON;
  const service = await startService(undefined, { SMTP_URL: '', MAIL_FROM: '' }, { now });
  try {
    await service.submit(await activateForm(service), ENQUIRY);
    const mails = service.service.preview?.list() ?? [];
    for (const { name, subject, ...screen } of MAILS) {
      const mail = mails.find(({ email }) => email.subject?.includes(subject));
      if (!mail) throw new Error(`no mail about ${subject} arrived`);
      const { page } = await browser.visit({ ...screen, scale: 1.5 });
      await page.setContent(mail.email.html ?? '');
      await take(name, page);
    }
  } finally {
    await service.close();
  }
}

/** A visitor's form while the mail server is away: it waits, leaves the message, and is sent. */
async function showLateMessage(browser: TestBrowser, take: Take): Promise<void> {
  const ends: (() => Promise<void>)[] = [];
  const owner = { after: (end: () => Promise<void>) => void ends.unshift(end) };
  const service = await startService(owner);
  const site = await startFormSite(owner);
  try {
    const { form_id: formId } = await service.activeRoute({ email: OWNER, alias: ALIAS });
    const code = await service.request(`/v1/routes/${formId}/install?style=script&raw=1`);
    site.show(`<meta name="viewport" content="width=device-width, initial-scale=1"><style>
      body { font: 1rem/1.5 system-ui, sans-serif; margin: 1.5rem }</style>${code.text}`);
    const { page } = await browser.visit({ width: 420, height: 620, scale: 1.5 });
    await page.clock.install({ time: NOON });
    await page.goto(site.origin);
    await page.clock.pauseAt(NOON + 60_000);
    for (const [name, text] of Object.entries(ENQUIRY))
      await page.locator(`[name=${name}]`).fill(text);
    service.sink.refuseWith({ code: 451, text: 'later' });
    await page.locator('form button').click();
    const takeIn = async (state: string, name: string) => {
      await page.locator(`form[data-state=${state}]`).waitFor();
      await take(`late-${name}`, page, { animations: 'disabled', fullPage: true });
    };
    await takeIn('waiting', '1-waiting');
    for (const seconds of [15, 60, 180]) {
      await page.locator('form[data-state=waiting]').waitFor();
      await page.clock.runFor(seconds * 1000);
    }
    await takeIn('failed', '2-left');
    service.sink.refuseWith(undefined);
    await page.getByRole('button', { name: wordsOf('en').challenge.again }).click();
    await takeIn('sent', '3-sent');
  } finally {
    for (const end of ends) await end();
  }
}

/** Shows each picture of the documentation to `take`. */
export async function showPictures(take: Take): Promise<void> {
  const browser = await startBrowser();
  try {
    await showMails(browser, take);
    await showInboxPages(browser, take);
    await showLateMessage(browser, take);
  } finally {
    await browser.close();
  }
}

/** What a reader sees of a page, without what chance made. */
export const wordsOn = async (page: Page): Promise<string> =>
  withoutChance(await page.locator('body').innerText());
