import assert from 'node:assert/strict';
import { join } from 'node:path';
import { it } from 'node:test';
import { wordsOf } from '../../src/catalogs/languages.ts';
import { expectAccessible } from '../support/browser.ts';
import { startLosingProxy } from '../support/losing-proxy.ts';
import { reservePort } from '../support/own-port.ts';
import { startService } from '../support/service.ts';
import { newDatabaseFolder } from '../support/temp-folder.ts';
import { formAt, visitorsOf, type Using } from './late-message.ts';

const { formCode, accepted, challenge, variants } = wordsOf('en');
const words = formCode.script;

/** Messages that are sent again by themselves. */
export function describeSentAgain(using: Using) {
  const { newForm, open, inState, press, fillAndSend, pass, refuse, said, stored, mails } =
    visitorsOf(using);

  it('a message is sent again with its key until the mail server is back, and is heard once a state', async (test) => {
    const { endpoint } = await newForm();
    const { page, keys } = await open(test, formAt(endpoint));
    refuse();
    await fillAndSend(page);
    await pass(page, 15, 'waiting');
    using().service.sink.refuseWith(undefined);
    await expectAccessible(page);
    await pass(page, 60, 'sent');
    assert.equal(mails().length, 1);
    assert.match(mails()[0]?.email.text ?? '', /Two lines,[\s|]+and a “quote”/);
    assert.deepEqual([keys.length, new Set(keys).size], [3, 1]);
    assert.equal(await stored(page), 0);
    assert.equal(await page.getByLabel('Name').inputValue(), 'Nobody');
    const texts = await said(page);
    assert.deepEqual(
      texts.map((text) =>
        [words.busy, formCode.sending, accepted.thanks].find((each) => text.startsWith(each)),
      ),
      [words.busy, formCode.sending, words.busy, formCode.sending, accepted.thanks],
    );
    assert.deepEqual(await page.evaluate('window.heard'), ['letterslot:sent']);
  });

  it('a message that is refused for good is left to the visitor at once, and sent once', async (test) => {
    const { endpoint } = await newForm();
    const { page, keys } = await open(test, formAt(endpoint));
    using().service.sink.refuseWith({ code: 554, text: 'not this' });
    await fillAndSend(page);
    await inState(page, 'failed');
    await page.getByText(`${variants.refused_message.message} ${words.kept}`).waitFor();
    await page.clock.runFor(900_000);
    assert.deepEqual([keys.length, await stored(page)], [1, 1]);
    assert.deepEqual(await page.evaluate('window.heard'), ['letterslot:error']);
    await page.getByRole('button', { name: words.copy }).waitFor();
  });

  it('an answer that is lost makes no second mail, nor does the page when it is loaded again', async (test) => {
    for (const how of ['wait', 'load again']) {
      const target = await reservePort();
      const proxy = await startLosingProxy(target);
      const service = await startService(test, {
        PORT: String(target),
        PUBLIC_URL: `http://127.0.0.1:${proxy.port}`,
      });
      const { endpoint } = await newForm({}, service);
      const { page } = await open(test, formAt(endpoint), service);
      service.sink.delay(300);
      const taken = service.sink.taken(1).then(() => proxy.close());
      await fillAndSend(page);
      await taken;
      await inState(page, 'waiting');
      service.sink.delay(0);
      // Chromium sends again by itself when a connection breaks; not when nothing listens.
      const again = await startLosingProxy(target, proxy.port);
      test.after(() => again.close());
      assert.match((await said(page)).at(-1) ?? '', new RegExp(`^${words.cut}`));
      if (how === 'wait') await pass(page, 15, 'sent');
      else {
        await page.reload();
        await page.getByText(`${words.unconfirmed} ${words.kept}`).waitFor();
        assert.equal(await page.getByLabel('Message').inputValue(), 'Two lines,\nand a “quote”');
        assert.equal(await page.getByLabel('News').isChecked(), false);
        assert.equal(await page.getByLabel('Topic').inputValue(), 'Support');
        await press(page, challenge.again);
        await inState(page, 'sent');
      }
      assert.deepEqual([service.sink.mails.length, await stored(page)], [1, 0], how);
    }
  });

  it('a service that is restarted gets the message', async (test) => {
    const folder = newDatabaseFolder('restarted');
    const port = String(await reservePort());
    const env = { PORT: port, DATABASE_URL: `file:${join(folder, 'test.db')}` };
    const first = await startService(test, env);
    const { endpoint } = await newForm({}, first);
    const { page } = await open(test, formAt(endpoint), first);
    await first.close();
    await fillAndSend(page);
    await inState(page, 'waiting');
    const second = await startService(test, env);
    await pass(page, 15, 'sent');
    assert.deepEqual([first.sink.mails.length, second.sink.mails.length], [0, 1]);
  });

  it('after three further tries the text can be copied, and sent by a button', async (test) => {
    const { endpoint } = await newForm();
    const { page, keys } = await open(test, formAt(endpoint));
    refuse();
    await fillAndSend(page);
    for (const seconds of [15, 60]) await pass(page, seconds, 'waiting');
    await pass(page, 180, 'failed');
    assert.deepEqual(await page.evaluate('window.heard'), ['letterslot:error']);
    await page.getByText(words.kept).waitFor();
    await expectAccessible(page);
    await page.evaluate(
      `navigator.clipboard.writeText = (text) => ((window.copied = text), Promise.resolve())`,
    );
    await press(page, words.copy);
    await page.getByRole('button', { name: words.copied }).waitFor();
    const copied = await page.evaluate<string>('window.copied');
    assert.equal(copied, 'name: Ada\nmessage: Two lines,\nand a “quote”\ntopic: Support');
    await page.clock.runFor(900_000);
    assert.equal(keys.length, 4);
    using().service.sink.refuseWith(undefined);
    await press(page, challenge.again);
    await inState(page, 'sent');
    assert.deepEqual([mails().length, new Set(keys).size], [1, 1]);
  });

  it('after a doubtful answer nothing is sent by itself, and the page says why', async (test) => {
    const { service } = using();
    const { endpoint } = await newForm();
    const { page, keys } = await open(test, formAt(endpoint));
    service.sink.vanishAfterData(true);
    test.after(() => service.sink.vanishAfterData(false));
    await fillAndSend(page);
    const doubt = `${variants.doubtful_delivery.message} ${words.kept}`;
    await page.getByText(doubt).waitFor();
    await page.clock.runFor(900_000);
    assert.deepEqual([keys.length, mails().length], [1, 1]);
    await page.reload();
    await page.getByText(doubt).waitFor();
    service.sink.vanishAfterData(false);
    await press(page, challenge.again);
    await inState(page, 'sent');
    assert.equal(mails().length, 2);
  });

  it('Retry-After decides how long it waits, after a 429 too', async (test) => {
    let ahead = 0;
    const service = await startService(
      test,
      { SUBMIT_RATE_PER_MINUTE: '1/100' },
      { now: () => Date.now() + ahead },
    );
    const { form_id: formId, endpoint } = await newForm({}, service);
    const { page } = await open(test, formAt(endpoint), service);
    await service.submit(formId, { message: 'first' });
    await fillAndSend(page);
    await inState(page, 'waiting');
    await page.clock.runFor(16_000);
    await inState(page, 'waiting');
    ahead += 60_000;
    await page.clock.runFor(45_000);
    await inState(page, 'sent');
    assert.equal(service.sink.mails.length, 2);
  });

  it('a form with a page of its own for thanks keeps its key over tries', async (test) => {
    const { endpoint } = await newForm();
    const next = '<input type="hidden" name="_redirect" value="https://www.example.com/thanks">';
    const { page, keys } = await open(test, formAt(endpoint, '', next));
    refuse();
    await fillAndSend(page);
    await pass(page, 15, 'waiting');
    assert.deepEqual([keys.length, new Set(keys).size], [2, 1]);
  });
}
