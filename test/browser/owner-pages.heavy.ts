import assert from 'node:assert/strict';
import { after, describe, it, type TestContext } from 'node:test';
import { wordsOf } from '../../src/catalogs/languages.ts';
import { startBrowser } from '../support/browser.ts';
import { until } from '../support/until.ts';
import { linkedToken, startService, unsubscribeToken } from '../support/service.ts';

const { owners, verification } = wordsOf('de');

const browser = await startBrowser({ after });

/** A service, and a browser whose owner reads German and runs no scripts. */
async function openService(test: TestContext) {
  const service = await startService(test);
  const visit = await browser.visit({ locale: 'de', javaScript: false });
  test.after(() => visit.page.context().close());
  const press = (name: string) => visit.page.getByRole('button', { name, exact: true }).click();
  const see = (name: string) => visit.page.getByRole('heading', { name, exact: true }).waitFor();
  const statusOf = async (formId: string) =>
    (await service.request(`/v1/routes/${formId}`)).json.status;
  return { ...service, ...visit, press, see, statusOf };
}

describe('owner pages in German without script', async () => {
  it('owner pages stop a form, start it again and mail its confirmation again', async (test) => {
    const start = await openService(test);
    const { page, press, see, statusOf, sink, problems } = start;
    const { form_id } = await start.activeRoute();
    await start.submit(form_id, { message: 'Hallo' });
    const ask = `${start.url}/v1/routes/stop?token=${linkedToken(start, 'stop')}`;
    const link = `${start.url}/v1/routes/stop?token=${unsubscribeToken(start)}`;
    await page.goto(ask);
    await see(owners.askStop.title);
    await press(owners.askStop.button);
    await see(owners.linkSent.title);
    assert.equal(await statusOf(form_id), 'active');
    await page.goto(link);
    await see(owners.stop.title);
    assert.equal(await statusOf(form_id), 'active');
    await press(owners.stop.button);
    await see(owners.stopped.title);
    assert.equal(await statusOf(form_id), 'pending_verification');
    await press(owners.stopped.undoButton);
    await see(verification.confirmed.title);
    assert.equal(await statusOf(form_id), 'active');
    await page.goto(link);
    await press(owners.stop.report);
    await page.goto(link);
    await see(owners.stopped.title);
    await until('both notices', () => sink.mails.length === 4);
    sink.mails.length = 0;
    await press(owners.stopped.againButton);
    await see(owners.linkSent.title);
    assert.equal(sink.mails.length, 1);
    await page.goto(`${start.url}/v1/routes/verify?token=${start.verificationToken()}`);
    await press(verification.open.button);
    await see(verification.confirmed.title);
    assert.equal(await statusOf(form_id), 'active');
    assert.deepEqual(problems, []);
  });

  it('owner pages approve a form that was active at once', async (test) => {
    const start = await openService(test);
    await start.activeRoute();
    const { json } = await start.create({ alias: 'Zweites Formular' });
    await until('the notice of the form', () => start.sink.mails.length > 0);
    const messageOf = async () => (await start.request(`/v1/routes/${json.form_id}`)).json.message;
    const link = `${start.url}/v1/routes/approve?token=${linkedToken(start, 'approve')}`;
    await start.page.goto(link);
    await start.see(owners.approve.title);
    assert.equal(await messageOf(), json.message);
    await start.press(owners.approve.button);
    await start.see(owners.approved.title);
    assert.notEqual(await messageOf(), json.message);
    await start.page.goto(link);
    await start.see(owners.approved.title);
    assert.deepEqual(start.problems, []);
  });

  it('owner pages remove a form that nobody asked for, and undo that', async (test) => {
    const start = await openService(test);
    const { json } = await start.create();
    await start.page.goto(`${start.url}/v1/routes/refuse?token=${linkedToken(start, 'refuse')}`);
    await start.see(owners.refuse.title);
    assert.equal(await start.statusOf(json.form_id), 'pending_verification');
    await start.press(owners.refuse.button);
    await start.see(owners.refused.title);
    assert.equal(await start.statusOf(json.form_id), undefined);
    await start.press(owners.refused.allow);
    await start.see(owners.allowed.title);
    assert.equal((await start.create()).status, 202);
    assert.deepEqual(start.problems, []);
  });
});
