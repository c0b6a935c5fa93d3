import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { LANGUAGES, wordsOf } from '../../src/catalogs/languages.ts';
import { isDelivery } from '../support/smtp-sink.ts';
import { deliver } from './delivered.ts';

/** A part of a mail in base64, as a server on its way may re-encode it. */
const part = (header: string, content: string) => {
  const lines = Buffer.from(content).toString('base64').replace(/.{76}/g, '$&\r\n');
  return `${header}\r\nContent-Transfer-Encoding: base64\r\n\r\n${lines}\r\n`;
};

const attached = (name: string, content: string) =>
  part(`Content-Type: text/x\r\nContent-Disposition: attachment; filename="${name}"`, content);

const multipart = (subtype: 'alternative' | 'mixed', parts: readonly string[]) =>
  `Content-Type: multipart/${subtype}; boundary=${subtype}\r\n\r\n` +
  `${parts.map((one) => `--${subtype}\r\n${one}`).join('')}--${subtype}--\r\n`;

interface Parts {
  text?: string | undefined;
  /** Left out: the mail has no such part. */
  html?: string | undefined;
  /** A further whole part beside text and HTML. */
  more?: string;
}

/** A mail with the same header and other parts. */
function rewritten(raw: string, { text = '', html, more }: Parts): string {
  const head = raw.slice(0, raw.indexOf('Content-Type: multipart/'));
  const readable = multipart('alternative', [
    part('Content-Type: text/plain; charset=utf-8', text),
    ...(html === undefined ? [] : [part('Content-Type: text/html; charset=utf-8', html)]),
  ]);
  return head + (more === undefined ? readable : multipart('mixed', [readable, more]));
}

describe('verify-receipt with a whole mail', () => {
  it('verify-receipt also proves the HTML part, and says when there is none', async (test) => {
    const { mail, file, eml, here } = await deliver(test);
    assert.match((await here(eml)).out, /\nProven: the HTML part of the mail shows the same/);
    const bare = rewritten(mail.raw, { text: mail.email.text });
    const { code, out } = await here(file('text.eml', bare));
    assert.equal(code, 0, out);
    assert.match(out, /\nNot checked: an HTML part\. This mail has none\./);
  });

  it('verify-receipt refutes a mail with any altered part, with exit code 1', async (test) => {
    const { mail, file, url, posted, here } = await deliver(test);
    const { email } = mail;
    const write = (changes: Parts) =>
      file('changed.eml', rewritten(mail.raw, { text: email.text, html: email.html, ...changes }));
    const { text = '', html = '' } = email;
    assert.equal((await here(write({}))).code, 0, 'another transfer encoding changes nothing');
    const stop = `${url}/v1/routes/stop`;
    const alterations: [unproven: string, changes: Parts][] = [
      ['html', { html: html.replace('>Ada<', '>Bob<') }],
      ['html', { html: html.replace('there, ', 'there, <b>send money</b> ') }],
      ['html', { html: html.replace('</blockquote>', '</blockquote><p>Call 0900</p>') }],
      ['html', { html: html.replace('</h1>', '</h1><script>x()</script>') }],
      ['html', { html: html.replace('</h1>', '</h1><!-- x -->') }],
      ['html', { html: html.replace('padding:0 0 0 16px', 'display:none') }],
      ['html', { html: html.replace('</head>', '<style>td{display:none}</style></head>') }],
      ['html', { html: html.replace('>Contact form<', '>Other form<') }],
      ['html', { html: html.replace(stop, 'https://evil.example/stop') }],
      ['html', { html: html.replace('>Stop this form<', '>Keep this form<') }],
      ['html', { html: html.replace('Test submission', 'Urgent submission') }],
      ['html', { html: `${html}<p>more</p>` }],
      ['small_print', { text: text.replace(stop, 'https://evil.example/stop') }],
      ['small_print', { text: text.replace('?token=cfm_', '?token=cfm_0') }],
      ['small_print', { text: text.replace('stop?token=cfm_', 'stop?token=cfm_0') }],
      ['small_print', { text: text.replace(/^Reference: ..../m, 'Reference: AAAA') }],
      ['small_print', { text: text.replace('xn--bcher', 'Call 0900') }],
      ['small_print', { text: `${text.trimEnd()}\nCall 0900.\n` }],
      ['html', { text: text.replace('xn--bcher', 'other') }],
      ['small_print', { text: text.replace('this inbox confirmed', 'you bought') }],
      ['small_print', { text: `${text.trimEnd()}\nSee https://evil.example/\n` }],
      ['text', { text: `Hello.\n${text}` }],
      ['text', { text: `Marked as urgent.\n\n${text}` }],
      ['text', { text: text.replace('\n-- \n', '\nNo footer\n') }],
      ['attachments', { more: attached('submission.json', '{"name":"Bob"}') }],
      ['attachments', { more: attached('submission.json', 'null') }],
      ['attachments', { more: attached('invoice.pdf', 'x') }],
      ['attachments', { more: part('Content-Type: text/x-amp-html', '<p>x</p>') }],
      ['html', { more: part('Content-Type: text/plain', 'Call 0900') }],
      ['html', { more: part('Content-Type: text/html', '<p>Call 0900</p>') }],
    ];
    for (const [unproven, changes] of alterations) {
      const label = `${unproven}: ${JSON.stringify(changes).slice(-60)}`;
      const path = write(changes);
      const { code, out } = await here(path, '--json');
      assert.equal(code, 1, label);
      const { valid, unproven_parts: parts } = JSON.parse(out);
      assert.ok(!valid && parts.includes(unproven), `${label}: ${out}`);
    }
    const both = (words: string) =>
      words.replace('|   Ada\n', '|   Bob\n').replace('>Ada<', '>Bob<');
    for (const changes of [{ html: both(html) }, { text: both(text), html: both(html) }]) {
      const given = await here(write(changes), '--fields', posted);
      assert.equal(given.code, 1, 'the fields as posted do not hide what the mail shows');
    }
    const { code, out } = await here(write({ html: html.replace('>Ada<', '>Bob<') }));
    assert.equal(code, 1);
    assert.match(
      out,
      /\nNot proven: its HTML part shows something else or more than its text part/,
    );
  });

  it('verify-receipt proves the mails of marked submissions in every language', async (test) => {
    const { service, formOf, file, here } = await deliver(test);
    const fields = { name: 'Ada', note: '[url=x] http://a http://b http://c http://d http://e' };
    for (const language of LANGUAGES) {
      const formId = await formOf(wordsOf(language).tag);
      await service.submit(formId, fields, { origin: 'http://localhost:3000' });
      const mail = service.sink.mails.findLast(isDelivery);
      const { raw = '', email: { text = '', html } = {} } = mail ?? {};
      const { reasons } = wordsOf(language).mails.submission;
      assert.ok(text.includes(reasons.links) && text.includes(reasons.markup), text);
      const { code, out } = await here(file('mail.eml', raw));
      assert.equal(code, 0, `${language}: ${out}`);
      assert.match(out, /\nProven: the HTML part of the mail shows the same/);
      const other = (shown = '') => shown.replace(reasons.links, 'X');
      const changed = rewritten(raw, { text: other(text), html: other(html) });
      assert.equal((await here(file('other.eml', changed))).code, 1, `${language}, altered`);
    }
  });
});
