import assert from 'node:assert/strict';
import { it } from 'node:test';
import { COMMANDS, GROUPS } from '../../src/app/commands.ts';
import { SETTING_NAMES } from '../../src/contract/form-settings.ts';
import { runCli } from '../support/run-cli.ts';
import { newFolder } from './deployment.ts';

it('letterslot help names every command', async () => {
  const { code, out } = await runCli({}, ['help']);
  assert.equal(code, 0);
  for (const [name, { summary }] of Object.entries(COMMANDS)) {
    assert.match(out, new RegExp(`^  ${name}\\b.* ${RegExp.escape(summary)}$`, 'm'));
  }
  const headings = out.split('\n').filter((line) => line.startsWith('F'));
  assert.deepEqual(headings, Object.keys(GROUPS));
  for (const line of out.split('\n')) assert.ok(line.length <= 110, line);
});

it('letterslot help explains each command, without settings', async () => {
  for (const [name, { options = {} }] of Object.entries(COMMANDS)) {
    const { code, out } = await runCli({ PORT: 'x' }, [...name.split(' '), '--help']);
    assert.equal(code, 0);
    assert.match(out, new RegExp(`^Usage: letterslot ${name}`));
    for (const flag of Object.keys(options)) assert.ok(out.includes(`--${flag}`), flag);
  }
  const { out } = await runCli({}, ['help', 'keys', 'rotate']);
  assert.match(out, /^Usage: letterslot keys rotate/);
});

const misuses: [args: string, sentence: RegExp, command?: string][] = [
  ['nonsense', /There is no command "nonsense"\.\n/],
  ['hepl', /Did you mean “letterslot help”\?/],
  ['constructor', /There is no command "constructor"\./],
  ['help nonsense', /There is no command "nonsense"\./],
  ['doctr', /There is no command "doctr"\. Did you mean “letterslot doctor”\?/],
  ['create', /There is no command "create"\. Did you mean “letterslot form create”\?/],
  [
    'form creat',
    /There is no command "form creat"\. Did you mean “letterslot form create”\?/,
    'form',
  ],
  ['help keys rotat', /Did you mean “letterslot keys rotate”\?/],
  ['serve --port', /Unknown option '--port'\.\n/, 'serve'],
  ['serve now', /Usage: letterslot serve/, 'serve'],
  ['routes', /routes needs one of: list, suspend, resume, delete\./, 'routes'],
  ['routes list --email', /--email/, 'routes list'],
  ['routes list --limt=3', /Unknown option '--limt'\. Did you mean “--limit”\?/, 'routes list'],
  ['routes list --json=yes', /--json/, 'routes list'],
  ['routes list --limit 0', /--limit must be a whole number from 1/, 'routes list'],
  ['routes list --status odd', /--status must be one of: active, unconfirmed/, 'routes list'],
  ['routes suspend', /Usage: letterslot routes suspend FORM_ID/, 'routes suspend'],
  ['routes suspend cfm_short', /FORM_ID must be/, 'routes suspend'],
  ['doctor --dns example.com', /--dns must be an IP address/, 'doctor'],
  ['doctor --dkim-selector ..', /--dkim-selector must be/, 'doctor'],
  ['backup', /Usage: letterslot backup FILE/, 'backup'],
  ['form create', /Name an inbox: letterslot form create you@/, 'form create'],
  ['completion', /“letterslot completion” is gone/],
  [
    'collect --age-identity key.txt',
    /encrypted with OpenPGP, and read with the keys of gpg/,
    'collect',
  ],
  ['collect --token-file=-', /collect asks for no counts/, 'collect'],
  ['completion bash -- form', /“letterslot completion” is gone/],
];
for (const [args, sentence, command = ''] of misuses)
  it(`letterslot ${args}: exit code 64 and a sentence`, async () => {
    const { code, out, err } = await runCli({}, args.split(' '));
    assert.equal(code, 64);
    assert.equal(out, '');
    assert.match(err, sentence);
    assert.ok(err.endsWith(`Try: ${`letterslot help ${command}`.trimEnd()}\n`), err);
    assert.equal(err.trimEnd().split('\n').length, 2);
  });

it('the help of form set and form create lists every setting with its values', async () => {
  for (const command of ['set', 'create']) {
    const { out } = await runCli({}, ['help', 'form', command]);
    for (const name of SETTING_NAMES) assert.match(out, new RegExp(`^  ${name}=\\S`, 'm'));
    assert.match(out, /^  challenge=off\|suspicious\|always$/m);
    assert.match(out, /^  paused=true\|false$/m);
    for (const line of out.split('\n')) assert.ok(line.length <= 110, line);
  }
});

it('colour follows NO_COLOR and FORCE_COLOR, and a pipe has no colour', async () => {
  const isStyled = async (env: Record<string, string>) =>
    (await runCli(env, ['help'])).out.includes('\u001b[');
  assert.equal(await isStyled({}), false);
  assert.equal(await isStyled({ FORCE_COLOR: '1' }), true);
  assert.equal(await isStyled({ NO_COLOR: '1' }), false);
});

it('a command that finds no database does not create one', async (test) => {
  const path = `${newFolder(test)}/none/x.db`;
  for (const args of ['routes list', 'keys list', 'keys rotate', 'backup x']) {
    const { code, err } = await runCli({ DATABASE_URL: `file:${path}` }, args.split(' '));
    assert.equal(code, 1);
    assert.match(err, /There is no database .*none\/x\.db/);
  }
});

it('a command reports wrong settings as the start does', async () => {
  const { code, err } = await runCli({ PORT: 'x' }, ['routes', 'list']);
  assert.equal(code, 78);
  assert.match(err, /PORT must be/);
});
