import assert from 'node:assert/strict';
import { it } from 'node:test';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { FormSettings, SETTING_NAMES } from '../../src/contract/form-settings.ts';
import { startService } from '../support/service.ts';
import { connectMcp, REVISIONS } from './mcp-client.ts';

/** Bytes that an agent pays for before its first call. */
const MOST_BYTES = 20_000;

it('the list of tools is short and has no references, which some clients cannot follow', async (test) => {
  const service = await startService(test);
  const { client } = await connectMcp(test, service);
  const { tools } = await client.listTools();
  const list = JSON.stringify(tools);
  assert.doesNotMatch(list, /"\$(ref|defs)"/);
  const bytes = Buffer.byteLength(list);
  assert.ok(bytes <= MOST_BYTES, `${bytes} bytes`);
});

it('the list of tools has the name and the type of each setting, and a resource its meaning', async (test) => {
  const service = await startService(test);
  const { client } = await connectMcp(test, service);
  const { tools } = await client.listTools();
  const set = tools.find(({ name }) => name === 'set_form_settings');
  const listed = set?.inputSchema.properties?.['settings'] as { properties: object } | undefined;
  assert.deepEqual(Object.keys(listed?.properties ?? {}), SETTING_NAMES);
  const { resources } = await client.listResources();
  const resource = resources.find(({ name }) => name === 'form-settings');
  const uri = resource?.uri ?? '';
  for (const name of ['get_form_settings', 'set_form_settings']) {
    assert.ok(tools.find((tool) => tool.name === name)?.description?.includes(uri), name);
  }
  assert.ok(client.getInstructions()?.includes(uri));
  const [content] = (await client.readResource({ uri })).contents;
  assert.ok(content && 'text' in content);
  assert.deepEqual(JSON.parse(content.text), FormSettings);
});

const TOKEN = /verify\?token=([\w.%-]{40,})/;

for (const revision of REVISIONS)
  it(`a client of ${revision} makes, confirms, sets, tests, reads and deletes a form by list and resource`, async (test) => {
    const service = await startService(test, { SMTP_URL: '', MAIL_FROM: '' });
    const { client, call } = await connectMcp(test, service, { revision });
    const { tools } = await client.listTools();
    const ajv = new Ajv2020({ strict: false, validateFormats: false });
    const does = async (name: string, args: object) => {
      const tool = tools.find((one) => one.name === name);
      assert.ok(tool, name);
      const fits = ajv.validate(tool.inputSchema, args);
      assert.ok(fits, `${name}: ${ajv.errorsText()}`);
      const { failed, body } = await call(name, { ...args });
      assert.equal(failed, false, JSON.stringify(body));
      return body;
    };
    const made = await does('create_form', { email: 'ada@example.com', alias: 'Contact form' });
    assert.equal(made.next_action.type, 'human_verification');
    const form = { form_id: made.form_id };
    const managed = { ...form, management_token: made.management_token };
    const preview = async (path: string) => (await fetch(`${service.url}${path}`)).text();
    const [, mail = ''] = /href="(preview\/[\w-]+)"/.exec(await preview('/preview')) ?? [];
    const [, token = ''] = TOKEN.exec(await preview(`/${mail}/html`)) ?? [];
    await service.confirm(decodeURIComponent(token));
    assert.equal((await does('get_form_status', form)).status, 'active');

    const uri = /letterslot:\S+settings/.exec(JSON.stringify(tools))?.[0] ?? '';
    const [content] = (await client.readResource({ uri })).contents;
    assert.ok(content && 'text' in content);
    const settings = {
      language: 'de',
      success_message: 'Bis bald.',
      fields: [{ name: 'message', label: 'Nachricht', type: 'textarea', required: true }],
    };
    assert.ok(ajv.validate(JSON.parse(content.text), settings), ajv.errorsText());
    await does('set_form_settings', { ...managed, settings });
    const code = await does('get_install_code', { ...form, framework: 'html', style: 'script' });
    assert.match(code.files[0].content, /Nachricht/);
    const fields = { message: 'Hallo' };
    const sent = await does('send_test_submission', { ...form, fields, echo: 'run-1' });
    assert.deepEqual([sent.test, sent.echo, sent.message], [true, 'run-1', 'Bis bald.']);
    assert.deepEqual((await does('test_form', managed)).delivery, { email: 'delivered' });
    assert.deepEqual((await does('get_form_settings', managed)).settings, settings);
    await does('set_form_settings', { ...managed, settings: { fields: null } });
    const { settings: left } = await does('get_form_settings', managed);
    assert.deepEqual(Object.keys(left), ['language', 'success_message']);
    assert.equal((await does('get_form_counts', managed)).days[0].delivered, 2);
    assert.equal((await does('delete_form', managed)).status, 'deleted');
  });
