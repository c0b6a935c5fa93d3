import { mkdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { LIMITS } from '../src/contract/limits.ts';
import { wordsOf } from '../src/catalogs/languages.ts';
import { startBrowser, type TestBrowser } from '../test/support/browser.ts';
import { startFormSite } from '../test/support/form-site.ts';
import { until } from '../test/support/until.ts';
import { startService, tokenIn, type TestService } from '../test/support/service.ts';

const DAY = 86_400_000;

/** Makes the pictures of the documentation: `npm exec -- node scripts/make-screenshots.ts`. */
const FOLDER = join(import.meta.dirname, '..', 'docs', 'images');
const MAX_BYTES = 150_000;

const OWNER = 'mara@lindholm-joinery.example';
/** An inbox that has not confirmed yet. */
const OFFICE = 'office@lindholm-joinery.example';
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
async function shootInboxPage(
  browser: TestBrowser,
  service: TestService,
  scheme: 'light' | 'dark',
): Promise<string> {
  const path = join(FOLDER, `inbox-${scheme}.png`);
  const newest = () => service.service.preview?.list()[0]?.email.text ?? '';
  const link = () => /\bhttp\S+#token=\S+/.exec(newest())?.[0];
  const before = link();
  const { page } = await browser.visit({ scheme, width: 1180, height: 960 });
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
  await page.screenshot({ path, animations: 'disabled' });
  return path;
}

/** The page of a form that has been used for some weeks. */
async function shootInboxPages(browser: TestBrowser): Promise<string[]> {
  const clock = { ahead: -LIMITS.countedDays * DAY };
  const now = () => Date.now() + clock.ahead;
  const service = await startService(undefined, { SMTP_URL: '', MAIL_FROM: '' }, { now });
  try {
    await submitForWeeks(service, await activateForm(service), clock);
    return [
      await shootInboxPage(browser, service, 'light'),
      await shootInboxPage(browser, service, 'dark'),
    ];
  } finally {
    await service.close();
  }
}

async function shootMailbox(browser: TestBrowser, service: TestService): Promise<string> {
  const path = join(FOLDER, 'preview-mailbox.png');
  const { page } = await browser.visit({ width: 940, height: 1060, scale: 1.5 });
  await page.goto(`${service.url}/preview`);
  await page.getByRole('link', { name: ALIAS }).first().click();
  await page.frameLocator('iframe').getByRole('heading').waitFor();
  await page.screenshot({ path });
  return path;
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
  { name: 'mail-phone', subject: 'confirm this inbox', width: 375, height: 812 },
];

/** The HTML part of a mail, as a mail program shows it. */
async function shootMail(
  browser: TestBrowser,
  service: TestService,
  { name, subject, ...screen }: MailPicture,
): Promise<string> {
  const path = join(FOLDER, `${name}.png`);
  const mails = service.service.preview?.list() ?? [];
  const mail = mails.find(({ email }) => email.subject?.includes(subject));
  if (!mail) throw new Error(`no mail about ${subject} arrived`);
  const { page } = await browser.visit({ ...screen, scale: 1.5 });
  await page.setContent(mail.email.html ?? '');
  await page.screenshot({ path });
  return path;
}

async function shootResultPage(
  browser: TestBrowser,
  service: TestService,
  formId: string,
): Promise<string> {
  const path = join(FOLDER, 'result-page.png');
  const answer = await service.submit(formId, ENQUIRY, { accept: 'text/html' });
  const { page } = await browser.visit({ width: 720, height: 400, scale: 2 });
  await page.setContent(answer.text);
  await page.screenshot({ path });
  return path;
}

/** The page of the first steps, while it waits for the inbox. */
async function shootStartPage(
  browser: TestBrowser,
  service: TestService,
  scheme: 'light' | 'dark',
): Promise<string> {
  const path = join(FOLDER, `start-${scheme}.png`);
  const { page } = await browser.visit({ scheme, width: 880, height: 1020, scale: 1.25 });
  await page.goto(`${service.url}/start`);
  await page.locator('#email').fill(OFFICE);
  await page.locator('#alias').fill(ALIAS);
  await page.getByRole('button').click();
  await page.locator('.waiting').waitFor();
  await page.screenshot({ path, animations: 'disabled' });
  return path;
}

/** A visitor's form while the mail server is away: it waits, leaves the message, and is sent. */
async function shootLateMessage(browser: TestBrowser): Promise<string[]> {
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
    await page.clock.install();
    await page.goto(site.origin);
    for (const [name, text] of Object.entries(ENQUIRY))
      await page.locator(`[name=${name}]`).fill(text);
    service.sink.refuseWith({ code: 451, text: 'later' });
    await page.locator('form button').click();
    const shoot = async (name: string, state: string) => {
      const path = join(FOLDER, `late-${name}.png`);
      await page.locator(`form[data-state=${state}]`).waitFor();
      await page.screenshot({ path, animations: 'disabled', fullPage: true });
      return path;
    };
    const paths = [await shoot('1-waiting', 'waiting')];
    for (const seconds of [15, 60, 180]) {
      await page.locator('form[data-state=waiting]').waitFor();
      await page.clock.runFor(seconds * 1000);
    }
    paths.push(await shoot('2-left', 'failed'));
    service.sink.refuseWith(undefined);
    await page.getByRole('button', { name: wordsOf('en').challenge.again }).click();
    return [...paths, await shoot('3-sent', 'sent')];
  } finally {
    for (const end of ends) await end();
  }
}

mkdirSync(FOLDER, { recursive: true });
const service = await startService(undefined, { SMTP_URL: '', MAIL_FROM: '' });
const browser = await startBrowser();
try {
  const formId = await activateForm(service);
  const paths = [
    await shootResultPage(browser, service, formId),
    await shootMailbox(browser, service),
    await shootStartPage(browser, service, 'light'),
    await shootStartPage(browser, service, 'dark'),
  ];
  paths.push(...(await shootLateMessage(browser)), ...(await shootInboxPages(browser)));
  for (const picture of MAILS) paths.push(await shootMail(browser, service, picture));
  for (const path of paths) {
    const { size } = statSync(path);
    process.stdout.write(`${path}: ${size} bytes\n`);
    if (size > MAX_BYTES) throw new Error(`${path} is larger than ${MAX_BYTES} bytes`);
  }
} finally {
  await browser.close();
  await service.close();
}
