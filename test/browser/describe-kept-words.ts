import assert from 'node:assert/strict';
import { it } from 'node:test';
import { wordsOf } from '../../src/catalogs/languages.ts';
import { openSite } from '../support/form-site.ts';
import { formAt, visitorsOf, type Using } from './late-message.ts';

const { formCode, accepted, challenge, variants, givenBack } = wordsOf('en');
const words = formCode.script;

/** Words that stay until a message is delivered. */
export function describeKeptWords(using: Using) {
  const { newForm, open, inState, press, fillAndSend, pass, refuse, stored, mails } =
    visitorsOf(using);

  it('where the browser does not copy, the text appears', async (test) => {
    const { endpoint } = await newForm();
    const { page } = await open(test, formAt(endpoint));
    refuse();
    await fillAndSend(page);
    await press(page, words.stop);
    await page.evaluate(`navigator.clipboard.writeText = () => Promise.reject(new Error())`);
    await press(page, words.copy);
    await page.getByLabel(words.copy).waitFor();
    assert.match(await page.getByLabel(words.copy).inputValue(), /^name: Ada\n/);
  });

  it('the visitor stops it by a button or by writing, and what is written then is sent once', async (test) => {
    const { endpoint } = await newForm();
    const { page, keys } = await open(test, formAt(endpoint));
    refuse();
    await fillAndSend(page);
    await press(page, words.stop);
    await page.getByText(`${words.stopped} ${words.kept}`).waitFor();
    await press(page, challenge.again);
    await inState(page, 'waiting');
    await page.getByLabel('Name').fill('Ada Lovelace');
    await inState(page, 'failed');
    await page.clock.runFor(900_000);
    assert.equal(keys.length, 2);
    using().service.sink.refuseWith(undefined);
    await press(page, challenge.again);
    await inState(page, 'sent');
    assert.equal(mails().length, 1);
    assert.match(mails()[0]?.email.text ?? '', /Ada Lovelace/);
  });

  it('words are of one form on one page, and end by reset, by the visitor and after a day', async (test) => {
    const { endpoint } = await newForm();
    const twice =
      formAt(endpoint) + formAt(endpoint, 'id="other"', '<button type="reset">Reset</button>');
    const { page, site } = await open(
      test,
      formAt(endpoint, '', '<input type="reset" value="Empty">'),
    );
    refuse();
    const again = async (content: string) => {
      site.show(`${content}<script type="module" src="${using().service.url}/form.js"></script>`);
      await page.reload();
    };
    const offered = page.getByText(words.unconfirmed);
    for (const name of ['Empty', words.discard]) {
      await fillAndSend(page);
      await inState(page, 'waiting');
      if (name === words.discard) await press(page, words.stop);
      assert.equal(await stored(page), 1);
      await press(page, name);
      assert.equal(await stored(page), 0);
      assert.equal(await page.locator('[data-kept], [data-state]').count(), 0);
      assert.equal(await page.getByRole('status').innerText(), '');
    }
    await fillAndSend(page);
    await inState(page, 'waiting');
    await again(twice);
    await offered.waitFor();
    assert.equal(await page.locator('form:not([id]) [name=name]').inputValue(), 'Ada');
    assert.equal(await page.locator('#other [name=name]').inputValue(), 'Nobody');
    const other = await page.context().newPage();
    await other.goto(site.origin);
    assert.equal(await other.locator('#other [name=name]').inputValue(), 'Nobody');
    assert.equal(await other.getByText(words.unconfirmed).count(), 0);
    await page.evaluate(`for (const key of Object.keys(sessionStorage)) {
      const kept = JSON.parse(sessionStorage.getItem(key));
      sessionStorage.setItem(key, JSON.stringify({ ...kept, at: kept.at - 86_400_000 }));
    }`);
    await page.reload({ waitUntil: 'networkidle' });
    assert.deepEqual([await offered.count(), await stored(page)], [0, 0]);
  });

  it('a tab that was duplicated has the key too, and makes no second mail', async (test) => {
    const { endpoint } = await newForm();
    const { page, site } = await open(test, formAt(endpoint));
    refuse();
    await fillAndSend(page);
    await inState(page, 'waiting');
    const copies = await page.evaluate<string>('JSON.stringify({ ...sessionStorage })');
    const other = await page.context().newPage();
    await other.addInitScript(`Object.assign(sessionStorage, ${copies})`);
    await other.goto(site.origin);
    using().service.sink.refuseWith(undefined);
    await press(other, challenge.again);
    await inState(other, 'sent');
    await page.clock.runFor(15_000);
    await inState(page, 'sent');
    assert.equal(mails().length, 1);
  });

  it('files are not kept: the page asks for them, and the same one is sent with the key', async (test) => {
    const fields = [{ name: 'name' }, { name: 'photo', type: 'file' as const }];
    const { endpoint } = await newForm({ files: {}, fields, unknown_fields: 'accept' });
    const photo = '<p><label>Photo <input name="photo" type="file"></label></p>';
    const { page, keys } = await open(
      test,
      formAt(endpoint, 'enctype="multipart/form-data"', photo),
    );
    const file = { name: 'a.txt', mimeType: 'text/plain', buffer: Buffer.from('Two steps.') };
    await page.getByLabel('Photo').setInputFiles(file);
    refuse();
    await fillAndSend(page);
    await pass(page, 15, 'waiting');
    await page.reload();
    await page.getByText(givenBack.chooseAgain).waitFor();
    assert.equal(await page.getByRole('button', { name: challenge.again }).count(), 0);
    using().service.sink.refuseWith(undefined);
    await page.getByLabel('Photo').setInputFiles(file);
    await press(page, 'Send');
    await inState(page, 'sent');
    assert.equal(new Set(keys.slice(0, 2)).size, 1);
    assert.deepEqual(
      mails().map(({ email }) => email.attachments.map(({ filename }) => filename)),
      [['a.txt']],
    );
  });

  it('data-keep="off" keeps nothing, sends nothing by itself, and leaves the words in the fields', async (test) => {
    const { endpoint } = await newForm();
    const { page, keys } = await open(test, formAt(endpoint, 'data-keep="off"'));
    refuse();
    await fillAndSend(page);
    await inState(page, 'failed');
    await page.clock.runFor(900_000);
    assert.deepEqual([keys.length, await stored(page)], [1, 0]);
    assert.equal(await page.locator('[data-kept]').count(), 0);
    assert.equal(await page.getByLabel('Name').inputValue(), 'Ada');
  });

  it('without scripts the page of a 503 has the text, and a button that sends the same fields', async (test) => {
    const { browser, service } = using();
    const { endpoint } = await newForm();
    const [{ sink }, { visitor, hints }] = [service, wordsOf('en')];
    test.after(() => sink.vanishAfterData(false));
    for (const isDoubtful of [false, true]) {
      sink.vanishAfterData(isDoubtful);
      if (!isDoubtful) refuse();
      const { page } = await openSite(test, browser, formAt(endpoint), { javaScript: false });
      sink.mails.length = 0;
      const answered = page.waitForResponse(endpoint);
      await fillAndSend(page);
      const headers = (await answered).headers();
      assert.equal(headers['cache-control'], 'no-store');
      const { title, message } = isDoubtful ? variants.doubtful_delivery : visitor.delivery_failed;
      await page.getByRole('heading', { name: title }).waitFor();
      for (const text of [message, hints.sendAgain]) await page.getByText(text).waitFor();
      await page.locator('.said', { hasText: 'and a “quote”' }).waitFor();
      sink.refuseWith(undefined);
      sink.vanishAfterData(false);
      await press(page, givenBack.send);
      await page.getByRole('heading', { name: accepted.title }).waitFor();
      assert.equal(sink.mails.length, isDoubtful ? 2 : 1);
      const texts = sink.mails.map(({ email }) => (email.text ?? '').split('-- \n')[0]);
      for (const text of texts) assert.match(text ?? '', /Two lines,[^]*Support[^]*button/);
    }
  });
}
