import assert from 'node:assert/strict';
import {
  chownSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { describe, it, type TestContext } from 'node:test';
import {
  changeKeyFile,
  newSealingKey,
  readOrMakeKeyFile,
} from '../../src/platform/stores/key-file.ts';
import { followKeyFile } from '../../src/platform/stores/key-watch.ts';
import { StoreError } from '../../src/platform/stores/store-errors.ts';
import { newTempFolder } from '../support/temp-folder.ts';

function newKeyFile(test: TestContext): { path: string; folder: string } {
  const folder = newTempFolder('keys', test);
  const path = join(folder, 'letterslot.keys');
  readOrMakeKeyFile(path, true);
  return { path, folder };
}

const idsOf = (path: string) => readOrMakeKeyFile(path, false).sealing.map(({ id }) => id);

const addKey = (path: string, id: string) =>
  changeKeyFile(path, (keys) => [newSealingKey(id), ...keys]);

describe('changing the key file', () => {
  it('changing the key file replaces only the sealing keys, and keeps it private', (test) => {
    const { path, folder } = newKeyFile(test);
    const before = readOrMakeKeyFile(path, false);
    const inode = statSync(path).ino;
    const added = addKey(path, 'k2');
    const after = readOrMakeKeyFile(path, false);
    assert.deepEqual(after, { sealing: added, index: before.index });
    assert.deepEqual(after.sealing[1], before.sealing[0]);
    assert.match(readFileSync(path, 'utf8'), /^# Without these keys/);
    assert.equal(statSync(path).mode & 0o777, 0o600);
    assert.notEqual(statSync(path).ino, inode, 'it is another file, whole from the beginning');
    assert.deepEqual(readdirSync(folder), ['letterslot.keys']);
  });

  it('the key file keeps its owner when root changes it', (test) => {
    if (process.getuid?.() !== 0) return test.skip('only root may give files away');
    const { path } = newKeyFile(test);
    chownSync(path, 65_534, 65_533);
    addKey(path, 'k2');
    const { uid, gid, mode } = statSync(path);
    assert.deepEqual([uid, gid, mode & 0o777], [65_534, 65_533, 0o600]);
  });

  it('changing the key file excludes a second command, and says how to continue after a crash', (test) => {
    const { path } = newKeyFile(test);
    const text = readFileSync(path, 'utf8');
    writeFileSync(`${path}.new`, '');
    assert.throws(
      () => addKey(path, 'k2'),
      (error) => error instanceof StoreError && error.message.includes(`remove ${path}.new.`),
    );
    assert.equal(readFileSync(path, 'utf8'), text);
    assert.equal(readFileSync(`${path}.new`, 'utf8'), '');
    rmSync(`${path}.new`);
    addKey(path, 'k2');
    assert.deepEqual(idsOf(path), ['k2', 'k1']);
  });

  it('the key file is unchanged when a change fails', (test) => {
    const { path, folder } = newKeyFile(test);
    const text = readFileSync(path, 'utf8');
    const change = () => {
      throw new Error('no');
    };
    assert.throws(() => changeKeyFile(path, change), StoreError);
    assert.equal(readFileSync(path, 'utf8'), text);
    assert.deepEqual(readdirSync(folder), ['letterslot.keys']);
  });

  it('changing the key file follows a link', (test) => {
    const { path, folder } = newKeyFile(test);
    const place = join(folder, 'elsewhere');
    renameSync(path, place);
    symlinkSync(place, path);
    addKey(path, 'k2');
    assert.deepEqual(idsOf(place), ['k2', 'k1']);
    assert.deepEqual(idsOf(path), ['k2', 'k1']);
  });
});

describe('following the key file', () => {
  function follow(path: string) {
    const heard: unknown[] = [];
    const reread = followKeyFile(path, readOrMakeKeyFile(path, false), {
      sealingKeyUsed: (facts) => heard.push(facts),
      keysChanged: (facts) => heard.push(facts),
      keyFileRefused: ({ reason }) => heard.push(reason),
    });
    return { heard, ids: () => reread()?.map(({ id }) => id) };
  }

  it('a changed key file is returned once', (test) => {
    const { path } = newKeyFile(test);
    const { heard, ids } = follow(path);
    assert.equal(ids(), undefined);
    addKey(path, 'k2');
    assert.deepEqual(ids(), ['k2', 'k1']);
    assert.equal(ids(), undefined);
    changeKeyFile(path, (keys) => keys.slice(0, 1));
    assert.deepEqual(ids(), ['k2']);
    writeFileSync(path, `${readFileSync(path, 'utf8')}# a remark\n`);
    assert.equal(ids(), undefined);
    assert.deepEqual(heard, [
      { sealing: 'k2', keys: ['k2', 'k1'] },
      { sealing: 'k2', keys: ['k2'] },
    ]);
  });

  it('an unusable key file is reported once, and the keys stay', (test) => {
    const { path } = newKeyFile(test);
    const whole = readFileSync(path, 'utf8');
    const other = Buffer.alloc(32, 7).toString('base64url');
    const unusable = [
      '',
      whole.slice(0, -9),
      whole.replace(/INDEX_KEY=.*/, `INDEX_KEY=${other}`),
      whole.replace(/k1:.*/, `k1:${other}`),
    ];
    const { heard, ids } = follow(path);
    for (const text of unusable) {
      writeFileSync(path, text);
      assert.equal(ids(), undefined);
      assert.equal(ids(), undefined);
    }
    rmSync(path);
    assert.equal(ids(), undefined);
    assert.equal(ids(), undefined);
    assert.equal(heard.length, unusable.length + 1);
    for (const reason of heard) assert.ok(!String(reason).includes(other));
    writeFileSync(path, whole);
    addKey(path, 'k2');
    assert.deepEqual(ids(), ['k2', 'k1']);
  });
});
