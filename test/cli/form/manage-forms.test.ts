import assert from 'node:assert/strict';
import { chmodSync, globSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { it } from 'node:test';
import { newTempFolder } from '../../support/temp-folder.ts';
import { until } from '../../support/until.ts';
import { shareFormCli } from './form-cli.ts';

const cli = shareFormCli();

it('form create asks the inbox, shows endpoint and code, and shows no token', async () => {
  const { print, service, config } = cli();
  const args = ['create', 'ada@example.com', '--name', 'Job offers', '--framework', 'react'];
  const out = await print(args);
  const [, id = ''] = /^Form +(cfm_\S+)$/m.exec(out) ?? [];
  assert.match(
    out,
    new RegExp(`^Endpoint +${service.url}/f/${id}$`.replaceAll('127.0.0.1', '.*'), 'm'),
  );
  assert.match(out, /export function ContactForm/);
  assert.doesNotMatch(out, /lsm_/);
  assert.equal(service.sink.mails.at(-1)?.recipients[0], 'ada@example.com');
  const [file = ''] = globSync(`${config}/forms/*/${id}.json`);
  const saved = JSON.parse(readFileSync(file, 'utf8'));
  assert.equal(saved.alias, 'Job offers');
  assert.match(saved.management_token, /^lsm_/);
});

it('form create --agents-md tells agents about the form, without its token, and replaces nothing', async () => {
  const { print, service } = cli();
  const file = join(newTempFolder('agents'), 'AGENTS.md');
  writeFileSync(file, '# Rules\n');
  for (const name of ['One', 'Two "x"']) {
    await print(['create', 'agents@example.com', '--name', name, '--agents-md', file]);
  }
  const text = readFileSync(file, 'utf8');
  assert.match(text, /^# Rules\n\n## The form "One"\n[^]*\n## The form "Two .*x.*"\n/);
  assert.equal(text.match(/\/f\/cfm_/g)?.length, 2);
  assert.ok(text.includes(`${service.url}/llms.txt`));
  assert.doesNotMatch(text, /lsm_/);
});

it('form create --wait ends when the inbox has confirmed', async () => {
  const { json, service } = cli();
  service.sink.mails.length = 0;
  const waiting = json(['create', 'waits@example.com', '--wait', '--framework', 'vue']);
  await until('the verification mail', () => service.sink.mails.length > 0);
  await service.confirm(service.verificationToken());
  const route = await waiting;
  assert.equal(route.status, 'active');
  assert.match(route.management_token, /^lsm_/);
  assert.equal(route.install.framework, 'vue');
});

it('the tokens of forms are in files that their user alone can read', async () => {
  const { newForm, config } = cli();
  const { id, token } = await newForm();
  const [file = ''] = globSync(`${config}/forms/*/${id}.json`);
  assert.ok(readFileSync(file, 'utf8').includes(token));
  assert.equal(statSync(file).mode & 0o777, 0o600);
  assert.equal(statSync(join(file, '..')).mode & 0o777, 0o700);
  assert.equal(statSync(config).mode & 0o777, 0o700);
});

it('a folder of tokens that others can enter is closed', async () => {
  const { newForm, config } = cli();
  await newForm();
  chmodSync(config, 0o755);
  await newForm();
  assert.equal(statSync(config).mode & 0o777, 0o700);
});

it('commands that run at the same time keep every token', async () => {
  const { json, config } = cli();
  const made = await Promise.all(
    [1, 2, 3, 4].map((n) => json(['create', `many-${n}@example.com`])),
  );
  const { forms } = await json(['list']);
  const listed = new Set(forms.map(({ form_id }: { form_id: string }) => form_id));
  for (const { form_id: id } of made) assert.ok(listed.has(id), id);
  assert.deepEqual(globSync(`${config}/**/*.tmp`), []);
});

it('form list shows forms and no tokens, unless they are asked for', async () => {
  const { newForm, print, service } = cli();
  const { id, token } = await newForm();
  const out = await print(['list']);
  assert.match(out, new RegExp(`${id} +active +${service.url} +Contact form`));
  assert.doesNotMatch(out + (await print(['list', '--json'])), /lsm_/);
  const tokens = JSON.parse(await print(['list', '--tokens']));
  assert.equal(tokens[service.url][id], token);
});

it('form show finds the deployment at which a form was made, and shows no token', async () => {
  const { newForm, print, json } = cli();
  const { id } = await newForm();
  const out = await print(['show', id], { LETTERSLOT_URL: '' });
  assert.match(out, /^Status +active$/m);
  assert.doesNotMatch(out, /lsm_/);
  const shown = await json(['show', id]);
  assert.equal(shown.form_id, id);
  assert.equal(shown.management_token, undefined);
});

it('form show and form list call a form by its setting name', async () => {
  const { newForm, print } = cli();
  const { id } = await newForm();
  await print(['set', id, 'name=Job offers']);
  assert.match(await print(['show', id]), /^Name +Job offers$/m);
  assert.match(await print(['list']), new RegExp(`${id} .*Job offers`));
});

it('form test has a marked mail delivered', async () => {
  const { newForm, print, service } = cli();
  const { id } = await newForm();
  assert.match(await print(['test', id]), /^email: delivered$/m);
  assert.match(service.sink.mails[0]?.email.subject ?? '', /^\[Test\]/);
});

it('form test needs no token: it then submits as a visitor does', async () => {
  const { newForm, print, service } = cli();
  const { id } = await newForm();
  const stranger = { XDG_CONFIG_HOME: join(service.folder, 'stranger') };
  assert.match(await print(['test', id], stranger), /^email: delivered$/m);
  assert.match(service.sink.mails[0]?.email.subject ?? '', /^\[Test\]/);
});

it('form test says which code the service refuses with, and its exit code says to try again', async () => {
  const { newForm, run, service } = cli();
  const { id } = await newForm();
  service.sink.refuseWith({ code: 451, text: 'later' });
  const { code, out, err } = await run(['test', id, '--json']);
  service.sink.refuseWith(undefined);
  assert.equal(code, 75);
  assert.match(err, /^letterslot: .+\(delivery_failed\)$/m);
  assert.equal(JSON.parse(out).error, 'delivery_failed');
});

it('form code prints one file alone on standard output', async () => {
  const { newForm, run, service } = cli();
  const { id } = await newForm();
  const { out, err } = await run(['code', id]);
  const raw = await service.request(`/v1/routes/${id}/install?raw=1`);
  assert.equal(out, `${raw.text.trimEnd()}\n`);
  assert.notEqual(err, '');
});

it('the option --webmcp is gone, with a sentence that says what is left', async () => {
  const { run } = cli();
  for (const words of [
    ['code', 'cfm_7K2MNP4QRSTVWXYZ'],
    ['create', 'you@example.com'],
  ]) {
    const { code, err } = await run([...words, '--webmcp']);
    assert.equal(code, 64);
    assert.match(err, /--webmcp is gone: .*toolname/);
  }
});

it('form code --out writes every file, and replaces none', async (test) => {
  const { newForm, run, print } = cli();
  const { id } = await newForm();
  const folder = newTempFolder('form-code', test);
  const args = ['code', id, '--framework', 'nextjs', '--out', folder];
  await print(args);
  const page = readFileSync(join(folder, 'app/contact/contact-form.tsx'), 'utf8');
  assert.ok(page.includes(id));
  writeFileSync(join(folder, 'app/contact/contact-form.tsx'), 'mine');
  const { code, err } = await run(args);
  assert.equal(code, 1);
  assert.match(err, /contact-form\.tsx is not written: it exists already\./);
  assert.equal(readFileSync(join(folder, 'app/contact/contact-form.tsx'), 'utf8'), 'mine');
});

it('form keys makes a key whose secret is shown once, lists it, and asks before it ends it', async () => {
  const { newForm, print, json, run } = cli();
  const { id } = await newForm();
  assert.match(await print(['keys', id]), /has no access keys/);
  const made = await print(['keys', id, '--make', 'Website']);
  const [, secret = ''] = /^Secret +(lsk_[\w-]{43})$/m.exec(made) ?? [];
  assert.notEqual(secret, '');
  const [key] = (await json(['keys', id])).keys;
  const list = await print(['keys', id]);
  assert.match(list, new RegExp(`^${key.key_id} +\\S+ +never +Website$`, 'm'));
  assert.doesNotMatch(list, /lsk_/);
  const asked = await run(['keys', id, '--end', key.key_id]);
  assert.deepEqual([asked.code, /--yes/.test(asked.err)], [64, true]);
  assert.match(await print(['keys', id, '--end', key.key_id, '--yes']), /has ended/);
  const again = await run(['keys', id, '--end', key.key_id, '--yes']);
  assert.match(again.err, /\(access_key_not_found\)/);
  for (const other of ['..', '../../..', '', '.', 'key_']) {
    assert.equal((await run(['keys', id, '--end', other, '--yes'])).code, 64, other);
  }
  assert.match(await print(['keys', id]), /has no access keys/);
  assert.equal((await run(['keys', id, '--make', 'a', '--end', 'b'])).code, 64);
});

it('form delete asks first, and without a terminal needs --yes', async () => {
  const { newForm, run, service } = cli();
  const { id } = await newForm();
  const { code, err } = await run(['delete', id]);
  assert.equal(code, 64);
  assert.match(err, /cannot be undone.*Add --yes to confirm/);
  assert.equal((await service.request(`/v1/routes/${id}`)).status, 200);
});

it('form delete --yes deletes the form and its token', async () => {
  const { newForm, print, run, service } = cli();
  const { id } = await newForm();
  assert.match(await print(['delete', id, '--yes']), /deleted for good/);
  assert.equal((await service.request(`/v1/routes/${id}`)).status, 404);
  const { code, err } = await run(['delete', id, '--yes']);
  assert.equal(code, 1);
  assert.match(err, /There is no token for cfm_\w+ at http/);
});
