import assert from 'node:assert/strict';
import { existsSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { it } from 'node:test';
import { shareFormCli } from './form-cli.ts';
import { startMeddler } from './meddler.ts';

const THANKS = 'https://example.com/thanks';
const KEY = { LETTERSLOT_APPLY_KEY: 'a-random-secret-of-at-least-32-characters' };

const cli = shareFormCli();
let files = 0;

/** A new file that describes forms. */
function writeManifest(forms: readonly object[], project = `project-${files}`): string {
  files += 1;
  const path = join(cli().service.folder, `forms-${files}.json`);
  writeFileSync(path, JSON.stringify({ project, forms }));
  return path;
}

/** The environment of a machine that has nothing yet, and keeps nothing. */
const newMachine = () => ({ XDG_CONFIG_HOME: join(cli().service.folder, `machine-${files++}`) });

const contact = (settings?: object) => ({
  email: `owner-${files}@example.com`,
  alias: 'Contact form',
  ...(settings && { settings }),
});

it('form apply makes the forms of a file, and a second run changes nothing', async () => {
  const { print, json, service } = cli();
  service.sink.mails.length = 0;
  const path = writeManifest([contact({ redirect: THANKS }), { ...contact(), alias: 'Jobs' }]);
  const out = await print(['apply', path]);
  assert.match(out, /^Contact form {2}cfm_\w+ {2}created: redirect; .*not confirmed yet$/m);
  assert.match(out, /^Jobs {2}cfm_\w+ {2}created; /m);
  assert.doesNotMatch(out, /lsm_/);
  const mails = service.sink.mails.length;
  const again = await json(['apply', path]);
  assert.equal(again.changed, false);
  assert.equal(service.sink.mails.length, mails);
  assert.match(await print(['apply', path]), /Nothing to change\.\n$/);
  const [{ form_id: id }] = again.forms;
  assert.deepEqual((await json(['show', id])).settings, { redirect: THANKS });
});

it('form apply changes the settings that differ, and keeps forms that left the file', async () => {
  const { json, service } = cli();
  const [kept, left] = [contact({ redirect: THANKS }), { ...contact(), alias: 'Left' }];
  const before = await json(['apply', writeManifest([kept, left], 'changing')]);
  const next = writeManifest([{ ...kept, settings: { paused: true } }], 'changing');
  const after = await json(['apply', next]);
  assert.equal(after.forms.length, 1);
  assert.equal(after.forms[0].form_id, before.forms[0].form_id);
  assert.deepEqual(after.forms[0].settings.toSorted(), ['paused', 'redirect']);
  assert.equal((await service.request(`/v1/routes/${before.forms[1].form_id}`)).status, 200);
});

it('form apply --dry-run says what would change and changes nothing', async () => {
  const { print, json, service } = cli();
  service.sink.mails.length = 0;
  const form = contact({ redirect: THANKS });
  const first = await print(['apply', writeManifest([form], 'dry'), '--dry-run']);
  assert.match(first, /would be created/);
  assert.equal(service.sink.mails.length, 0);
  const made = await json(['apply', writeManifest([form], 'dry')]);
  const changed = writeManifest([{ ...form, settings: { paused: true } }], 'dry');
  const out = await print(['apply', changed, '--dry-run']);
  assert.match(out, /would change: redirect, paused;/m);
  assert.match(out, /^1 form would change; nothing was done\.$/m);
  const { settings } = await json(['show', made.forms[0].form_id]);
  assert.deepEqual(settings, { redirect: THANKS });
});

it('a CI without a configuration folder finds its forms again by one secret', async () => {
  const { json } = cli();
  const path = writeManifest([contact({ paused: true })]);
  const [one, other] = [newMachine(), newMachine()];
  const first = await json(['apply', path], { ...one, ...KEY, CI: 'true' });
  const second = await json(['apply', path], { ...other, ...KEY, CI: 'true' });
  assert.equal(first.forms[0].result, 'created');
  assert.equal(second.forms[0].result, 'unchanged');
  assert.equal(second.forms[0].form_id, first.forms[0].form_id);
  assert.ok(!existsSync(one.XDG_CONFIG_HOME) && !existsSync(other.XDG_CONFIG_HOME));
});

it('a CI without that secret makes no form, whose token would be lost', async () => {
  const { run, service } = cli();
  service.sink.mails.length = 0;
  const path = writeManifest([contact()]);
  const { code, out } = await run(['apply', path], { ...newMachine(), CI: 'true' });
  assert.equal(code, 1);
  assert.match(out, /its token would be lost.*LETTERSLOT_APPLY_KEY/);
  assert.equal(service.sink.mails.length, 0);
});

it('a CI sets forms that exist by their ids, with tokens from its environment or a file', async () => {
  const { newForm, print, json, run, service } = cli();
  const { id } = await newForm();
  const tokens = await print(['list', '--tokens']);
  const path = writeManifest([{ id, settings: { redirect: THANKS } }]);
  const env = { ...newMachine(), CI: 'true' };
  const first = await json(['apply', path], { ...env, LETTERSLOT_TOKENS: tokens });
  assert.equal(first.forms[0].result, 'changed');
  const file = join(service.folder, 'tokens.json');
  writeFileSync(file, tokens);
  const second = await json(['apply', path, '--tokens-file', file], env);
  assert.equal(second.changed, false);
  const elsewhere = tokens.replaceAll(service.url, 'https://forms.example.com');
  const { code, out } = await run(['apply', path], { ...env, LETTERSLOT_TOKENS: elsewhere });
  assert.equal(code, 1);
  assert.match(out, /There is no token for cfm_/);
});

it('a form is not made twice when a run died before it could keep the token', async () => {
  const { json, config } = cli();
  const path = writeManifest([contact()]);
  const first = await json(['apply', path]);
  rmSync(join(config, 'forms'), { recursive: true });
  const second = await json(['apply', path]);
  assert.equal(second.forms[0].form_id, first.forms[0].form_id);
  assert.equal(second.changed, false);
});

it('two runs at the same time make one form', async () => {
  const { json } = cli();
  const path = writeManifest([contact({ paused: true })]);
  const [one, other] = await Promise.all([json(['apply', path]), json(['apply', path])]);
  assert.equal(one.forms[0].form_id, other.forms[0].form_id);
});

it('a form that was deleted is made again', async () => {
  const { json, print } = cli();
  const path = writeManifest([contact()]);
  const first = await json(['apply', path]);
  const token = (await json(['list', '--tokens']))[cli().service.url][first.forms[0].form_id];
  await cli().service.request(`/v1/routes/${first.forms[0].form_id}`, {
    method: 'DELETE',
    headers: { authorization: `Bearer ${token}` },
  });
  assert.match(await print(['apply', path, '--dry-run']), /would be created/);
  const second = await json(['apply', path]);
  assert.equal(second.forms[0].result, 'created');
  assert.notEqual(second.forms[0].form_id, first.forms[0].form_id);
});

it('a form with wrong settings fails alone, with the name of each setting', async () => {
  const { run } = cli();
  const path = writeManifest([
    contact({ redirect: 'nowhere', color: 'red' }),
    { ...contact({ paused: true }), alias: 'Right' },
  ]);
  const { code, out } = await run(['apply', path]);
  assert.equal(code, 1);
  assert.match(
    out,
    /^Contact form {2}failed; .*\(settings_invalid\)\n {2}\w+(: | is not a setting).*\n {2}\w+(: | is not a setting)/m,
  );
  assert.match(out, /^Right {2}cfm_\w+ {2}created: paused/m);
  assert.match(out, /^1 form failed\.$/m);
});

it('every fault of the file is named with its path, and nothing is done', async () => {
  const { run, service } = cli();
  service.sink.mails.length = 0;
  const path = writeManifest([
    contact(),
    contact(),
    { id: 'cfm_short', color: 'red' },
    { alias: 'Alone', settings: [] },
  ]);
  const { code, err } = await run(['apply', path]);
  assert.equal(code, 1);
  for (const at of ['1', '2/id', '2/color', '3/email', '3/settings']) {
    assert.match(err, new RegExp(`^letterslot: /forms/${at}: `, 'm'));
  }
  assert.equal(service.sink.mails.length, 0);
});

it('form apply waits where the service asks for it', async (test) => {
  const { run, service } = cli();
  const refusal = {
    success: false,
    error: 'rate_limited',
    message: 'Too many.',
    retryable: true,
    retry_after_seconds: 1,
  };
  const url = await startMeddler(test, service.url, 'POST', async () =>
    Response.json(refusal, { status: 429 }),
  );
  const path = writeManifest([contact()]);
  const { code, out, err } = await run(['apply', path, '--url', url]);
  assert.equal(code, 0);
  assert.match(out, /created/);
  assert.match(err, /waiting 1 second\./);
});
