import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { describe, it, type TestContext } from 'node:test';
import { checkKeys } from '../../src/platform/stores/check-keys.ts';
import { keyFileOf, readOrMakeKeyFile, type Keys } from '../../src/platform/stores/key-file.ts';
import { openSqliteStore } from '../../src/platform/stores/sqlite-store.ts';
import { StoreError } from '../../src/platform/stores/store-errors.ts';
import { newTempFolder } from '../support/temp-folder.ts';

const newSealing = (id: string) => ({ id, secret: randomBytes(32) });
const newKeys = (): Keys => ({ sealing: [newSealing('k1')], index: randomBytes(32) });

const newFolder = (test: TestContext) => newTempFolder('keys', test);

function openStore(test: TestContext) {
  const store = openSqliteStore(join(newFolder(test), 'letterslot.db'));
  test.after(() => store.close());
  return store;
}

/** A StoreError whose message is one sentence or two, without key material. */
function isPlain(error: unknown, mention: RegExp, secrets: string[] = []): boolean {
  assert.ok(error instanceof StoreError);
  assert.match(error.message, mention);
  assert.match(error.message, /\.$/);
  for (const secret of secrets) assert.ok(!error.message.includes(secret));
  return true;
}

describe('the key file', () => {
  it('the key file is next to the database', () => {
    assert.equal(keyFileOf('/data/forms/x.db'), '/data/forms/letterslot.keys');
    assert.equal(keyFileOf('./x.db'), 'letterslot.keys');
  });

  it('the key file is created once, private, and then read', (test) => {
    const path = join(newFolder(test), 'letterslot.keys');
    const made = readOrMakeKeyFile(path, true);
    assert.equal(statSync(path).mode & 0o777, 0o600);
    assert.equal(made.sealing.length, 1);
    assert.equal(made.sealing[0]?.secret.length, 32);
    assert.equal(made.index.length, 32);
    assert.notDeepEqual(made.index, made.sealing[0]?.secret);
    const before = readFileSync(path, 'utf8');
    assert.deepEqual(readOrMakeKeyFile(path, true), made);
    assert.deepEqual(readOrMakeKeyFile(path, false), made);
    assert.equal(readFileSync(path, 'utf8'), before);
  });

  it('each deployment gets its own keys', (test) => {
    const [first, second] = [newFolder(test), newFolder(test)].map((folder) =>
      readOrMakeKeyFile(join(folder, 'letterslot.keys'), true),
    );
    assert.notDeepEqual(first?.index, second?.index);
    assert.notDeepEqual(first?.sealing[0]?.secret, second?.sealing[0]?.secret);
  });

  it('the key file may list several sealing keys, edited by hand', (test) => {
    const path = join(newFolder(test), 'letterslot.keys');
    const { index, sealing } = readOrMakeKeyFile(path, true);
    const added = randomBytes(32).toString('base64url');
    writeFileSync(path, readFileSync(path, 'utf8').replace('=k1:', `=k2:${added},k1:`));
    const keys = readOrMakeKeyFile(path, false);
    assert.deepEqual(
      keys.sealing.map(({ id }) => id),
      ['k2', 'k1'],
    );
    assert.deepEqual(keys.sealing[1], sealing[0]);
    assert.deepEqual(keys.index, index);
    writeFileSync(path, readFileSync(path, 'utf8').replaceAll('\n', '\r\n'));
    assert.deepEqual(readOrMakeKeyFile(path, false), keys);
  });

  it('a missing key file is not replaced when a database needs it', (test) => {
    const path = join(newFolder(test), 'letterslot.keys');
    assert.throws(
      () => readOrMakeKeyFile(path, false),
      (error) => isPlain(error, /missing/),
    );
    assert.equal(existsSync(path), false);
  });

  it('an unreadable key file is named in the error, and left alone', (test) => {
    const path = join(newFolder(test), 'letterslot.keys');
    const expectFault = (mention: RegExp) => {
      for (const isNew of [true, false]) {
        assert.throws(
          () => readOrMakeKeyFile(path, isNew),
          (error) => isPlain(error, mention),
        );
      }
      rmSync(path, { recursive: true });
    };
    mkdirSync(path);
    expectFault(/letterslot\.keys cannot be used: it is a directory/);
    symlinkSync(path, path);
    expectFault(/cannot be read: .* \(ELOOP\)/);
    if (process.getuid?.() === 0) return test.diagnostic('root may read every file');
    writeFileSync(path, '', { mode: 0o000 });
    expectFault(/no permission \(EACCES\)/);
  });

  it('the key file is written whole or not at all', (test) => {
    const folder = newFolder(test);
    readOrMakeKeyFile(join(folder, 'letterslot.keys'), true);
    assert.deepEqual(readdirSync(folder), ['letterslot.keys']);
    assert.throws(
      () => readOrMakeKeyFile(join(folder, 'gone', 'letterslot.keys'), true),
      (error) => isPlain(error, /cannot be written \(ENOENT\)/),
    );
    const dangling = join(newFolder(test), 'letterslot.keys');
    symlinkSync('nowhere', dangling);
    assert.throws(
      () => readOrMakeKeyFile(dangling, true),
      (error) => isPlain(error, /is missing/),
    );
    assert.deepEqual(readdirSync(join(dangling, '..')), ['letterslot.keys']);
  });

  it('a damaged key file is refused, and left as it was', (test) => {
    const path = join(newFolder(test), 'letterslot.keys');
    readOrMakeKeyFile(path, true);
    const whole = readFileSync(path, 'utf8');
    const indexKey = whole.slice(whole.indexOf('INDEX_KEY=') + 10).trim();
    const damaged = [
      '',
      '\n',
      whole.slice(0, -3),
      whole.slice(0, whole.indexOf('INDEX_KEY')),
      whole.replace('k1:', ''),
      whole.replace('INDEX_KEY', 'INDEX'),
      whole.replace(indexKey, `${indexKey}x`),
      '\0'.repeat(200),
    ];
    for (const text of damaged) {
      writeFileSync(path, text);
      for (const isNew of [true, false]) {
        assert.throws(
          () => readOrMakeKeyFile(path, isNew),
          (error) => isPlain(error, /damaged/, [indexKey]),
        );
      }
      assert.equal(readFileSync(path, 'utf8'), text);
    }
  });
});

describe('the keys of a database', () => {
  it('a database stores only check values of its keys', async (test) => {
    const store = openStore(test);
    const keys = newKeys();
    await checkKeys(store, keys);
    const checks = await store.listKeyChecks();
    assert.equal(checks.size, 2);
    for (const check of checks.values()) {
      assert.ok(!keys.index.toString('base64url').includes(check));
      assert.ok(!keys.sealing.some(({ secret }) => secret.toString('base64url').includes(check)));
    }
    await checkKeys(store, keys);
    assert.deepEqual(await store.listKeyChecks(), checks);
  });

  it('sealing keys may be added in any order', async (test) => {
    const store = openStore(test);
    const { sealing, index } = newKeys();
    const added = newSealing('k2');
    await checkKeys(store, { sealing, index });
    await checkKeys(store, { sealing: [added, ...sealing], index });
    await checkKeys(store, { sealing: [...sealing, added], index });
    assert.equal((await store.listKeyChecks()).size, 3);
  });

  it('wrong keys are refused, and their check values are not stored', async (test) => {
    const store = openStore(test);
    const { sealing, index } = newKeys();
    await checkKeys(store, { sealing, index });
    const before = await store.listKeyChecks();
    const wrong: [keys: Keys, mention: RegExp][] = [
      [{ sealing, index: randomBytes(32) }, /index key/],
      [{ sealing: [newSealing('k1')], index }, /k1/],
      [{ sealing: [newSealing('k2')], index }, /k1/],
      [{ sealing: [], index }, /k1/],
      [{ sealing: [newSealing('k2'), newSealing('k1')], index }, /k1/],
    ];
    for (const [keys, mention] of wrong) {
      const secrets = [keys.index, index].map((secret) => secret.toString('base64url'));
      await assert.rejects(checkKeys(store, keys), (error) => isPlain(error, mention, secrets));
    }
    assert.deepEqual(await store.listKeyChecks(), before);
  });

  it('of two nodes that start on an empty database, the first one sets the keys', async (test) => {
    const store = openStore(test);
    const keys = [newKeys(), newKeys()];
    const results = await Promise.allSettled(keys.map((own) => checkKeys(store, own)));
    assert.equal(results.filter(({ status }) => status === 'rejected').length, 1);
    const winner = keys[results.findIndex(({ status }) => status === 'fulfilled')];
    assert.ok(winner);
    await checkKeys(store, winner);
  });

  it('the keys of one database do not open another', async (test) => {
    const [one, two] = [newFolder(test), newFolder(test)];
    const paths = [one, two].map((folder) => join(folder, 'letterslot.keys'));
    const [own = '', foreign = ''] = paths;
    const store = openStore(test);
    await checkKeys(store, readOrMakeKeyFile(own, true));
    readOrMakeKeyFile(foreign, true);
    copyFileSync(foreign, own);
    await assert.rejects(checkKeys(store, readOrMakeKeyFile(own, false)), StoreError);
  });
});
