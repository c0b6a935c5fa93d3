import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it, type TestContext } from 'node:test';
import { changeSettings } from '../../src/cli/setup/settings-document.ts';
import type { CommandContext } from '../../src/cli/command.ts';
import { gather } from '../../src/cli/setup/questions.ts';
import { recordsFor } from '../../src/cli/setup/dns-records.ts';
import { fail, ok, warn } from '../../src/cli/operator/doctor/finding.ts';
import { findMisspelt, parseSettingsFile } from '../../src/platform/settings/settings-file.ts';
import { startDnsZone } from '../support/dns-zone.ts';
import { reservePort } from '../support/own-port.ts';
import { tokenIn } from '../support/service.ts';
import { ENTRY } from '../support/service-process.ts';
import { startSmtpSink } from '../support/smtp-sink.ts';
import { newDatabaseFolder } from '../support/temp-folder.ts';
import { until } from '../support/until.ts';

/** Runs `letterslot` in a folder of its own; the result comes when it ends. */
function runIn(folder: string, args: readonly string[], env: Record<string, string> = {}) {
  const child = spawn(process.execPath, [ENTRY, ...args], {
    cwd: folder,
    env: { PATH: process.env['PATH'] ?? '', XDG_CONFIG_HOME: join(folder, 'config'), ...env },
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => (output += text));
  }
  return new Promise<{ code: number | null; output: string }>((resolve) => {
    child.on('close', (code) => resolve({ code, output }));
  });
}

function newFolder(test: TestContext): string {
  const folder = newDatabaseFolder('setup');
  test.after(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

describe('letterslot setup', () => {
  it('leads from options to a delivered test, and goes on where it was', async (test) => {
    const folder = newFolder(test);
    const sink = await startSmtpSink();
    test.after(() => sink.close());
    const zone = await startDnsZone({
      'example.com': ['v=spf1 ip4:203.0.113.7 -all'],
      '_dmarc.example.com': ['v=DMARC1; p=none'],
    });
    test.after(zone.close);
    const port = await reservePort();
    const url = `http://localhost:${port}`;
    const options = {
      domain: url,
      mail: `localhost:${sink.port}`,
      from: 'Forms <forms@example.com>',
      operator: 'owner@example.com',
      dns: zone.server,
    };
    const words = Object.entries(options).flatMap(([name, value]) => [`--${name}`, value]);
    const first = runIn(folder, ['setup', ...words, `PORT=${port}`]);
    const arrived = until('the first mail', () => sink.mails.length === 1);
    await Promise.race([arrived, first.then(({ output }) => assert.fail(output))]);
    const [mail = assert.fail()] = sink.mails;
    const body = new URLSearchParams({ token: tokenIn(mail) });
    const confirmed = await fetch(`${url}/v1/routes/verify`, { method: 'POST', body });
    assert.equal(confirmed.status, 200);
    const { code, output } = await first;
    assert.equal(code, 0, output);
    assert.ok(output.includes(`\nYour forms: ${url}/inbox\n`), output);
    assert.deepEqual(sink.mails[1]?.recipients, ['owner@example.com']);

    const file = join(folder, 'letterslot.env');
    assert.equal(statSync(file).mode & 0o777, 0o600);
    const again = await runIn(folder, ['setup', '--dns', zone.server, 'OPERATOR_NAME=Example Ltd']);
    assert.equal(again.code, 0, again.output);
    assert.equal(sink.mails.length, 3, 'it makes one form only');
    assert.deepEqual(parseSettingsFile(readFileSync(file, 'utf8')), {
      PORT: String(port),
      PUBLIC_URL: url,
      SMTP_HOST: 'localhost',
      SMTP_PORT: String(sink.port),
      MAIL_FROM: 'Forms <forms@example.com>',
      OPERATOR_CONTACT: 'owner@example.com',
      OPERATOR_NAME: 'Example Ltd',
    });
    const checked = await runIn(folder, ['setup', '--dns', zone.server, '--check']);
    assert.match(checked.output, /^ok +smtp +/m);
    assert.match(checked.output, /^warn +PUBLIC_URL|^FAIL +PUBLIC_URL/m);
  });

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
