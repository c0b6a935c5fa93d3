import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { it } from 'node:test';
import type { CliResult } from '../support/run-cli.ts';
import { ENTRY } from '../support/service-process.ts';
import { deliver, FIELDS } from './delivered.ts';

const PROVEN = /^Proven: .+ signed for the delivery msg_/;

it('verify-receipt proves a receipt and the posted fields, on both sides', async (test) => {
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
  }
  const [, mail] = proofs;
  assert.match(
    mail?.out ?? '',
    /^ {2}name:\n {4}Ada\n {2}message:\n {4}Hello\n {4}\n {4}there, Größe 日本$/m,
  );
  assert.match(mail?.out ?? '', /^Not checked: whether the HTML part of the mail shows the same/m);
  const { accepted_at: at, key_id: key, ...others } = JSON.parse((await here(eml, '--json')).out);
  assert.deepEqual(others, {
    valid: true,
    issuer: url,
    delivery_id: json.delivery_id,
    reference: json.reference,
    form_id: formId,
    fields: 'proven',
  });
  assert.match(at, /^20.*T.*Z$/);
  assert.ok(readFileSync(keys, 'utf8').includes(key));
});

it('verify-receipt reads standard input', async (test) => {
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

it('verify-receipt refutes other fields, with exit code 1', async (test) => {
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

it('verify-receipt refuses an altered receipt, another key and another service', async (test) => {
  const { json, url, file, receipt, keys, elsewhere, here } = await deliver(test);
  const other = await deliver(test);
  const altered = file('altered.txt', json.receipt.replace(/.{5}$/, 'AAAAA'));
  const alias = `${url.replace('localhost', '127.0.0.1')}/.well-known/jwks.json`;
  const refusals: [CliResult, RegExp][] = [
    [await here(altered), /^Not proven: The (signature is wrong|receipt is damaged)/],
    [await other.here(receipt), /^Not proven: .* none of the trusted keys/],
    [await elsewhere(receipt, '--keys', other.keys), /^Not proven: .* none of the trusted keys/],
    [await elsewhere(receipt, '--keys', alias), /^Not proven: .* is from another service/],
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

it('verify-receipt says in one sentence what is missing', async (test) => {
  const { url, file, receipt, elsewhere } = await deliver(test);
  const none = file('none.json', '{"success":true}');
  const letter = file('letter.eml', 'Subject: Hello\r\n\r\nNo receipt here.\r\n');
  const broken = file('broken.json', '{"a":');
  const dear = file('dear.eml', `Letterslot-Receipt: x\n\n${'\n'.repeat(1_100_000)}`);
  const gone = `${new URL(url).origin}/nothing`;
  const misuses: [args: string[], code: number, sentence: RegExp][] = [
    [[receipt], 1, /no key on this machine to check with: add --keys/],
    [['/nowhere/receipt', '--keys', receipt], 1, /cannot be read \(ENOENT\)/],
    [[none, '--keys', receipt], 1, /The answer has no "receipt"/],
    [[letter, '--keys', receipt], 1, /There is no receipt/],
    [[dear, '--keys', receipt], 1, /The mail cannot be read: it has more than/],
    [[broken, '--keys', receipt], 1, /looks like JSON/],
    [[receipt, '--keys', gone], 75, /cannot be fetched \(status 404\)/],
  ];
  for (const [args, expected, sentence] of misuses) {
    const { code, out, err } = await elsewhere(...args);
    assert.deepEqual([code, out], [expected, ''], err);
    assert.match(err, sentence);
    assert.equal(err.trimEnd().split('\n').length, 1);
  }
});
