import assert from 'node:assert/strict';
import { it } from 'node:test';
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

it('verify-receipt proves a mail as gateways change it, and refutes one with other fields or files', async (test) => {
  const { mail, file, url, posted, here } = await deliver(test);
  const { text = '', html = '' } = mail.email;
  const check = async (changes: Parts, ...args: string[]) => {
    const raw = rewritten(mail.raw, { text, html, ...changes });
    const { code, out } = await here(file('changed.eml', raw), '--json', ...args);
    const { valid, fields, files = 'none' } = JSON.parse(out);
    assert.equal(valid, code === 0);
    return [code, fields, files];
  };
  const stop = `${url}/v1/routes/stop`;
  const around: Parts[] = [
    {},
    { html: undefined },
    { html: '<p>Rewritten.</p>' },
    { html: html.replace('</h1>', '</h1><p>CAUTION: from outside</p>') },
    { text: text.replaceAll(stop, 'https://gateway.example/?u=stop') },
    { text: `CAUTION: this mail came from outside.\n\n${text}` },
    { text: `${text.trimEnd()}\n\nScanned by a gateway.\n` },
    { text: text.replace('\n-- \n', '\n--\n') },
  ];
  for (const changes of around) {
    assert.deepEqual(await check(changes), [0, 'proven', 'none'], JSON.stringify(changes));
    assert.deepEqual(await check(changes, '--fields', posted), [0, 'proven', 'none']);
  }
  const others: [Parts, string, string][] = [
    [{ text: text.replace('|   Ada\n', '|   Bob\n') }, 'refuted', 'none'],
    [{ text: text.replace('| Name:', '| Nome:') }, 'refuted', 'none'],
    [{ text: text.replace('|   Ada\n', '|   Ada\n|   Bob\n') }, 'refuted', 'none'],
    [{ text: text.replace(/^\| Name:\n.*\n\|\n/m, '') }, 'refuted', 'none'],
    [{ text: '' }, 'refuted', 'none'],
    [{ more: attached('submission.json', '{"name":"Bob"}') }, 'refuted', 'none'],
    [{ more: attached('submission.json', 'null') }, 'refuted', 'none'],
    [{ more: attached('invoice.pdf', 'x') }, 'proven', 'refuted'],
  ];
  for (const [changes, fields, files] of others) {
    const label = JSON.stringify(changes).slice(-60);
    assert.deepEqual(await check(changes), [1, fields, files], label);
    const given = await check(changes, '--fields', posted);
    assert.equal(given[0], 1, `the fields as posted do not hide what the mail shows: ${label}`);
  }
  const header = mail.raw.replace(/^(Letterslot-Reference: ).{4}/m, '$1AAAA');
  const { code, out } = await here(file('other.eml', header));
  assert.equal(code, 1);
  assert.match(out, /\nRefuted: the header of the mail names another delivery\./);
});

it('verify-receipt proves the mails of marked submissions in every language', async (test) => {
  const { service, formOf, file, here } = await deliver(test);
  const fields = { name: 'Ada', note: '[url=x] http://a http://b http://c http://d http://e' };
  for (const language of LANGUAGES) {
    const formId = await formOf(wordsOf(language).tag);
    await service.submit(formId, fields, { origin: 'http://localhost:3000' });
    const mail = service.sink.mails.findLast(isDelivery);
    const { raw = '', email: { text = '' } = {} } = mail ?? {};
    const { reasons } = wordsOf(language).mails.submission;
    assert.ok(text.includes(reasons.links) && text.includes(reasons.markup), text);
    const { code, out } = await here(file('mail.eml', raw));
    assert.equal(code, 0, `${language}: ${out}`);
    const changed = rewritten(raw, { text: text.replace('http://d', 'http://f') });
    assert.equal((await here(file('other.eml', changed))).code, 1, `${language}, altered`);
  }
});
