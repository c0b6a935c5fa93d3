import assert from 'node:assert/strict';
import { after, it } from 'node:test';
import { expectAccessible, startBrowser } from '../support/browser.ts';
import { linkedToken, OWNER } from '../support/service.ts';
import { standing } from '../support/time-windows.ts';
import { alert, button, confirmInbox, create, openStart, startWords } from './open-start.ts';

const [en, de, fr] = [startWords('en'), startWords('de'), startWords('fr')];

const browser = await startBrowser({ after });

it('start page errors are at their fields, all at once and in the language of the page', async (test) => {
  const start = await openStart(browser, test, { locale: 'de' });
  const { page, sink } = start;
  await page.getByLabel(de.create.email).fill('ada@localhost');
  await page.getByLabel(de.create.alias).fill('https://example.com/');
  await button(page, de.create.button).click();
  for (const [id, text] of [
    ['email', de.errors.invalid_email],
    ['alias', de.errors.invalid_alias],
  ] as const) {
    await page.locator(`#${id}-fault`, { hasText: text }).waitFor();
    assert.equal(await page.locator(`#${id}`).getAttribute('aria-invalid'), 'true');
    const describedBy = await page.locator(`#${id}`).getAttribute('aria-describedby');
    assert.equal(describedBy, `${id}-hint ${id}-fault`);
  }
  assert.equal(await page.evaluate('document.activeElement.id'), 'email');
  assert.equal(await alert(page).count(), 0);
  await expectAccessible(page);
  await page.getByLabel(de.create.alias).fill('„Kontakt“ & Co.');
  await page.getByLabel(de.create.email).fill(OWNER);
  assert.equal(await page.locator('.fault, [aria-invalid=true]').count(), 0, 'both were changed');
  await button(page, de.create.button).click();
  await page.locator('.waiting').waitFor();
  assert.equal(sink.mails.length, 1, 'typographic quotes are part of a name');
});

it('start page errors say how long to wait', async (test) => {
  const start = await openStart(browser, test, {}, { CREATE_RATE_PER_MINUTE: '1' }, standing());
  await start.create({ email: 'somebody-else@example.com' });
  await create(start);
  const notice = alert(start.page).getByText(en.errors.rate_limited);
  assert.match(await notice.innerText(), /Try again in \d+ seconds?\./);
  assert.equal(start.sink.mails.length, 1);
});

it('start page errors give the wait in days if an inbox refused such mails', async (test) => {
  const start = await openStart(browser, test, { locale: 'fr' });
  await start.create();
  const token = linkedToken(start, 'refuse');
  await start.request('/v1/routes/refuse', {
    method: 'POST',
    body: new URLSearchParams({ token }),
  });
  await create(start, OWNER, fr);
  await alert(start.page).getByText('Réessayez dans 30 jours.').waitFor();
});

it('start page errors can be retried, which creates one form', async (test) => {
  const start = await openStart(browser, test);
  const { page, sink } = start;
  await page.context().setOffline(true);
  await create(start);
  await alert(page).getByText(en.errors.unreachable).waitFor();
  await page.context().setOffline(false);
  await button(page, en.create.button).click();
  await page.getByText(en.confirm.look.replace('{email}', OWNER)).waitFor();
  assert.equal(await alert(page).count(), 0);
  assert.equal(sink.mails.length, 1);
});

it('start page errors of the mail server appear next to the test', async (test) => {
  const start = await openStart(browser, test);
  await create(start);
  await confirmInbox(start);
  start.sink.refuseWith({ code: 550, text: 'no' });
  await button(start.page, en.test.button).click();
  await alert(start.page).getByText(en.errors.delivery_failed).waitFor();
  start.sink.refuseWith(undefined);
  await button(start.page, en.test.button).click();
  await start.page.getByText(en.test.delivered).waitFor();
  assert.equal(await alert(start.page).count(), 0);
});
