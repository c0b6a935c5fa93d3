import assert from 'node:assert/strict';
import { rmSync } from 'node:fs';
import { describe, it } from 'node:test';
import { unlessInstalled } from '../neighbours/programs.ts';
import { onTerminal } from '../support/on-terminal.ts';
import { newDatabaseFolder } from '../support/temp-folder.ts';
import { shareFormCli } from './form/form-cli.ts';

const skip =
  process.platform === 'linux' ? unlessInstalled('script') : "script of util-linux is Linux's";

const YES = 'y\r';
const CTRL_C = '\u0003';

describe('letterslot on a terminal', { skip }, () => {
  const cli = shareFormCli();
  const envOf = () => {
    const { config, service } = cli();
    return { XDG_CONFIG_HOME: config.replace(/\/letterslot$/, ''), LETTERSLOT_URL: service.url };
  };

  it('serve greets the person there, says where to open it, and stops on Ctrl+C', async (test) => {
    const folder = newDatabaseFolder('terminal');
    test.after(() => rmSync(folder, { recursive: true, force: true }));
    const env = { DATABASE_URL: `file:${folder}/x.db`, PORT: '0' };
    const { code, screen } = await onTerminal([], env, [['Try: curl', CTRL_C]]);
    assert.equal(code, 0, screen);
    assert.match(screen, /\nOpen http:\/\/localhost:\d+\/start to make a form in a browser/);
    assert.doesNotMatch(screen, /"event":"started"/);
  });

  it('form delete names the form, and deletes it after a yes only', async () => {
    const { newForm, service } = cli();
    const { id } = await newForm();
    const status = async () => (await service.request(`/v1/routes/${id}`)).status;
    const question = `Delete “Contact form”`;
    const refused = await onTerminal(['form', 'delete', id], envOf(), [[question, '\r']]);
    assert.equal(refused.code, 1);
    assert.ok(refused.screen.includes(id) && refused.screen.includes('Nothing was changed.'));
    const stopped = await onTerminal(['form', 'delete', id], envOf(), [[question, CTRL_C]]);
    assert.equal(stopped.code, 130);
    assert.match(stopped.screen, /\n\S*letterslot:\S* Nothing was changed\./);
    assert.equal(await status(), 200);
    const agreed = await onTerminal(['form', 'delete', id], envOf(), [[question, YES]]);
    assert.equal(agreed.code, 0, agreed.screen);
    assert.equal(await status(), 404);
  });

  it('form create without arguments asks for address and name', async () => {
    const { service } = cli();
    const { code, screen } = await onTerminal(['form', 'create'], envOf(), [
      ['Email address', 'nobody\r'],
      ['Please enter one email address', 'asked@example.com\r'],
      ['Name of the form', 'Job offers\r'],
      ['Tell AI agents', '\r'],
    ]);
    assert.equal(code, 0, screen);
    assert.match(screen, /Endpoint +http/);
    const mail = service.sink.mails.at(-1);
    assert.equal(mail?.recipients[0], 'asked@example.com');
    assert.ok(mail?.email.text?.includes('Job offers'));
  });

  it('help and faults are coloured on a terminal, unless NO_COLOR is set', async () => {
    for (const [env, isColoured] of [
      [{}, true],
      [{ NO_COLOR: '1' }, false],
      [{ TERM: 'dumb' }, false],
    ] as const) {
      const help = await onTerminal(['help'], env);
      const fault = await onTerminal(['nonsense'], env);
      assert.equal(fault.code, 64);
      for (const { screen } of [help, fault]) {
        assert.equal(screen.includes('\u001b['), isColoured, JSON.stringify([env, screen]));
      }
    }
  });
});
