import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import PostalMime from 'postal-mime';
import { composeMail } from '../../src/mail/compose-mail.ts';
import { composeMimeMessage } from '../../src/mail/mime-message.ts';
import { assertReady } from '../delivery/start-pool.ts';
import type { Disclosure } from '../../src/mail/mail-facts.ts';
import { LANGUAGES } from '../../src/catalogs/languages.ts';
import { LETTERHEAD, ROUTE } from '../catalogs/every-mail.ts';

const SENDER = { name: 'Forms', address: 'forms@example.com' };
const WEBHOOK: Disclosure = {
  channel: 'webhook',
  insteadOfMail: true,
  place: 'hooks.example.com',
  address: 'https://hooks.example.com/a?b=c&d=e',
};

const language = fc.constantFrom(...LANGUAGES);
const printable = fc.string({ unit: 'grapheme', minLength: 1, maxLength: 200 });
const alias = printable.filter((text) => !/[\p{Cc}\u2028\u2029]/u.test(text));
const url = fc.webUrl({ withQueryParameters: true, withFragments: true, size: 'large' });
const disclosed = fc.constantFrom<Disclosure[]>([], [WEBHOOK]);

const wanted = fc.record({ alias, endpoint: url, link: url, refuseLink: url, disclosed });

describe('a verification mail', () => {
  it('a verification mail arrives as it was written, whatever its form is called', async () => {
    await fc.assert(
      fc.asyncProperty(wanted, language, async ({ alias: name, ...facts }, spoken) => {
        const about = { ...facts, route: { ...ROUTE, alias: name } };
        const mail = composeMail('confirm', about, spoken, LETTERHEAD);
        const raw = composeMimeMessage(mail, SENDER);
        assertReady(raw);
        assert.ok(
          raw.split('\r\n').every((line) => line.length <= 76),
          'its lines are short',
        );
        const { text, html, subject, ...head } = mail;
        const email = await PostalMime.parse(raw);
        const unix = (part = '') => part.replaceAll('\r\n', '\n').trimEnd();
        assert.equal(unix(email.text), unix(text));
        assert.equal(unix(email.html), unix(html));
        assert.equal(email.subject, subject);
        assert.deepEqual(
          email.to?.map((to) => to.address),
          [head.to],
        );
        const tag = email.headers.find(({ key }) => key === 'content-language')?.value;
        assert.equal(tag, head.language);
      }),
    );
  });
});
