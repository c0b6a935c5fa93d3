import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { FILE, formOf, startFileForm } from '../support/file-form.ts';
import { hostileFiles } from '../support/hostile-files.ts';
import { sendRaw } from '../support/raw-http.ts';
import { isDelivery } from '../support/smtp-sink.ts';
import { startService, type Answer, type TestService } from '../support/service.ts';

const held = ({ service }: TestService) => [service.app.files.held, service.app.bodies.held];

const codeOf = ({ status, json }: Answer) => `${status} ${json.error ?? 'ok'}`;

describe('a form that takes files', () => {
  it('a form that takes files delivers a submission of texts and files, or of a file alone', async (test) => {
    const { service, post, mails } = await startFileForm(test);
    assert.equal(codeOf(await post({ message: 'Hello', file: FILE })), '200 ok');
    assert.equal(codeOf(await post({ file: FILE })), '200 ok');
    assert.equal(mails().length, 2);
    assert.equal(codeOf(await post({ file: new File([], '') })), '400 submission_empty');
    assert.deepEqual(held(service), [0, 0], 'nothing is held once it is answered');
  });

  it('a form that takes files reads other forms as before', async (test) => {
    const { service, route, path, mails } = await startFileForm(test);
    assert.equal(codeOf(await service.submit(route.form_id, { message: 'Hello' })), '200 ok');
    const headers = { 'content-type': 'application/json' };
    const body = '{"message":"Hello"}';
    assert.equal(codeOf(await service.request(path, { method: 'POST', headers, body })), '200 ok');
    assert.equal(mails().length, 2);
  });

  it('a form takes no files once its operator has switched them off', async (test) => {
    const { service, path } = await startFileForm(test);
    const env = { DATABASE_URL: `file:${service.folder}/test.db`, MAX_FILE_BYTES: '0' };
    const later = await startService(test, env);
    const body = formOf({ file: FILE });
    const answer = await later.request(path, { method: 'POST', body });
    assert.equal(codeOf(answer), '400 file_uploads_unsupported');
  });

  it('a file under the name of a trap is dropped with its submission', async (test) => {
    const { post, mails } = await startFileForm(test);
    assert.equal(codeOf(await post({ message: 'Hello', _gotcha: FILE })), '200 ok');
    assert.equal(codeOf(await post({ file: FILE, _gotcha: 'x' })), '200 ok');
    assert.equal(mails().length, 0);
  });

  it('hostile archives are attached or refused, and the next submission arrives', async (test) => {
    const env = { SUBMIT_RATE_PER_MINUTE: '0/0' };
    const { service, post, mails } = await startFileForm(test, undefined, env);
    for (const [what, bytes] of hostileFiles(150_000)) {
      if (!/RAR|gzip with|zip of|zip whose/.test(what)) continue;
      const given = new File([Uint8Array.from(bytes)], 'x.bin');
      const code = codeOf(await post({ file: given }));
      assert.ok(['200 ok', '415 file_type_refused'].includes(code), `${what}: ${code}`);
    }
    assert.equal(codeOf(await post({ file: FILE })), '200 ok');
    assert.equal(mails().at(-1)?.email.attachments[0]?.filename, 'photo.png');
    assert.deepEqual(held(service), [0, 0], 'nothing is held once they are answered');
  });

  it('a dry run says which files would be attached', async (test) => {
    const { post, mails } = await startFileForm(test);
    const { json } = await post({ _dry_run: 'true', file: FILE });
    assert.deepEqual(json.would.files, [
      { field: 'file', name: 'photo.png', size: 7, type: 'text/plain' },
    ]);
    assert.equal(mails().length, 0);
  });

  it('an Idempotency-Key stands for the files too', async (test) => {
    const { post, mails } = await startFileForm(test);
    const key = { 'idempotency-key': 'a-key-of-this-test' };
    const first = await post({ file: FILE }, key);
    assert.equal((await post({ file: FILE }, key)).json.delivery_id, first.json.delivery_id);
    for (const other of [
      new File(['Content'], 'photo.png', { type: 'image/png' }),
      new File(['content'], 'other.png', { type: 'image/png' }),
    ]) {
      assert.equal(codeOf(await post({ file: other }, key)), '422 idempotency_key_conflict');
    }
    assert.equal(mails().length, 1);
  });
});

describe('files that are too large', () => {
  it('an upload whose length is too large is refused before it is read', async (test) => {
    const { service, path } = await startFileForm(test, { files: { max_bytes: 1_000 } });
    const head = `POST ${path} HTTP/1.1\r\nHost: x\r\nContent-Type: multipart/form-data; boundary=b\r\n`;
    // Nothing of the body is ever sent.
    const answers = await sendRaw(service.url, `${head}Content-Length: 308201\r\n\r\n`);
    assert.match(answers, /^HTTP\/1.1 413 .*"error":"file_too_large".*"limit":1000/s);
  });

  it('an upload without a length is refused while it is read', async (test) => {
    const { service, path, post } = await startFileForm(test, { files: { max_bytes: 1_000 } });
    const over = new File(['x'.repeat(1_001)], 'a');
    assert.equal(codeOf(await post({ file: over })), '413 file_too_large');
    assert.equal(codeOf(await post({ file: new File(['x'.repeat(1_000)], 'a') })), '200 ok');
    const request = new Request(service.url + path, {
      method: 'POST',
      body: formOf({ f: over }),
    });
    const streamed = await fetch(service.url + path, {
      method: 'POST',
      headers: request.headers,
      body: request.body,
      duplex: 'half',
    });
    const { error, limit } = (await streamed.json()) as { error: string; limit: number };
    assert.deepEqual([streamed.status, error, limit], [413, 'file_too_large', 1_000]);
    assert.deepEqual(held(service), [0, 0]);
  });

  it('what the mail server has said that it takes is a limit too', async (test) => {
    const service = await startService(test);
    service.sink.announceSize(165_536);
    const { form_id: formId } = await service.activeRoute({ settings: { files: {} } });
    const body = formOf({ file: new File(['x'.repeat(300_000)], 'a') });
    const { status, json } = await service.request(`/f/${formId}`, { method: 'POST', body });
    assert.deepEqual([status, json.error, json.limit], [413, 'file_too_large', 73_076]);
    assert.equal(service.sink.mails.filter(isDelivery).length, 0);
  });
});
