import assert from 'node:assert/strict';
import { it } from 'node:test';
import { decryptPgp, encryptedForm } from '../support/encrypted-form.ts';
import { makeKey } from '../support/openpgp-key.ts';
import { OWNER } from '../support/service.ts';
import { deliver } from './delivered.ts';

const FIELDS = { name: 'Ada', message: 'Größe' };

it('verify-receipt proves a decrypted mail and the fields, and nothing by the header outside', async (test) => {
  const { service, file, here } = await deliver(test);
  const { armored, privateKey } = await makeKey(OWNER);
  const formId = await encryptedForm(service, { type: 'openpgp', key: armored });
  const { json } = await service.submit(formId, FIELDS);
  const mail = service.sink.mails.at(-1);
  assert.ok(mail);
  const posted = file('posted.json', Buffer.from(JSON.stringify(FIELDS)).toString('latin1'));
  const inner = file('inner.eml', await decryptPgp(mail, privateKey));
  for (const args of [[inner], [file('receipt.txt', json.receipt), '--fields', posted]]) {
    const { code, out, err } = await here(...args);
    assert.equal(code, 0, out + err);
    assert.match(out, /its content is the 2 fields given here/);
  }
  const outside: string = json.receipt.split('~').slice(0, 3).join('~');
  assert.ok(mail.raw.replaceAll(/\s+/g, '').includes(outside));
  assert.ok(!mail.raw.replaceAll(/\s+/g, '').includes(json.receipt.slice(-22)));
  const bare = await here(file('outside.txt', outside));
  assert.match(bare.out, /^Proven: .+\nNot checked: its fields/);
  for (const args of [
    [file('outer.eml', mail.raw)],
    [file('outside.txt', outside), '--fields', posted],
    [file('other-salt.txt', `${outside}~${'A'.repeat(22)}`), '--fields', posted],
    [file('long-salt.txt', `${json.receipt}AAAA`), '--fields', posted],
  ]) {
    const { code, out } = await here(...args);
    assert.equal(code, 1, out);
    assert.doesNotMatch(out, /its content is/);
  }
});
