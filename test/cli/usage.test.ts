import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { COMMANDS } from '../../src/app/commands.ts';
import { runCli } from '../support/run-cli.ts';
import { newFolder } from './deployment.ts';

describe('the command line', () => {
  it('letterslot help names every command', async () => {
    const { code, out } = await runCli({}, ['help']);
    assert.equal(code, 0);
    for (const [name, { summary }] of Object.entries(COMMANDS)) {
      assert.ok(out.includes(`letterslot ${name}`) && out.includes(summary), name);
    }
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

  const misuses: [args: string, sentence: RegExp][] = [
    ['nonsense', /There is no command "nonsense"\./],
    ['constructor', /There is no command "constructor"\./],
    ['help nonsense', /There is no command "nonsense"\./],
    ['serve --port', /Unknown option '--port'\.\n/],
    ['serve now', /Usage: letterslot serve/],
    ['routes', /routes needs one of: list, suspend, resume, delete\./],
    ['routes list --email', /--email/],
    ['routes list --json=yes', /--json/],
    ['routes list --limit 0', /--limit must be a whole number from 1/],
    ['routes list --status odd', /--status must be one of: pending, active, suspended/],
    ['routes suspend', /Usage: letterslot routes suspend FORM_ID/],
    ['routes suspend cfm_short', /FORM_ID must be/],
    ['doctor --dns example.com', /--dns must be an IP address/],
    ['doctor --dkim-selector ..', /--dkim-selector must be/],
    ['backup', /Usage: letterslot backup FILE/],
  ];
  for (const [args, sentence] of misuses) {
    it(`letterslot ${args}: exit code 64 and a sentence`, async () => {
      const { code, out, err } = await runCli({}, args.split(' '));
      assert.equal(code, 64);
      assert.equal(out, '');
      assert.match(err, sentence);
      assert.match(err, /Try: letterslot help\n$/);
      assert.equal(err.trimEnd().split('\n').length, 2);
    });
  }

  it('a command that finds no database creates none', async (test) => {
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
});
