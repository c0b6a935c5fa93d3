import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { changeSettings } from '../../src/cli/setup/settings-document.ts';
import type { CommandContext } from '../../src/cli/command.ts';
import { gather } from '../../src/cli/setup/questions.ts';
import { recordsFor } from '../../src/cli/setup/dns-records.ts';
import { fail, ok, warn } from '../../src/cli/operator/doctor/finding.ts';
import { findMisspelt, parseSettingsFile } from '../../src/platform/settings/settings-file.ts';
import { newFolder, runIn } from './in-folder.ts';

describe('letterslot setup', () => {
  it('names the option that is missing, and the setting that cannot be read', async (test) => {
    const folder = newFolder(test);
    const missing = await runIn(folder, ['setup', '--domain', 'forms.example.com']);
    assert.equal(missing.code, 64);
    assert.match(missing.output, /is answered by --mail\./);
    const wrong = await runIn(folder, ['setup', '--domain', 'for ms']);
    assert.match(wrong.output, /PUBLIC_URL must be/);
    const seen = await runIn(folder, ['setup', 'SMTP_PASSWORD=x']);
    assert.match(seen.output, /write SMTP_PASSWORD_FILE=PATH/);
  });

  it('the settings of the folder hold, those of the environment before them', async (test) => {
    const folder = newFolder(test);
    writeFileSync(join(folder, 'letterslot.env'), 'PORT=wrong\nMAX_FILE_BYTES=wrong\n');
    const { code, output } = await runIn(folder, ['serve'], { PORT: '0' });
    assert.equal(code, 78);
    assert.match(output, /MAX_FILE_BYTES must/);
    assert.doesNotMatch(output, /PORT must/);
  });

  it('a misspelt setting is named at the start', async (test) => {
    const folder = newFolder(test);
    const env = { MAIL_FORM: 'Forms <forms@example.com>', SMTP_HOST: 'localhost' };
    const given = await runIn(folder, ['serve'], env);
    assert.match(given.output, /Warning: MAIL_FORM is not a setting\. Did you mean MAIL_FROM\?/);
    writeFileSync(join(folder, 'letterslot.env'), 'MAIL_FORM=Forms <forms@example.com>\n');
    const written = await runIn(folder, ['serve']);
    assert.equal(written.code, 78);
    assert.match(written.output, /letterslot\.env: MAIL_FORM is not a setting/);
  });
});

describe('findMisspelt', () => {
  for (const name of [
    'MAIL_FROM',
    'SMTP_URL_FILE',
    'HOME',
    'HTTP_HOST',
    'AWS_PROFILE',
    'NODE_PATH',
    'MAIL',
    'LC_ALL',
    'npm_config_cache',
  ]) {
    it(`leaves ${name} alone`, () => assert.deepEqual(findMisspelt([name]), []));
  }
  for (const [name, meant] of [
    ['SMTP_PASS', 'SMTP_PASSWORD'],
    ['PUBLIC_URI', 'PUBLIC_URL'],
    ['MAILFROM_', 'MAIL_FROM'],
  ] as const) {
    it(`takes ${name} for ${meant}`, () =>
      assert.match(findMisspelt([name])[0] ?? '', new RegExp(`mean ${meant}\\?`)));
  }
});

describe('changeSettings', () => {
  it('changes and removes what is named, and keeps every other line', () => {
    const text = '# mine\nPORT=1\n\nSMTP_HOST=a\n# also mine\nX_Y=2\n';
    assert.equal(
      changeSettings(text, { SMTP_HOST: 'b', PORT: undefined }),
      '# mine\n\nSMTP_HOST=b\n# also mine\nX_Y=2\n',
    );
  });

  for (const value of ['a b', 'p#$"x\\', ' edge ', 'Forms <f@example.com>', '`id`', 'ü']) {
    it(`${JSON.stringify(value)} is read as it was written`, () => {
      assert.equal(
        parseSettingsFile(changeSettings('', { SMTP_PASSWORD: value }))['SMTP_PASSWORD'],
        value,
      );
    });
  }
});

describe('gather', () => {
  const base = { domain: 'http://localhost:8080', operator: 'owner@example.com' };
  /** What a command with these options and assignments would write. */
  async function settingsAfter(
    options: Record<string, string>,
    positionals: string[],
    present: Record<string, string> = {},
  ) {
    const given: Record<string, string | undefined> = { ...base, ...options };
    const context = {
      positionals,
      option: (name: string) => given[name],
    } as Partial<CommandContext>;
    const { changes } = await gather(context as CommandContext, present);
    return parseSettingsFile(changeSettings(changeSettings('', present), changes));
  }
  const shared = {
    MAIL_FROM: 'Forms <forms@example.com>',
    OPERATOR_CONTACT: 'owner@example.com',
    PUBLIC_URL: 'http://localhost:8080',
  };
  const api = { MAIL_API: 'mailgun', MAIL_API_USER: 'mg.example.com', MAIL_API_KEY_FILE: '/key' };

  it('asks for what a provider needs', () =>
    assert.rejects(settingsAfter({ mail: 'mailgun' }, []), /is answered by MAIL_API_USER=VALUE/));

  it('mail by HTTPS has its own settings, and a mail server in its place none of them', async () => {
    const words = ['MAIL_API_USER=mg.example.com', 'MAIL_API_KEY_FILE=/key'];
    const written = await settingsAfter({ mail: 'mailgun' }, words);
    assert.deepEqual(written, { ...shared, ...api });
    const smtp = { SMTP_HOST: 'localhost', SMTP_PORT: '25' };
    assert.deepEqual(await settingsAfter({ mail: 'localhost' }, [], written), {
      ...shared,
      ...smtp,
    });
    assert.deepEqual(await settingsAfter({}, ['OPERATOR_NAME=Me'], written), {
      ...shared,
      ...api,
      OPERATOR_NAME: 'Me',
    });
  });
});

describe('recordsFor', () => {
  it('has a line to copy for each record that the doctor missed', () => {
    const known = {
      PUBLIC_URL: 'https://forms.example.com',
      SMTP_HOST: 'smtp.gmail.com',
      MAIL_FROM: 'Forms <forms@example.com>',
      OPERATOR_CONTACT: 'you@example.com',
    };
    const missing = [
      warn('SPF', 'example.com has no v=spf1 record: add'),
      warn('DMARC', '_dmarc.example.com has no record: add one'),
      fail('PUBLIC_URL', 'https://forms.example.com cannot be reached from here (ENOTFOUND): is'),
    ];
    const [address, ...others] = recordsFor(missing, known);
    assert.match(address ?? '', /^forms\.example\.com\. A \S+$/);
    assert.deepEqual(others, [
      'example.com. TXT "v=spf1 include:_spf.google.com -all"',
      '_dmarc.example.com. TXT "v=DMARC1; p=none; rua=mailto:you@example.com"',
    ]);
    assert.deepEqual(recordsFor([ok('SPF', 'one record')], known), []);
  });
});
