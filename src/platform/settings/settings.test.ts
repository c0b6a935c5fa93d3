import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { readSettings, SettingsError, type Settings } from './settings.ts';
import { GONE_SETTINGS } from './gone-settings.ts';
import { SETTINGS, type Row } from './settings-table.ts';
import { newKey } from '../../../test/support/keys.ts';

type Environment = Record<string, string | undefined>;

const noFiles = (path: string): string => {
  throw new Error(`ENOENT: no such file or directory, open '${path}'`);
};

const read = (env: Environment, readFile = noFiles): Settings => readSettings(env, readFile);

function faultsOf(env: Environment, readFile = noFiles): readonly string[] {
  try {
    read(env, readFile);
  } catch (error) {
    assert.ok(error instanceof SettingsError);
    assert.equal(error.message, error.faults.join('\n'));
    return error.faults;
  }
  return [];
}

const SMTP = { SMTP_URL: 'smtp://mail.example', MAIL_FROM: 'forms@example.com' };
const HOST = { SMTP_HOST: 'mail.example', MAIL_FROM: SMTP.MAIL_FROM };

describe('settings', () => {
  it('settings have the defaults of the table', () => {
    const settings = read({});
    assert.equal(settings.PORT, 8080);
    assert.equal(settings.HOST, '127.0.0.1');
    assert.deepEqual(settings.DATABASE_URL, { engine: 'sqlite', path: './data/letterslot.db' });
    assert.equal(settings.DATABASE_CONNECTIONS, 10);
    assert.equal(settings.DELIVERY_MODE, 'arbitrary');
    assert.equal(settings.SMTP_CONNECTIONS, 10);
    assert.equal(settings.MONTHLY_LIMIT, 250);
    assert.equal(settings.MAX_SUBMISSION_BYTES, 102_400);
    assert.equal(settings.CREATE_RATE_PER_MINUTE, 5);
    assert.deepEqual(settings.SUBMIT_RATE_PER_MINUTE, { form: 60, client: 20 });
    assert.equal(settings.LOG_LEVEL, 'info');
    for (const name of [
      'PUBLIC_URL',
      'SEALING_KEYS',
      'INDEX_KEY',
      'SMTP_URL',
      'MAIL_FROM',
      'TRUSTED_PROXIES',
      'NODE_ENV',
    ] as const) {
      assert.equal(settings[name], undefined, name);
    }
  });

  it('settings have the names of the table and no others', () => {
    const settings = read({ HOME: '/x', __proto__: undefined, port: '1' });
    assert.deepEqual(Object.keys(settings).sort(), Object.keys(SETTINGS).sort());
  });

  it('an empty variable counts as not set', () => {
    assert.deepEqual(read({ PORT: '', SMTP_URL: '', SEALING_KEYS: '' }), read({}));
  });

  it('settings of text refuse white space alone', () => {
    for (const name of ['HOST', 'OPERATOR_NAME', 'SOURCE_COMMIT', 'NODE_ENV']) {
      assert.match(faultsOf({ [name]: ' ' })[0] ?? '', new RegExp(`^${name} must `));
    }
  });

  it('every setting refuses nonsense with a SettingsError', () => {
    for (const name of Object.keys(SETTINGS)) {
      const faults = faultsOf({ [name]: '\u0000<>:wrong,\n/%zz' });
      for (const fault of faults) assert.match(fault, /^[A-Z0-9_]+ .*[.]$/, name);
    }
  });
});

describe('settings that are gone', () => {
  it('settings that are gone are refused whatever their value, with what does their job now', () => {
    for (const [name, instead] of Object.entries(GONE_SETTINGS)) {
      for (const value of ['', ' ', '0', '1', 'auto', 'c4nary-s3cret']) {
        assert.deepEqual(faultsOf({ [name]: value }), [`${name} is gone: ${instead}.`]);
      }
      assert.deepEqual(faultsOf({ [name]: undefined }), []);
    }
  });

  it('settings that are gone are no settings, and the sentence about each is one', () => {
    for (const [name, instead] of Object.entries(GONE_SETTINGS)) {
      assert.ok(!Object.hasOwn(SETTINGS, name), name);
      assert.match(instead, /^[^.]+[^.]$/, name);
    }
  });

  it('settings that are gone are reported together with the other faults', () => {
    assert.equal(faultsOf({ WORKERS: '2', PORT: 'x' }).length, 2);
  });
});

describe('faults', () => {
  it('faults of settings are reported all at once, one a line, each by its name', () => {
    const faults = faultsOf({ PORT: 'x', PUBLIC_URL: 'y', MAIL_FROM: 'z', LOG_LEVEL: 'w' });
    assert.deepEqual(
      faults.map((fault) => fault.split(' ')[0]),
      ['PORT', 'PUBLIC_URL', 'MAIL_FROM', 'LOG_LEVEL'],
    );
    for (const fault of faults) assert.doesNotMatch(fault, /\n/);
  });

  it('faults of settings are reported together with contradictions between the others', () => {
    const faults = faultsOf({ PORT: 'x', SMTP_URL: 'smtp://mail.example' });
    assert.equal(faults.length, 2, faults.join('\n'));
  });

  it('faults of settings never repeat a value', () => {
    const canary = 'c4nary-s3cret';
    for (const name of Object.keys(SETTINGS)) {
      for (const value of [
        canary,
        `smtp://user:12?${canary}@mail.example`,
        `smtp://u:${canary}@mail.example:x`,
        `k1:${canary}`,
        `https://user:${canary}@x.example`,
        `smtp://mail.example?requireTLS=${canary}`,
      ]) {
        for (const fault of faultsOf({ [name]: value })) {
          assert.ok(!fault.includes(canary), `${name}: ${fault}`);
        }
      }
    }
  });

  it('faults of settings do not repeat a secret in place of a path', () => {
    const faults = faultsOf({ SMTP_URL_FILE: 'smtp://user:c4nary@mail.example' });
    assert.equal(faults.length, 1);
    assert.match(faults[0] ?? '', /^SMTP_URL/);
    assert.doesNotMatch(faults[0] ?? '', /c4nary/);
  });
});

describe('a secret in a file', () => {
  const encoded = newKey();
  const files: Record<string, string> = {
    '/run/keys': `k1:${encoded}\n`,
    '/run/index': `\ufeff${encoded}\r\n\n`,
    '/run/password': ' pass word \r\n',
    '/run/empty': '\n',
    '/run/url': SMTP.SMTP_URL,
    '/run/port': '25',
    '/run/long': 'x'.repeat(70_000),
  };
  const readFile = (path: string) => files[path] ?? noFiles(path);

  it('a secret in a file is read without the line ends after it', () => {
    const settings = read(
      { SEALING_KEYS_FILE: '/run/keys', INDEX_KEY_FILE: '/run/index' },
      readFile,
    );
    assert.equal(settings.SEALING_KEYS?.[0]?.secret.toString('base64url'), encoded);
    assert.equal(settings.INDEX_KEY?.toString('base64url'), encoded);
  });

  it('a password in a file keeps the blanks that it begins and ends with', () => {
    const env = { SMTP_HOST: 'mail.example', SMTP_USER: 'user', MAIL_FROM: SMTP.MAIL_FROM };
    const settings = read({ ...env, SMTP_PASSWORD_FILE: '/run/password' }, readFile);
    assert.equal(settings.SMTP_PASSWORD, ' pass word ');
  });

  it('a secret in a file is refused when the variable itself is set too', () => {
    const env = { SMTP_URL: SMTP.SMTP_URL, SMTP_URL_FILE: '/run/keys', MAIL_FROM: SMTP.MAIL_FROM };
    assert.match(faultsOf(env, readFile)[0] ?? '', /^SMTP_URL_FILE is set, and so is SMTP_URL;/);
  });

  it('a secret file that is missing, empty or wrong is a fault', () => {
    for (const path of ['/run/missing', '/run/empty', '/run/index']) {
      const faults = faultsOf({ ...SMTP, SMTP_URL: undefined, SMTP_URL_FILE: path }, readFile);
      assert.equal(faults.length, 1, path);
      assert.match(faults[0] ?? '', /^SMTP_URL_FILE /);
      assert.ok(!faults[0]?.includes(encoded));
    }
  });

  it('each fault of a secret in a file names the variable that was given', () => {
    const pairs = Object.entries<Row<unknown>>(SETTINGS).filter(([, { secret }]) => secret);
    assert.ok(pairs.length > 10);
    for (const [name] of pairs) {
      for (const path of ['/run/missing', '/run/empty', '/run/long'])
        for (const fault of faultsOf({ [`${name}_FILE`]: path }, readFile))
          assert.doesNotMatch(fault, new RegExp(`\\b${name}\\b`));
    }
  });

  it('a contradiction names the variable that was given', () => {
    const contradictions: [env: Environment, fault: RegExp][] = [
      [
        { SMTP_URL_FILE: '/run/url', SMTP_HOST: 'mail.example', MAIL_FROM: SMTP.MAIL_FROM },
        /^SMTP_URL_FILE and SMTP_HOST are both set: keep SMTP_URL_FILE alone, or remove it\.$/,
      ],
      [{ ...SMTP, SMTP_PORT_FILE: '/run/port' }, /^SMTP_URL and SMTP_PORT_FILE are both set/],
      [
        { INDEX_KEY_FILE: '/run/index' },
        /^SEALING_KEYS and INDEX_KEY_FILE must be set together\.$/,
      ],
      [
        { ...HOST, SMTP_TLS: 'implicit', SMTP_PORT_FILE: '/run/port' },
        /^SMTP_TLS=implicit contradicts port 25 of SMTP_PORT_FILE/,
      ],
      [{ SMTP_URL_FILE: '/run/url' }, /^MAIL_FROM is required with SMTP_URL_FILE\.$/],
      [
        { ...SMTP, MARKED_SMTP_URL_FILE: '/run/url' },
        /^MARKED_MAIL_FROM is required with MARKED_SMTP_URL_FILE\.$/,
      ],
    ];
    for (const [env, fault] of contradictions) {
      const faults = faultsOf(env, readFile);
      assert.equal(faults.length, 1, faults.join('\n'));
      assert.match(faults[0] ?? '', fault);
    }
  });

  it('the file of a password may be empty where there is no user, as files of a deployment are fixed', () => {
    const withoutUser = read({ ...HOST, SMTP_PASSWORD_FILE: '/run/empty' }, readFile);
    assert.deepEqual(
      [withoutUser.SMTP_PASSWORD, withoutUser.SMTP_URL?.auth],
      [undefined, undefined],
    );
    for (const user of [{ SMTP_USER: 'me' }, { SMTP_USER_FILE: '/run/password' }])
      assert.deepEqual(faultsOf({ ...HOST, ...user, SMTP_PASSWORD_FILE: '/run/empty' }, readFile), [
        'SMTP_PASSWORD_FILE is a file that is empty.',
      ]);
  });

  it('only secrets are read from files', () => {
    assert.equal(read({ PORT_FILE: '/run/keys' }, readFile).PORT, 8080);
  });
});
