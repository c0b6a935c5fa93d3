import assert from 'node:assert/strict';
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it, type TestContext } from 'node:test';
import { READY, runService } from '../support/service-process.ts';
import { newTempFolder } from '../support/temp-folder.ts';
import { newKey } from '../support/keys.ts';

const newFolder = (test: TestContext) => newTempFolder('start-keys', test);

/** Starts on the database once, so that it stores the check values of its keys, and stops. */
async function useOnce(test: TestContext, env: Record<string, string>): Promise<void> {
  const { child, until, exited } = runService(test, env);
  await until(READY);
  child.kill('SIGTERM');
  assert.equal(await exited, 0);
}

/** The start must end with exit code 78 and these words, and show no key. */
async function assertRefused(
  test: TestContext,
  env: Record<string, string>,
  sentence: RegExp,
  keys: readonly string[],
): Promise<void> {
  const { exited, output } = runService(test, env);
  assert.equal(await exited, 78, output());
  assert.match(output(), sentence);
  assert.doesNotMatch(output(), /\n\s+at |started/);
  for (const key of keys) assert.ok(!output().includes(key), 'a key is in the output');
}

describe('starts with invalid keys', () => {
  const [sealing, index] = [newKey(), newKey()];
  const cut = sealing.slice(0, -2);
  const cases: [name: string, env: Record<string, string>, sentence: RegExp][] = [
    [
      'a short sealing key',
      { SEALING_KEYS: `k1:${cut}`, INDEX_KEY: index },
      /SEALING_KEYS must hold 32 bytes in base64url\./,
    ],
    [
      'a short index key',
      { SEALING_KEYS: `k1:${sealing}`, INDEX_KEY: cut },
      /INDEX_KEY must hold 32 bytes in base64url\./,
    ],
    ['no sealing key', { INDEX_KEY: index }, /SEALING_KEYS and INDEX_KEY must be set together\./],
    [
      'no index key',
      { SEALING_KEYS: `k1:${sealing}` },
      /SEALING_KEYS and INDEX_KEY must be set together\./,
    ],
    [
      'two keys of one name',
      { SEALING_KEYS: `k1:${sealing},k1:${index}`, INDEX_KEY: index },
      /SEALING_KEYS names a key id twice\./,
    ],
    [
      'a key file that is not there',
      { SEALING_KEYS_FILE: '/nowhere/keys', INDEX_KEY: index },
      /SEALING_KEYS_FILE is a file that cannot be read\./,
    ],
  ];
  for (const [name, env, sentence] of cases)
    it(`a start with ${name} is refused`, (test) =>
      assertRefused(test, env, sentence, [sealing, index, cut]));
});

describe('starts with other keys than those of the database', () => {
  it('a start with other keys is refused in one sentence that names the key and no value', async (test) => {
    const DATABASE_URL = `file:${join(newFolder(test), 'x.db')}`;
    const [sealing, index, other] = [newKey(), newKey(), newKey()];
    await useOnce(test, { DATABASE_URL, SEALING_KEYS: `k1:${sealing}`, INDEX_KEY: index });
    const cases: [SEALING_KEYS: string, INDEX_KEY: string, sentence: RegExp][] = [
      [
        `k1:${other}`,
        index,
        /The sealing key k1 is not the one that this database was made with\./,
      ],
      [`k1:${sealing}`, other, /The index key is not the one that this database was made with\./],
      [`k2:${sealing}`, index, /The sealing key k1 is missing: the database has values/],
      [`k1:${index}`, sealing, /is not the one that this database was made with\./],
    ];
    for (const [SEALING_KEYS, INDEX_KEY, sentence] of cases) {
      const env = { DATABASE_URL, SEALING_KEYS, INDEX_KEY };
      await assertRefused(test, env, sentence, [sealing, index, other]);
    }
    const added = `k2:${other},k1:${sealing}`;
    await useOnce(test, { DATABASE_URL, SEALING_KEYS: added, INDEX_KEY: index });
  });

  it('a start with a lost or damaged key file is refused, and creates no new keys', async (test) => {
    const folder = newFolder(test);
    const env = { DATABASE_URL: `file:${join(folder, 'x.db')}` };
    const keyFile = join(folder, 'letterslot.keys');
    await useOnce(test, env);
    const keys = readFileSync(keyFile, 'utf8');
    const values = Array.from(keys.matchAll(/[\w-]{43}/g), ([value]) => value);
    assert.equal(values.length, 2);
    writeFileSync(keyFile, keys.slice(0, -8));
    await assertRefused(test, env, /letterslot\.keys is damaged\. Put back a copy of it\./, values);
    rmSync(keyFile);
    await assertRefused(test, env, /letterslot\.keys is missing\. Put it back, or set/, values);
    assert.throws(() => readFileSync(keyFile), /ENOENT/);
    writeFileSync(keyFile, keys);
    await useOnce(test, env);
  });
});
