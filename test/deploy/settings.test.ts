import assert from 'node:assert/strict';
import { it } from 'node:test';
import { readSettings } from '../../src/platform/settings/settings.ts';
import { SETTINGS } from '../../src/platform/settings/settings-table.ts';
import { deployments } from './deployments.ts';
import { readSecret } from './facts.ts';

const secrets = new Set(
  Object.entries(SETTINGS).flatMap(([name, row]) => ('secret' in row ? [name] : [])),
);

for (const { name, env } of deployments) {
  it(`${name} sets only existing settings`, () => {
    for (const variable of Object.keys(env)) {
      const setting = variable.replace(/_FILE$/, '');
      const isSecret = secrets.has(setting);
      const known = setting === variable ? Object.hasOwn(SETTINGS, setting) : isSecret;
      assert.ok(known, `${variable} is no setting`);
    }
  });

  it(`${name} starts with settings that agree with each other`, () => {
    const settings = readSettings(env, readSecret);
    assert.equal(settings.NODE_ENV, 'production');
    assert.equal(settings.SMTP_URL?.host, 'smtp.example.com');
    assert.deepEqual(settings.SMTP_URL.auth, {
      user: 'forms@example.com',
      pass: readSecret('smtp_password'),
    });
    // A relay without a login: the files stay unchanged, and the password's is empty.
    const relay = readSettings({ ...env, SMTP_USER: '' }, (path) =>
      path.endsWith('smtp_password') ? '' : readSecret(path),
    );
    assert.equal(relay.SMTP_URL?.auth, undefined);
    assert.equal(settings.PUBLIC_URL, 'https://forms.example.com');
  });
}

it('deploy files that run several nodes use PostgreSQL', () => {
  const engines = Object.fromEntries(
    deployments.map(({ name, env }) => [name, readSettings(env, readSecret).DATABASE_URL.engine]),
  );
  assert.deepEqual(engines, {
    'compose.yaml': 'sqlite',
    kubernetes: 'postgres',
    'letterslot.service': 'sqlite',
    'letterslot.service with the drop-in for PostgreSQL': 'postgres',
  });
});
