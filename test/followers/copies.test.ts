import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { inert } from '../../src/platform/text/strangers-words.ts';
import { fill } from '../../src/catalogs/catalog.ts';
import { wordsOf } from '../../src/catalogs/languages.ts';
import {
  answerCopy,
  countMailsTo,
  createPeople,
  formWithConfirmedCopies,
  formWithCopies,
  mailTo,
  ownerPuts,
  questionTo,
} from '../support/copied-form.ts';
import { manage, owned, settingsOf } from '../support/manage-form.ts';
import {
  linkedToken,
  startService,
  unsubscribeToken,
  type TestService,
} from '../support/service.ts';
import { press } from '../consent/press.ts';

describe('copies', () => {
  let service: TestService;
  const people = createPeople();

  before(async () => {
    service = await startService(undefined, { OPERATOR_NAME: 'Acme Ltd', MONTHLY_LIMIT: '3' });
  });
  after(() => service?.close());

  const statusesOf = async (form_id: string, owner: string): Promise<string[]> => {
    const { copies } = await settingsOf(service, owned(service, { form_id }, owner));
    return copies.map(({ status }: { status: string }) => status);
  };

  const mailsTo = (address: string) => countMailsTo(service, address);

  const submit = async (formId: string, fields: Record<string, string> = { message: 'Hello' }) =>
    (await service.submit(formId, fields)).json;

  // Guarantee: A form
  it('the owner agrees to the list of copies before anybody is asked, and each inbox for itself then', async () => {
    const { owner, ann, jo } = people();
    const alias = 'Call 0800 12345 at evil.example';
    const route = await service.activeRoute({ email: owner, alias, settings: { language: 'de' } });
    const wanted = { language: 'de', copies: [ann, jo] };
    const { json } = await service.putSettings(route, wanted);
    assert.deepEqual([json.settings, json.proposed], [{ language: 'de' }, wanted]);
    assert.ok(!('copies' in json), 'a form without copies says nothing of them');
    assert.equal(mailsTo(ann) + mailsTo(jo), 0, 'a management token mails no stranger');
    const accepted = await press(service, 'settings', {
      token: linkedToken(service, 'settings', mailTo(service, owner)),
    });
    assert.deepEqual(accepted.json.copies, [
      { address: ann, status: 'asked' },
      { address: jo, status: 'asked' },
    ]);
    assert.deepEqual((await submit(route.form_id)).delivery, { email: 'delivered' });
    const { email, raw, recipients } = mailTo(service, ann);
    assert.deepEqual(recipients, [ann]);
    const { copy_ask: words } = wordsOf('de').mails;
    assert.equal(email.subject, fill(words.subject, { operator: 'Acme Ltd' }));
    for (const part of [email.text, email.html]) {
      assert.ok(part?.includes(`„${inert(alias)}“`), part);
      assert.ok(!part?.includes(owner) && !part?.includes(jo), 'no other address');
    }
    assert.doesNotMatch(raw, /List-Unsubscribe|\/inbox|stop\?token/);
  });

  it('a button agrees, as a page and for programs', async () => {
    const { owner, ann, jo } = people();
    const { form_id } = await formWithCopies(service, [ann, jo], { email: owner });
    const token = questionTo(service, ann);
    for (const _ of [1, 2]) {
      const { status, json } = await answerCopy(service, token);
      assert.deepEqual([status, json], [200, { success: true, form_id, status: 'confirmed' }]);
    }
    const html = { accept: 'text/html' };
    const page = await press(service, 'copy', { token: questionTo(service, jo) }, html);
    assert.match(page.text, /You get copies/);
    assert.ok(page.text.includes(jo) && !page.text.includes(ann) && !page.text.includes(owner));
    assert.deepEqual(await statusesOf(form_id, owner), ['confirmed', 'confirmed']);
  });

  it('each copy is a mail of its own, with its own links, and the receipt of the delivery', async () => {
    const { owner, ann, jo } = people();
    const { form_id } = await formWithConfirmedCopies(service, [ann, jo], { email: owner });
    const fields = { email: 'ada@visitor.example', message: 'Hello' };
    const { status, json } = await service.submit(form_id, fields, {
      origin: 'https://site.example',
    });
    assert.equal(status, 200);
    assert.deepEqual(json.delivery, { email: 'delivered', copies: 'delivered' });
    const others = { [ann]: [owner, jo], [jo]: [owner, ann], [owner]: [ann, jo] };
    for (const [address, hidden] of Object.entries(others)) {
      const { recipients, email, raw } = mailTo(service, address);
      assert.deepEqual([recipients, email.to?.map((to) => to.address)], [[address], [address]]);
      assert.ok(!email.cc && !email.bcc);
      for (const other of hidden) assert.ok(!raw.includes(other), `${address} sees ${other}`);
      const header = (name: string) => email.headers.find(({ key }) => key === name)?.value;
      assert.equal(header('letterslot-receipt')?.replaceAll(/\s/g, ''), json.receipt);
      assert.equal(email.replyTo?.[0]?.address, 'ada@visitor.example');
    }
    const { email } = mailTo(service, ann);
    const { whyCopy, stopCopy } = wordsOf('en').mails.submission;
    assert.ok(email.text?.includes(fill(whyCopy, { form: '“Contact form”' })), email.text);
    const urls = email.text?.match(/https?:\S+/g) ?? [];
    assert.equal(urls.length, 1, 'a copy has no link of the owner');
    assert.ok(email.text?.includes(`${stopCopy}: ${urls[0]}`));
  });

  it('the button of the mail program ends this copy alone, and its page takes that back', async () => {
    const { owner, ann, jo } = people();
    const { form_id } = await formWithConfirmedCopies(service, [ann, jo], { email: owner });
    const question = questionTo(service, ann);
    await submit(form_id);
    const token = unsubscribeToken(service, mailTo(service, ann));
    const path = `/v1/routes/copy-stop?token=${token}`;
    assert.match((await service.request(path)).text, /Stop these copies\?/);
    const body = new URLSearchParams({ 'List-Unsubscribe': 'One-Click' });
    const stopped = await service.request(path, { method: 'POST', body });
    assert.deepEqual([stopped.status, stopped.json.status], [200, 'stopped']);
    const [toAnn, toJo, toOwner] = [mailsTo(ann), mailsTo(jo), mailsTo(owner)];
    const { delivery } = await submit(form_id);
    assert.deepEqual(delivery, { email: 'delivered', copies: 'delivered' });
    assert.deepEqual(
      [mailsTo(ann), mailsTo(jo), mailsTo(owner)],
      [toAnn, toJo + 1, toOwner + 1],
      'only this inbox gets no more',
    );
    const old = await answerCopy(service, question);
    assert.equal(old.json.error, 'verification_mismatch', 'an old link starts no copies again');
    const again = await press(service, 'copy-stop', { token, choice: 'undo' });
    assert.equal(again.json.status, 'confirmed');
  });

  it('the link in the text, which replies quote, only has the inbox asked', async () => {
    const { owner, ann } = people();
    const { form_id } = await formWithConfirmedCopies(service, [ann], { email: owner });
    await submit(form_id);
    const ask = linkedToken(service, 'copy-stop', mailTo(service, ann));
    const asked = await press(service, 'copy-stop', { token: ask });
    assert.deepEqual([asked.status, asked.json.status], [202, 'confirmed']);
    assert.ok(mailTo(service, ann).email.subject?.endsWith(wordsOf('en').mails.copy_stop.subject));
    const token = linkedToken(service, 'copy-stop', mailTo(service, ann));
    assert.equal((await press(service, 'copy-stop', { token })).json.status, 'stopped');
    const back = await press(service, 'copy-stop', { token: ask, choice: 'undo' });
    assert.equal(back.json.status, 'stopped', 'a quoted link takes no stop back');
  });

  it('who is taken off the list gets nothing at once, and is asked again once back on it', async () => {
    const { owner, ann, jo } = people();
    const route = await formWithConfirmedCopies(service, [ann, jo], { email: owner });
    const asked = mailsTo(jo);
    const shorter = await service.putSettings(route, { copies: [jo] });
    assert.deepEqual(shorter.json.copies, [{ address: jo, status: 'confirmed' }]);
    const earlier = mailsTo(ann);
    await submit(route.form_id);
    assert.deepEqual([mailsTo(ann), mailsTo(jo)], [earlier, asked + 1]);
    const longer = await ownerPuts(service, route, { copies: [jo, ann] }, owner);
    assert.deepEqual(longer.json.copies, [
      { address: jo, status: 'confirmed' },
      { address: ann, status: 'asked' },
    ]);
    assert.deepEqual([mailsTo(ann), mailsTo(jo)], [earlier + 1, asked + 1], 'only ann is asked');
  });

  it('an inbox that does not want it is asked by no form for a while, until it allows that', async () => {
    const { owner, ann } = people();
    const route = await formWithCopies(service, [ann], { email: owner });
    const token = questionTo(service, ann);
    assert.equal((await answerCopy(service, token, 'refuse')).json.status, 'refused');
    assert.deepEqual(await statusesOf(route.form_id, owner), ['refused']);
    const other = await service.activeRoute({ email: people().owner });
    const earlier = mailsTo(ann);
    await ownerPuts(service, route, {}, owner);
    const readded = await ownerPuts(service, route, { copies: [ann] }, owner);
    assert.equal(readded.json.copies[0].status, 'refused');
    await service.putSettings(other, { copies: [ann] });
    await press(service, 'settings', { token: linkedToken(service, 'settings') });
    const askAgain = () =>
      manage(service, owned(service, route, owner), 'POST', '/copies', { email: ann });
    assert.equal((await askAgain()).json.error, 'rate_limited');
    assert.equal((await service.create({ email: ann })).status, 429, 'nor about a form of its own');
    assert.equal(mailsTo(ann), earlier);
    assert.equal((await answerCopy(service, token, 'allow')).json.status, 'allowed');
    const asked = await askAgain();
    assert.deepEqual([asked.json.copies[0].status, mailsTo(ann)], ['asked', earlier + 1]);
  });

  it('copies of a new form are asked once its inbox has confirmed it', async () => {
    const { owner, ann } = people();
    const body = { email: owner, settings: { copies: [ann] } };
    const { json } = await service.create(body);
    assert.deepEqual([json.status, mailsTo(ann)], ['pending_verification', 0]);
    await service.confirm(service.verificationToken());
    assert.equal(mailsTo(ann), 1);
    assert.deepEqual(await statusesOf(json.form_id, owner), ['asked']);
  });
});
