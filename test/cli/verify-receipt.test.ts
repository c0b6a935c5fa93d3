import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it, type TestContext } from 'node:test';
import { ENTRY } from '../support/service-process.ts';
import { runCli, type CliResult } from '../support/run-cli.ts';
import { startService } from '../support/service.ts';
import { newFolder } from './deployment.ts';

const FIELDS = {
  name: 'Ada',
  message: 'Hello\n\nthere, Größe 日本',
  'see https://x.example': 'a\u202eb\n| c:',
  _test: 'yes',
  _format: 'json',
};

/** A mail of release 1.0, whose form had quotation marks in its name, and the keys of its service. */
const MAIL_OF_1_0 = join(import.meta.dirname, 'mails', 'release-1.0.eml');
const KEYS_OF_1_0 = join(import.meta.dirname, 'mails', 'release-1.0.keys.json');

/** A delivered submission, and the files that its two sides have of it. */
async function deliver(test: TestContext) {
  const folder = newFolder(test);
  const service = await startService(test);
  const { form_id: formId } = await service.activeRoute();
  const { json, text } = await service.submit(formId, FIELDS);
  const [mail] = service.sink.mails;
  assert.ok(mail);
  const file = (name: string, content: string) => {
    const path = join(folder, name);
    writeFileSync(path, content, 'latin1');
    return path;
  };
  const utf8 = (content: string) => Buffer.from(content).toString('latin1');
  return {
    json,
    formId,
    mail,
    file,
    url: service.url,
    receipt: file('receipt.txt', `${json.receipt}\n`),
    answer: file('answer.json', utf8(text)),
    eml: file('mail.eml', mail.raw),
    posted: file('posted.json', utf8(JSON.stringify(FIELDS))),
    form: file('posted.txt', `${new URLSearchParams(FIELDS).toString()}\n`),
    keys: file('keys.json', (await service.request('/.well-known/jwks.json')).text),
    /** On the machine of the deployment. */
    here: (...args: string[]) =>
      runCli({ DATABASE_URL: `file:${join(service.folder, 'test.db')}` }, [
        'verify-receipt',
        ...args,
      ]),
    /** Anywhere else. */
    elsewhere: (...args: string[]) =>
      runCli({ DATABASE_URL: `file:${folder}/none.db` }, ['verify-receipt', ...args]),
  };
}

/** A part of a mail in base64, as a server on the way could encode it. */
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
  /** None where it is left out. */
  html?: string | undefined;
  /** A further part beside text and HTML, whole. */
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

const PROVEN = /^Proven: .+ signed for the delivery msg_/;

describe('verify-receipt', () => {
  it('proves a receipt and the fields that were posted, on both sides', async (test) => {
    const { json, formId, url, receipt, answer, eml, posted, form, keys, here, elsewhere } =
      await deliver(test);
    const bare = await here(receipt);
    assert.equal(bare.code, 0, bare.err);
    assert.match(bare.out, PROVEN);
    assert.match(bare.out, /Not checked: its fields/);
    assert.ok(bare.out.includes(json.delivery_id) && bare.out.includes(url));
    const proofs = [
      await here(answer, '--fields', posted),
      await here(eml),
      await elsewhere(receipt, '--fields', form, '--keys', keys),
      await elsewhere(eml, '--keys', `${url}/.well-known/jwks.json`),
    ];
    for (const { code, out, err } of proofs) {
      assert.equal(code, 0, out + err);
      assert.match(out, PROVEN);
      assert.match(out, /Proven: its content is the 3 fields given here\./);
      assert.ok(!out.includes('Ada') && !out.includes('Hello'));
    }
    const { accepted_at: at, key_id: key, ...others } = JSON.parse((await here(eml, '--json')).out);
    assert.deepEqual(others, {
      valid: true,
      issuer: url,
      delivery_id: json.delivery_id,
      form_id: formId,
      fields: 'proven',
      unproven_parts: [],
    });
    assert.match(at, /^20.*T.*Z$/);
    assert.ok(readFileSync(keys, 'utf8').includes(key));
  });

  it('reads standard input', async (test) => {
    const { eml, keys } = await deliver(test);
    const { promise, resolve } = Promise.withResolvers<CliResult>();
    const args = ['-c', '"$0" "$1" verify-receipt - --keys "$2" < "$3"'];
    execFile('sh', [...args, process.execPath, ENTRY, keys, eml], (error, out, err) =>
      resolve({ code: error?.code ?? 0, out, err }),
    );
    const { code, out } = await promise;
    assert.equal(code, 0);
    assert.match(out, /its content is the 3 fields/);
  });

  it('refutes other fields, with exit code 1', async (test) => {
    const { mail, file, receipt, here } = await deliver(test);
    const altered = file('altered.eml', mail.raw.replace('|   Ada\r\n', '|   Bob\r\n'));
    assert.ok(mail.raw.includes('|   Ada\r\n'));
    const more = file('more.json', JSON.stringify({ ...FIELDS, message: 'Hello' }));
    for (const args of [[altered], [receipt, '--fields', more]]) {
      const { code, out } = await here(...args);
      assert.equal(code, 1);
      assert.match(out, /Refuted: the fields given here are not those/);
      const { valid, fields } = JSON.parse((await here(...args, '--json')).out);
      assert.deepEqual([valid, fields], [false, 'refuted']);
    }
  });

  it('proves the HTML part too, and says so when there is none', async (test) => {
    const { mail, file, eml, here } = await deliver(test);
    assert.match((await here(eml)).out, /\nProven: the HTML part of the mail shows the same/);
    const bare = rewritten(mail.raw, { text: mail.email.text });
    const { code, out } = await here(file('text.eml', bare));
    assert.equal(code, 0, out);
    assert.match(out, /\nNot checked: an HTML part\. This mail has none\./);
  });

  it('refutes a mail with any altered part, with exit code 1', async (test) => {
    const { mail, file, url, here } = await deliver(test);
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
      ['html', { html: html.replace(stop, 'https://evil.example/stop') }],
      ['html', { html: html.replace('>Stop this form<', '>Keep this form<') }],
      ['html', { html: html.replace('Test submission', 'Urgent submission') }],
      ['html', { html: `${html}<p>more</p>` }],
      ['small_print', { text: text.replace(stop, 'https://evil.example/stop') }],
      ['small_print', { text: text.replace('Delivery msg_', 'Delivery msg_0') }],
      ['small_print', { text: `${text.trimEnd()}\nSee https://evil.example/\n` }],
      ['text', { text: `Hello.\n${text}` }],
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
    const { code, out } = await here(write({ html: html.replace('>Ada<', '>Bob<') }));
    assert.equal(code, 1);
    assert.match(out, /\nNot proven: its HTML part does not show the same as its text part/);
  });

  it('still proves the mails and the fields of release 1.0, unless they were altered', async (test) => {
    const { elsewhere, file } = await deliver(test);
    const { code, out } = await elsewhere(MAIL_OF_1_0, '--keys', KEYS_OF_1_0);
    assert.equal(code, 0, out);
    assert.match(out, /its content is the 4 fields[^]*Proven: the HTML part/);
    const raw = readFileSync(MAIL_OF_1_0, 'latin1');
    const [, attachment = ''] =
      /filename="submission.json"[^]*?\r\n\r\n([\w+/=\r\n]+)/.exec(raw) ?? [];
    const posted = file('posted-1.0.json', Buffer.from(attachment, 'base64').toString('latin1'));
    const proof = await elsewhere(MAIL_OF_1_0, '--keys', KEYS_OF_1_0, '--fields', posted);
    assert.equal(proof.code, 0, proof.out);
    for (const [from, to] of [
      ['>Ada</span>', '>Bob</span>'],
      ['  Ada\r\n', '  Bob\r\n'],
    ] as const) {
      assert.ok(raw.includes(from));
      const altered = file('altered-1.0.eml', raw.replace(from, to));
      assert.equal((await elsewhere(altered, '--keys', KEYS_OF_1_0)).code, 1, from);
    }
  });

  it('refuses an altered receipt, another key and another service', async (test) => {
    const { json, url, file, receipt, keys, elsewhere, here } = await deliver(test);
    const other = await deliver(test);
    const altered = file('altered.txt', json.receipt.replace(/.{5}$/, 'AAAAA'));
    const alias = `${url.replace('localhost', '127.0.0.1')}/.well-known/jwks.json`;
    const refusals: [CliResult, RegExp][] = [
      [await here(altered), /^Not proven: The (signature is wrong|receipt is damaged)/],
      [await other.here(receipt), /^Not proven: .* none of the trusted keys/],
      [await elsewhere(receipt, '--keys', other.keys), /^Not proven: .* none of the trusted keys/],
      [await elsewhere(receipt, '--keys', alias), /^Not proven: .* names another service/],
      [await elsewhere(receipt, '--keys', receipt), /^Not proven: The key set is not/],
    ];
    for (const [{ code, out, err }, sentence] of refusals) {
      assert.equal(code, 1, out + err);
      assert.match(out, sentence);
      assert.equal(out.trimEnd().split('\n').length, 1);
    }
    const { out, code } = await here(altered, '--json', '--keys', keys);
    assert.equal(code, 1);
    assert.equal(JSON.parse(out).valid, false);
  });

  it('says what is missing in one sentence', async (test) => {
    const { url, file, receipt, elsewhere } = await deliver(test);
    const none = file('none.json', '{"success":true}');
    const letter = file('letter.eml', 'Subject: Hello\r\n\r\nNo receipt here.\r\n');
    const broken = file('broken.json', '{"a":');
    const gone = `${new URL(url).origin}/nothing`;
    const misuses: [args: string[], code: number, sentence: RegExp][] = [
      [[receipt], 1, /no key to check with on this machine: give --keys/],
      [['/nowhere/receipt', '--keys', receipt], 1, /cannot be read \(ENOENT\)/],
      [[none, '--keys', receipt], 1, /The answer has no "receipt"/],
      [[letter, '--keys', receipt], 1, /There is no receipt/],
      [[broken, '--keys', receipt], 1, /begins like JSON/],
      [[receipt, '--keys', gone], 75, /cannot be fetched \(status 404\)/],
    ];
    for (const [args, expected, sentence] of misuses) {
      const { code, out, err } = await elsewhere(...args);
      assert.deepEqual([code, out], [expected, ''], err);
      assert.match(err, sentence);
      assert.equal(err.trimEnd().split('\n').length, 1);
    }
  });
});
