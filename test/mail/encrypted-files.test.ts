import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { describe, it } from 'node:test';
import PostalMime, { type Email } from 'postal-mime';
import { decryptPgp, encryptedForm } from '../support/encrypted-form.ts';
import { makeKey } from '../support/openpgp-key.ts';
import { OWNER, startService, type TestService } from '../support/service.ts';

const TEXT = 'text/plain';

/** Files of several pieces, of none, and with a name that has to be encoded. */
const FILES = [
  new File([randomBytes(300_001)], 'Größe 日本.bin'),
  new File(['Hello'], 'note.txt', { type: TEXT }),
  new File([], 'empty.txt', { type: TEXT }),
];

async function post(service: TestService, formId: string, files = FILES): Promise<void> {
  const body = new FormData();
  body.append('message', 'With files');
  for (const file of files) body.append('file', file);
  const { status, text } = await service.request(`/f/${formId}`, { method: 'POST', body });
  assert.equal(status, 200, text);
}

async function expectFiles({ attachments }: Email): Promise<void> {
  assert.deepEqual(
    attachments.map(({ filename }) => filename),
    FILES.map(({ name }) => name),
  );
  for (const [at, file] of FILES.entries()) {
    const content = Buffer.from((attachments[at]?.content ?? '') as ArrayBuffer);
    assert.ok(content.equals(Buffer.from(await file.arrayBuffer())), file.name);
  }
}

describe('encrypted files', () => {
  it('the files of a submission are inside of an OpenPGP mail, octet for octet', async (test) => {
    const { armored, privateKey } = await makeKey(OWNER);
    const service = await startService(test);
    const formId = await encryptedForm(service, { type: 'openpgp', key: armored }, { files: {} });
    await post(service, formId);
    const mail = service.sink.mails.at(-1);
    assert.ok(mail);
    assert.ok(!mail.raw.includes('note.txt'));
    const inner = await decryptPgp(mail, privateKey);
    assert.match(inner, /^ hp="cipher"; protected-headers="v1"\r$/m);
    await expectFiles(await PostalMime.parse(Buffer.from(inner, 'latin1')));
  });

  it('a form with many encrypted files holds up no other form', async (test) => {
    const { armored: key } = await makeKey(OWNER);
    const service = await startService(test);
    const open = () => encryptedForm(service, { type: 'openpgp', key }, { files: {} });
    const [busy, other] = [await open(), await open()];
    service.sink.delay(100);
    let done = 0;
    const small = FILES.slice(1);
    const many = Array.from({ length: 10 }, () =>
      post(service, busy, small).then(() => (done += 1)),
    );
    await Promise.race(many);
    await post(service, other, small);
    assert.ok(done < 8, `${done} of 10 came first`);
    await Promise.all(many);
  });
});
