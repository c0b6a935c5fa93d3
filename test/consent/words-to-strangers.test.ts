import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { LANGUAGES } from '../../src/catalogs/languages.ts';
import type { FormId } from '../../src/contract/names.ts';
import { stopPage } from '../../src/consent/decisions/stop-form.ts';
import { verifyPage } from '../../src/consent/decisions/verify-form.ts';
import { renderPage } from '../../src/web/pages/page.ts';
import { acceptedPage } from '../../src/web/pages/submission-page.ts';
import { linkedToken, startService, type TestService } from '../support/service.ts';
import { until } from '../support/until.ts';
import { renderDecision } from '../catalogs/decision-page.ts';

const BAIT = 'You won! Claim it: phish.example/win?a=1&b=2 or jo@phish.example, 0900 123 456';
const SHOWN =
  'You won! Claim it: phish[.]example/win?a=1&b=2 or jo[@]phish[.]example, 0·9·0·0· 1·2·3· 4·5·6';
const WEBHOOK = 'https://hooks.attacker.com/Your-account-is-locked/call-0900-123456?now=1';

async function mailAbout(service: TestService, body: object) {
  const { status } = await service.create(body);
  assert.equal(status, 202);
  const mail = service.sink.mails.at(-1)?.email;
  assert.ok(mail);
  return { subject: mail.subject ?? '', text: mail.text ?? '', html: mail.html ?? '' };
}

const linksIn = (html: string) =>
  Array.from(html.matchAll(/<a\s[^>]*href="([^"]*)"/g), ([, to]) => to);

describe('a verification mail to a stranger', () => {
  it('a verification mail quotes the alias, so that mail programs make no link of it', async (test) => {
    const service = await startService(test);
    const { subject, text, html } = await mailAbout(service, { alias: BAIT });
    assert.equal(subject, 'Letterslot · Confirm this inbox for a new form');
    assert.ok(text.includes(`Name chosen by the requester:\n  “${SHOWN}”\n`));
    assert.equal(text.split('You won').length, 2, 'once and no more');
    assert.doesNotMatch(text, /phish\.|@phish|0900/);
    assert.doesNotMatch(html, /phish\.|@phish|0900/);
    assert.ok(html.includes(`“${SHOWN.replace('&', '&amp;')}”`));
    assert.match(html, /<meta name="format-detection" content="telephone=no,date=no,[^"]*" \/>/);
  });

  it('an alias that would end its quotation marks is quoted without its own', async (test) => {
    const service = await startService(test);
    const { text } = await mailAbout(service, { alias: 'Invoice unpaid” pay now' });
    assert.ok(text.includes(`“Invoice unpaid' pay now”`));
  });

  it('an alias that is a link, shows nothing or breaks out of its line sends no mail', async (test) => {
    const { create, sink } = await startService(test);
    for (const alias of ['Pay at https://phish.example', '\u3164', 'A\r\nBcc: all@example.com']) {
      assert.equal((await create({ alias })).json.error, 'invalid_alias', JSON.stringify(alias));
    }
    assert.equal(sink.mails.length, 0);
  });

  it('a verification mail links only to this service, whatever the alias and webhook', async (test) => {
    const service = await startService(test);
    const delivery = { mode: 'both', webhook: { url: WEBHOOK } };
    const alias = '<a href="phish.example/">here</a> <img src=phish.example/x>';
    for (const body of [{ alias }, { alias: BAIT, delivery }]) {
      const { html } = await mailAbout(service, body);
      const links = linksIn(html);
      const pages = links.map((link) => link?.replace(/\?token=.*/, ''));
      const routes = `${service.url}/v1/routes`;
      assert.deepEqual(pages, [`${routes}/verify`, `${routes}/refuse`]);
      assert.doesNotMatch(html, /<(img|script|iframe|form|link|style)\b|<[^>]*\ssrc=|url\(/i);
    }
  });

  it('a verification mail shows the hosts of targets in settings, without what follows them', async (test) => {
    const service = await startService(test);
    const url = 'https://ntfy.attacker.com/claim-your-prize-today';
    const targets = [
      { type: 'ntfy', url },
      { type: 'webhook', url: 'https://hooks.attacker.com/in/abc' },
      { type: 'telegram', token: `123456:${'A'.repeat(35)}`, chat_id: '@claim_your_prize' },
    ];
    const { text, html } = await mailAbout(service, { settings: { targets } });
    const webhook = 'https://hooks.attacker.com/in/abc';
    assert.ok(text.includes(`  ${webhook}\n`));
    for (const shown of ['ntfy[.]attacker[.]com/…', 'api[.]telegram[.]org']) {
      assert.ok(text.includes(`${shown}\n`), shown);
    }
    for (const part of [text, html]) {
      assert.doesNotMatch(part.replace(webhook, ''), /attacker\.com|telegram\.org|prize/);
    }
    const page = await service.request(`/v1/routes/verify?token=${service.verificationToken()}`);
    for (const whole of [url, '@claim_your_prize']) assert.ok(page.text.includes(whole), whole);
  });

  it('a question about a change shows the hosts of its targets alone, and its page the whole', async (test) => {
    const service = await startService(test);
    const form = await service.activeRoute();
    const url = 'https://ntfy.attacker.com/claim-your-prize-today';
    await service.putSettings(form, { targets: [{ type: 'ntfy', url }] });
    await until('the question', () => service.sink.mails.length > 0);
    const { text = '', html = '' } = service.sink.mails.at(-1)?.email ?? {};
    assert.ok(text.includes('ntfy https[:]//ntfy[.]attacker[.]com/…\n'));
    for (const part of [text, html]) assert.doesNotMatch(part, /attacker\.com|prize/);
    const page = await service.request(
      `/v1/routes/settings?token=${linkedToken(service, 'settings')}`,
    );
    assert.ok(page.text.includes(url));
  });
});

it("a verification page escapes the requester's words and links nowhere", async (test) => {
  const service = await startService(test);
  const alias = '<a href="phish.example/">here</a>';
  await service.create({
    formId: 'cfm_7K2MNP4QRSTVWXYZ',
    code: 'https://forms.example/start',
    alias,
    delivery: { mode: 'both', webhook: { url: WEBHOOK } },
  });
  const { text } = await service.request(`/v1/routes/verify?token=${service.verificationToken()}`);
  assert.deepEqual(linksIn(text), []);
  assert.ok(text.includes('“&lt;a href=&quot;phish.example/&quot;&gt;here&lt;/a&gt;”'));
  assert.ok(text.includes('<strong>hooks.attacker.com</strong>'));
  assert.doesNotMatch(text, /<script|\son\w+=/i);
});

const alias = 'Contact“ ” » pay now';
const owned = { alias, formId: 'cfm_1' as FormId, status: 'active' } as const;
const wayBack = { name: 'restart', token: 'token' } as const;
const linked = { route: owned, mailed: false, wayBack };
const asked = {
  ...owned,
  address: 'jo@example.com',
  endpoint: 'x',
  code: 'x',
  elsewhere: [],
  settings: [{ name: 'subject', after: [alias] } as const],
};
for (const language of LANGUAGES)
  it(`pages close the quotation marks of an old form name in ${language}`, () => {
    const pages = [
      renderDecision(language, 'verify', (words) =>
        verifyPage(words, { state: 'open', form: asked }),
      ),
      renderDecision(language, 'stop', (words) => stopPage(words, { ...linked, kind: 'stop' })),
      renderDecision(language, 'stop', (words) => stopPage(words, { ...linked, kind: 'ask' })),
      renderPage(acceptedPage(language, { test: { echo: alias } })),
    ];
    for (const page of pages) {
      assert.ok(page.includes('Contact&#39; &#39; &#39; pay now'));
      assert.match(page, /<meta name="format-detection" content="telephone=no" \/>/);
    }
  });
