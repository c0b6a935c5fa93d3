import assert from 'node:assert/strict';
import { it } from 'node:test';
import { changedSettings } from './settings.ts';
import { SETTINGS } from './settings-table.ts';

const changed = (env: Record<string, string>) => changedSettings((name) => env[name]);

it('the settings in the log are those that differ from their defaults', () => {
  assert.deepEqual(changed({}), {});
  assert.deepEqual(changed({ PORT: '8080', HOST: '::', HOST_FILE: '/x' }), { HOST: '::' });
  const proxy = { TRUSTED_PROXIES: '10.0.0.1' };
  assert.deepEqual(changed({ ...proxy, DRAIN_SECONDS: '5' }), proxy);
  assert.deepEqual(changed({ DRAIN_SECONDS: '5' }), { DRAIN_SECONDS: '5' });
});

it('the settings in the log show no secret, mail address or login, also of a file', () => {
  for (const [name, row] of Object.entries<object>(SETTINGS)) {
    assert.deepEqual(changed({ [name]: 'a@b' }), { [name]: 'set' });
    if (!('secret' in row)) continue;
    assert.deepEqual(changed({ [name]: 'secret' }), { [name]: 'set' });
    assert.deepEqual(changed({ [`${name}_FILE`]: '/run/secret' }), { [name]: 'set' });
  }
});
