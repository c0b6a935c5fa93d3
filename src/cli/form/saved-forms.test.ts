import assert from 'node:assert/strict';
import { join } from 'node:path';
import { it } from 'node:test';
import { configFolder } from './saved-forms.ts';

const folderOf = (platform: NodeJS.Platform, variables: Record<string, string>) =>
  configFolder({ platform, home: '/home/ada', variable: (name) => variables[name] });

it('the configuration folder is where each system has it', () => {
  assert.equal(folderOf('linux', {}), '/home/ada/.config/letterslot');
  assert.equal(folderOf('darwin', {}), '/home/ada/Library/Application Support/letterslot');
  const roaming = join('/home/ada', 'AppData', 'Roaming');
  assert.equal(folderOf('win32', {}), join(roaming, 'letterslot'));
  assert.equal(folderOf('win32', { APPDATA: '/roaming' }), join('/roaming', 'letterslot'));
});

it('XDG_CONFIG_HOME counts on every system, unless it is relative', () => {
  for (const platform of ['linux', 'darwin', 'win32'] as const) {
    assert.equal(folderOf(platform, { XDG_CONFIG_HOME: '/own' }), '/own/letterslot');
  }
  assert.equal(folderOf('linux', { XDG_CONFIG_HOME: 'own' }), '/home/ada/.config/letterslot');
});
