import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { OUTSIDE_CHANNEL_NAMES, type OutsideChannelName } from '../../src/contract/channels.ts';
import { inert } from '../../src/platform/text/strangers-words.ts';
import { startChatServices, type ChatServices } from '../support/chat-services.ts';
import { CHATS } from '../support/judge-chats.ts';
import { startService, type TestService } from '../support/service.ts';
import { until } from '../support/until.ts';

/** Content that tries to be more than text in one service or another. */
const HOSTILE: Readonly<Record<string, string>> = {
  mentions: 'hi @everyone @here <!channel> <@U123> <@123456> <at>Bob</at> @somebody #general',
  links:
    '[text](https://evil.example) <https://evil.example|bank> ![x](https://evil.example/x.png)',
  formatting:
    '**bold** _it_ ~~s~~ `code` ```\nblock\n``` # head\n> quote\n- list\n1. one\n||spoiler||',
  commands: '/start /cmd@bot $USD {{DATE(2026-01-01)}} :tada: </cmd:1> <t:1618953630>',
  entities: '&lt;!channel&gt; &amp;amp; <b>x</b> "}],"blocks":[]',
};

/** Signs that reorder or hide text. */
const HIDDEN = 'a\u202egpj.exe\u202c b\u200bc \u2066x\u2069 \ufeffend';

/** What every target of the settings promises, shown with a stand-in of its service. */
function describeTarget(type: OutsideChannelName): void {
  describe(`the target ${type}`, () => {
    let chats: ChatServices;
    let service: TestService;
    const endings: (() => unknown)[] = [];
    before(async () => {
      chats = await startChatServices({ after: (end) => void endings.push(end as () => unknown) });
      service = await startService(undefined, chats.env, { receivers: chats.receivers });
    });
    after(async () => {
      await service.close();
      for (const end of endings) await end();
    });

    async function newForm(email: string, settings = {}) {
      const targets = [chats.target(type)];
      const route = await service.activeRoute({ email, settings: { targets, ...settings } });
      chats.calls.length = 0;
      service.sink.mails.length = 0;
      chats.answerWith(undefined);
      return {
        ...route,
        submit: (fields: Record<string, string>) => service.submit(route.form_id, fields),
        async arrive(fields: Record<string, string>) {
          const { status, json } = await service.submit(route.form_id, fields);
          assert.deepEqual(
            [status, json.delivery],
            [200, { email: 'delivered', [type]: 'queued' }],
          );
          await until('the message', () => chats.calls.length === 1);
          const [call] = chats.calls;
          assert.ok(call);
          assert.deepEqual(call.faults, []);
          return { ...call, text: CHATS[type].read(call.body) };
        },
      };
    }

    it(`target ${type} gets each message after the mail, with the form and its fields by their labels`, async () => {
      const fields = [{ name: 'message', label: 'Your wish' }];
      const form = await newForm(`${type}-first@example.com`, { fields });
      const { text } = await form.arrive({ message: 'a word of its own' });
      assert.equal(service.sink.mails.length, 1);
      assert.match(text, /a word of its own/);
      assert.match(text, /Contact form/);
      assert.match(text, type === 'webhook' ? /"message"/ : /Your wish:/);
      assert.doesNotMatch(text, /token=|\/v1\/routes\//);
    });

    it(`target ${type} says what is a test and what is suspicious`, async () => {
      const form = await newForm(`${type}-marks@example.com`);
      const { text } = await form.arrive({ message: '[url=x]y[/url]', _test: 'true' });
      if (type === 'webhook') {
        const { data } = JSON.parse(text);
        assert.deepEqual([data.test, data.suspicious], [true, ['markup']]);
      } else {
        assert.match(text, /\[Test\] \[Suspicious\]/);
        assert.match(text, /markup of a link/);
      }
    });

    it(`target ${type} gets hostile content as text`, async () => {
      const form = await newForm(`${type}-hostile@example.com`);
      const { text } = await form.arrive({ ...HOSTILE, [HOSTILE['links'] ?? '']: 'as a name' });
      if (type === 'webhook') return;
      const read = text.replaceAll('\u2060', '');
      for (const words of '@everyone <!channel> ](https://evil.example) **bold** /start'.split(' '))
        assert.ok(read.includes(words), words);
    });

    it(`target ${type} gets no signs that reorder or hide words`, async () => {
      const form = await newForm(`${type}-hidden@example.com`);
      const { text } = await form.arrive({ message: HIDDEN });
      if (type === 'webhook') return;
      assert.doesNotMatch(text, /[\u200b\u202a-\u202e\u2066-\u2069\ufeff]/);
      assert.match(text, /agpj\.exe bc x end/);
    });

    it(`target ${type} gets what fits of the largest submission, and the word that it was cut, in the form’s language`, async () => {
      const form = await newForm(`${type}-large@example.com`, { language: 'de' });
      const { text } = await form.arrive({ message: '<&😀*_'.repeat(4_000) });
      if (type === 'webhook') return;
      assert.match(text, /… Diese Nachricht ist für dieses Ziel zu lang und wurde hier gekürzt\./);
      assert.ok(text.length > 2_000, `${text.length} characters arrived`);
      assert.ok(text.isWellFormed());
    });

    it(`target ${type} gets what fits of 200 fields`, async () => {
      const form = await newForm(`${type}-fields@example.com`);
      const fields = Array.from({ length: 200 }, (_, at) => [`field ${at}`, `v${at} `.repeat(60)]);
      const { text } = await form.arrive(Object.fromEntries(fields));
      assert.match(text, /field 0/);
      assert.match(text, /v0 v0/);
    });

    it(`target ${type} names the files of a submission, which only the mail has`, async () => {
      const form = await newForm(`${type}-files@example.com`, { files: {} });
      const body = new FormData();
      body.append('message', 'm');
      body.append('cv', new File(['x'.repeat(3_000)], '@everyone <!channel>.pdf'));
      const answer = await service.request(`/f/${form.form_id}`, { method: 'POST', body });
      assert.equal(answer.status, 200);
      await until('the message', () => chats.calls.length === 1);
      const [call] = chats.calls;
      assert.deepEqual(call?.faults, []);
      const text = CHATS[type].read(call?.body ?? '').replaceAll('\u2060', '');
      assert.doesNotMatch(text, /x{100}/);
      if (type === 'webhook') return;
      assert.match(text, /cv:\**\s@everyone .*\.pdf \(3 kB\)/);
      assert.equal(text.split('@everyone').length, 2, 'once');
    });

    it(`target ${type} waits for the owner, who sees where it leads`, async () => {
      const targets = [chats.target(type)];
      const email = `${type}-consent@example.com`;
      await service.activeRoute({ email });
      const { json } = await service.create({ email, settings: { targets } });
      assert.equal(json.status, 'pending_verification');
      const mail = service.sink.mails.at(-1)?.email.text ?? '';
      const page = await service.request(`/v1/routes/verify?token=${service.verificationToken()}`);
      const { url = '', chat_id = '', token } = targets[0] ?? {};
      const { host } = new URL(url);
      assert.ok(mail.includes(type === 'webhook' ? `${url}\n` : inert(host)), mail);
      const address =
        type === 'telegram' ? `${chat_id} (bot 110201543)` : url.replaceAll('&', '&amp;');
      for (const shown of [host, address]) assert.ok(page.text.includes(shown), shown);
      for (const words of [mail, page.text])
        assert.ok(token === undefined || !words.includes(token));
    });

    it(`target ${type} that fails changes nothing for the visitor, and a test says why in our words`, async () => {
      const form = await newForm(`${type}-fails@example.com`);
      chats.answerWith((response) => void response.writeHead(403).end('the words of the service'));
      assert.equal((await form.submit({ message: 'm' })).status, 200);
      const { status, json, text } = await service.request(`/v1/routes/${form.form_id}/test`, {
        method: 'POST',
        headers: { authorization: `Bearer ${form.management_token}` },
      });
      assert.equal(status, 200);
      assert.deepEqual(json.delivery, { email: 'delivered', [type]: 'failed' });
      assert.match(json.reasons[type], /answered 403/);
      assert.doesNotMatch(text, /words of the service/);
    });
  });
}

for (const type of OUTSIDE_CHANNEL_NAMES) describeTarget(type);
