import assert from 'node:assert/strict';
import { it } from 'node:test';
import { readSettings, SettingsError } from '../../src/platform/settings/settings.ts';
import { OWNER, startService } from '../support/service.ts';
import { listOf } from '../support/list-of.ts';

const TOKEN = /token=[\w%.-]{40,}/;

const SMTP = { SMTP_URL: 'smtp://mail.example', MAIL_FROM: 'forms@example.com' };

function faultsOf(env: Record<string, string>): readonly string[] {
  try {
    readSettings(env, () => '');
    return [];
  } catch (error) {
    assert.ok(error instanceof SettingsError);
    return error.faults;
  }
}

/** A service whose preview mailbox holds one verification mail; requests one of its pages. */
async function startPreview(test: Parameters<typeof startService>[0]) {
  const { service, create } = await startService(test, { SMTP_URL: '', MAIL_FROM: '' });
  await create({ email: OWNER });
  const get = async (path: string, headers: Record<string, string> = {}) => {
    const { port } = new URL(service.app.listeningOrigin);
    const answer = await service.app.inject({
      url: path,
      headers: { host: `localhost:${port}`, ...headers },
    });
    return { status: answer.statusCode, text: answer.payload };
  };
  const list = await get('/preview');
  const [, mail = ''] = /href="(preview\/[\w-]+)"/.exec(list.text) ?? [];
  return { get, paths: ['/preview', `/${mail}`, `/${mail}/html`, `/${mail}/raw`] };
}

// Guarantee: Privacy
it('the preview mailbox runs only where HOST and PUBLIC_URL are this machine', () => {
  for (const HOST of ['127.0.0.1', '127.0.0.2', 'localhost', '::1', '[::1]']) {
    assert.deepEqual(faultsOf({ HOST }), [], HOST);
  }
  for (const HOST of ['0.0.0.0', '::', '192.0.2.1', '10.0.0.1', 'forms.example.com']) {
    assert.equal(faultsOf({ HOST }).length, 1, HOST);
    assert.deepEqual(faultsOf({ ...SMTP, HOST }), [], HOST);
  }
  for (const PUBLIC_URL of ['http://localhost:8080', 'http://127.0.0.1', 'https://[::1]:1/x']) {
    assert.deepEqual(faultsOf({ PUBLIC_URL }), [], PUBLIC_URL);
  }
  for (const PUBLIC_URL of ['https://forms.example.com', 'http://localhost.example.com']) {
    assert.equal(faultsOf({ PUBLIC_URL }).length, 1, PUBLIC_URL);
    assert.deepEqual(faultsOf({ ...SMTP, PUBLIC_URL }), [], PUBLIC_URL);
  }
  const HOST = '0.0.0.0';
  assert.deepEqual(
    faultsOf({ HOST, NODE_ENV: 'production' }),
    faultsOf({ NODE_ENV: 'production' }),
  );
});

it('the preview mailbox is shown under the names of this machine, tokens included', async (test) => {
  const { get, paths } = await startPreview(test);
  for (const host of ['localhost', 'LOCALHOST:8080', '127.0.0.1:1', '127.0.0.2', '[::1]:8080'])
    for (const path of paths) assert.equal((await get(path, { host })).status, 200, host);
  assert.match((await get(paths[2] ?? '')).text, TOKEN);
});

it('the preview mailbox is not found under any other name, however it is written', async (test) => {
  const { get, paths } = await startPreview(test);
  const hosts = listOf(`
      forms.example.com evil.test:8080 localhost.evil.test 127.0.0.1.evil.test evil.test#localhost
      evil@localhost 192.0.2.1 0.0.0.0:8080
    `);
  for (const host of hosts)
    for (const path of paths) {
      const { status, text } = await get(path, { host });
      assert.equal(status, 404, host);
      assert.doesNotMatch(text, TOKEN);
    }
});

it("the preview mailbox is not found through a proxy, which may pass on anybody's requests", async (test) => {
  const { get, paths } = await startPreview(test);
  const forwarded = [
    { 'x-forwarded-for': '192.0.2.1' },
    { 'x-forwarded-for': '127.0.0.1' },
    { 'x-forwarded-host': 'forms.example.com' },
    { 'x-forwarded-proto': 'https' },
    { forwarded: 'for=192.0.2.1' },
    { 'x-real-ip': '192.0.2.1' },
    { via: '1.1 proxy' },
  ];
  for (const headers of forwarded)
    for (const path of paths) {
      assert.equal((await get(path, headers as Record<string, string>)).status, 404);
    }
});
