import assert from 'node:assert/strict';
import { createHash, randomBytes } from 'node:crypto';
import { describe, it, type TestContext } from 'node:test';
import { isDelivery } from '../support/smtp-sink.ts';
import { formOf, type Given } from '../support/file-form.ts';
import { startService } from '../support/service.ts';
import { startWebhookReceiver, REACHES_RECEIVER } from '../support/webhook-receiver.ts';
import { until } from '../support/until.ts';

const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');

const PDF = Buffer.concat([Buffer.from('%PDF-1.7\n'), randomBytes(1_200_000)]);

/** A receiver of webhooks, and the service options to reach it. */
async function startReceiver(test: TestContext) {
  const receiver = await startWebhookReceiver(test);
  return { receiver, overrides: { receivers: REACHES_RECEIVER } };
}

async function start(test: TestContext, request: object, overrides: object = {}) {
  const service = await startService(test, {}, overrides);
  const route = await service.activeRoute(request);
  const post = (given: Given) =>
    service.request(`/f/${route.form_id}`, { method: 'POST', body: formOf(given) });
  return { post, mails: () => service.sink.mails.filter(isDelivery) };
}

/** The same with a webhook beside the mail. */
async function startWithWebhook(test: TestContext, settings: object) {
  const { receiver, overrides } = await startReceiver(test);
  const delivery = { mode: 'both', webhook: { url: receiver.url } };
  return { receiver, ...(await start(test, { delivery, settings }, overrides)) };
}

describe('the mail of a submission with files', () => {
  it('files are attached byte by byte, shown at their fields, and told to programs', async (test) => {
    const fields = [
      { name: 'name', label: 'Your name' },
      { name: 'cv', label: 'Your CV', type: 'file' },
      { name: 'message', label: 'Message' },
    ];
    const settings = { files: {}, fields, language: 'de' };
    const { post, mails, receiver } = await startWithWebhook(test, settings);
    const { status, json } = await post({
      message: 'Hello',
      name: 'Ada',
      cv: new File([PDF], 'C:\\Docs\\Lebenslauf Müller.pdf', { type: 'image/png' }),
      extra: [
        new File(['<script>alert(1)</script>'], 'cv.txt', { type: 'text/html' }),
        new File([], 'CV.txt'),
      ],
      _format: 'json',
    });
    assert.equal(status, 200, JSON.stringify(json));
    const [mail] = mails();
    assert.ok(mail);
    const [own, ...attached] = mail.email.attachments;
    assert.deepEqual(
      attached.map(({ filename, mimeType, content }) => [
        filename,
        mimeType,
        sha256(Buffer.from(content as ArrayBuffer)),
      ]),
      [
        ['Lebenslauf Müller.pdf', 'application/pdf', sha256(PDF)],
        ['cv.txt', 'application/octet-stream', sha256(Buffer.from('<script>alert(1)</script>'))],
        ['CV (2).txt', 'text/plain', sha256(Buffer.from(''))],
      ],
    );
    const text = mail.email.text ?? '';
    const cv = '| Your CV:\n|   Lebenslauf Müller.pdf (1,2 MB)\n|\n| Message:';
    assert.ok(text.includes(cv), text);
    assert.ok(text.includes('| extra:\n|   cv.txt (25 Byte)\n|   CV (2).txt (0 Byte)\n'), text);
    assert.match(mail.email.html ?? '', /Lebenslauf Müller\.pdf \(1,2 MB\)/);

    const files = [
      {
        name: 'Lebenslauf Müller.pdf',
        size: PDF.length,
        type: 'application/pdf',
        sha256: sha256(PDF),
      },
      {
        name: 'cv.txt',
        size: 25,
        type: 'application/octet-stream',
        sha256: sha256(Buffer.from('<script>alert(1)</script>')),
      },
      { name: 'CV (2).txt', size: 0, type: 'text/plain', sha256: sha256(Buffer.from('')) },
    ];
    assert.equal(own?.filename, 'submission.json');
    assert.deepEqual(JSON.parse(Buffer.from(own?.content as ArrayBuffer).toString()), {
      message: 'Hello',
      name: 'Ada',
      _files: files,
    });
    await until('the webhook', () => receiver.calls.length > 0);
    const { data } = JSON.parse(receiver.calls[0]?.body ?? '');
    assert.deepEqual(data.files, files);
    assert.deepEqual(data.fields, { message: 'Hello', name: 'Ada' });
  });

  it('a submission without files has no word of files', async (test) => {
    const { post, mails, receiver } = await startWithWebhook(test, { files: {} });
    await post({ message: 'Hello', _format: 'json' });
    const [mail] = mails();
    const [own] = mail?.email.attachments ?? [];
    assert.deepEqual(JSON.parse(Buffer.from(own?.content as ArrayBuffer).toString()), {
      message: 'Hello',
    });
    await until('the webhook', () => receiver.calls.length > 0);
    assert.ok(!('files' in JSON.parse(receiver.calls[0]?.body ?? '').data));
  });

  it('names of files are inert in the mail, whatever they hold', async (test) => {
    const { post, mails } = await start(test, { settings: { files: {} } });
    const names = [
      '<b>x</b> "y".txt',
      'cv\u202etxt.exe.txt',
      'https://evil.example/a.txt',
      'a\r\nBcc: x@example.com.txt',
    ];
    const { status } = await post({ file: names.map((name) => new File(['x'], name)) });
    assert.equal(status, 200);
    const [mail] = mails();
    const attached = mail?.email.attachments.map(({ filename }) => filename);
    assert.ok(
      attached?.every((name) => name && !/[<>"/\p{Cc}\u202e]/u.test(name)),
      String(attached),
    );
    assert.deepEqual(mail?.recipients.length, 1);
    assert.equal(mail?.email.bcc?.length ?? 0, 0);
    assert.ok(!mail?.email.html?.includes('<b>'));
  });
});

describe('a submission with a file of the wrong type', () => {
  for (const [what, file, types, allowed] of [
    [
      'HTML as a PDF',
      new File(['<html><script></script>'], 'cv.pdf', { type: 'application/pdf' }),
      ['application/pdf'],
      ['application/pdf'],
    ],
    ['a program', new File(['MZ\x90\0\x03\0\0\0'], 'cv.pdf'), undefined, ['*/*']],
    ['a script', new File(['x'], 'run.ps1'), ['text/plain'], ['text/plain']],
  ] as const)
    it(`a form refuses ${what}, delivers nothing and counts nothing`, async (test) => {
      const files = types ? { types: [...types] } : {};
      const { post, mails } = await start(test, { settings: { files } });
      const refused = await post({ message: 'Hello', file });
      assert.deepEqual([refused.status, refused.json.error], [415, 'file_type_refused']);
      assert.deepEqual(refused.json['allowed'], allowed);
      const rehearsed = await post({ message: 'Hello', file, _dry_run: 'true' });
      assert.equal(rehearsed.json.error, 'file_type_refused', 'a dry run says the same');
      assert.equal(mails().length, 0);
      const { json } = await post({ message: 'Hello' });
      assert.equal(json['used'], 1);
    });
});
