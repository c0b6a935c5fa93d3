import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { FILE, startFileForm, type Given } from '../support/file-form.ts';
import { OWNER, startService } from '../support/service.ts';

describe('declared fields of the type file', () => {
  const FIELDS = [
    { name: 'photo', type: 'file', required: true },
    { name: 'pages', type: 'file', multiple: true },
    { name: 'message' },
  ];
  const SETTINGS = { files: {}, fields: FIELDS, unknown_fields: 'refuse' };

  it('declared files are checked as browsers do', async (test) => {
    const { post, service, route, mails } = await startFileForm(test, SETTINGS);
    const [photo, empty] = [FILE, new File([], '')];
    for (const given of [
      { photo, pages: [FILE, FILE] },
      { photo, pages: empty },
    ]) {
      assert.equal((await post(given)).status, 200);
    }
    const faulty: [given: Given, field: string, code: string][] = [
      [{ message: 'Hello' }, 'photo', 'valueMissing'],
      [{ photo: empty, message: 'a' }, 'photo', 'valueMissing'],
      [{ photo: [FILE, FILE] }, 'photo', 'badInput'],
      [{ photo, message: FILE }, 'message', 'badInput'],
      [{ photo, other: FILE }, 'other', 'unknownField'],
    ];
    for (const [given, field, code] of faulty) {
      const { status, json } = await post(given);
      assert.deepEqual([status, json.errors.length], [422, 1]);
      assert.deepEqual([json.errors[0].field, json.errors[0].code], [field, code]);
    }
    // A page whose form lacks enctype sends the name of the file alone.
    const named = await service.submit(route.form_id, { photo: 'photo.png' });
    assert.deepEqual(
      named.json.errors.map(({ field, code, message }: Record<string, string>) => [
        field,
        code,
        message,
      ]),
      [['photo', 'badInput', 'Send a file here: the form has to be sent as multipart/form-data.']],
    );
    assert.equal(mails().length, 2);
  });
});

describe('the setting files', () => {
  it('the setting files has faults if this service, its form or its types do not allow it', async (test) => {
    const service = await startService(test, { MAX_FILE_BYTES: '1000' });
    const faults = async (settings: object, more: object = {}) => {
      const { status, json } = await service.create({ settings, ...more });
      if (status < 300) return [];
      assert.equal(json.error, 'settings_invalid');
      return json.errors.map(({ path }: { path: string }) => path.replace('/settings', ''));
    };
    const types = ['application/pdf', 'image/*', 'text', '*/*', 'a/b;c=d', ' a/b', 'a/'];
    assert.deepEqual(await faults({ files: { max_bytes: 1_001, types } }), [
      '/files/max_bytes',
      ...[2, 3, 4, 5, 6].map((at) => `/files/types/${at}`),
    ]);
    assert.deepEqual(await faults({ files: {}, fields: [{ name: 'a', type: 'file' }] }), []);
    assert.deepEqual(await faults({ fields: [{ name: 'a', type: 'file' }] }), ['/fields/0/type']);
    const webhook = { mode: 'webhook', webhook: { url: 'https://hooks.example.com/x' } };
    assert.deepEqual(await faults({ files: {} }, { delivery: webhook }), ['/files']);
    const none = await startService(test, { MAX_FILE_BYTES: '0' });
    const { json } = await none.create({ settings: { files: {} } });
    assert.deepEqual(json.errors, [
      {
        path: '/settings/files',
        message: 'This deployment takes no files: its operator has switched them off.',
      },
    ]);
  });

  it('less of the setting files holds at once, and more of it waits for the owner', async (test) => {
    const files = { max_count: 3, max_bytes: 1_000, types: ['image/*', 'application/pdf'] };
    const { service, route } = await startFileForm(test, { files });
    const put = (wanted: object) => service.putSettings(route, wanted);
    assert.deepEqual((await put({ files: { ...files, max_count: 4 } })).json.settings, { files });
    const mail = service.sink.mails.at(-1)?.email.text ?? '';
    assert.match(
      mail,
      /at most 3 at once; at most 1 kB together; only image\/\*, application\/pdf/,
    );
    const less = { files: { max_count: 2, max_bytes: 9, types: ['image/png'] } };
    assert.deepEqual((await put(less)).json.settings, less);
    assert.deepEqual((await put({})).json.settings, {});
  });

  it('a form that is made with files is one whose owner is asked about them', async (test) => {
    const { service } = await startFileForm(test, {});
    const { json } = await service.create({ email: OWNER, settings: { files: {} } });
    assert.equal(json.status, 'pending_verification');
  });
});
