import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { describe, it } from 'node:test';
import { createKeyring, keyCheck } from './keyring.ts';

const secret = randomBytes(32);
const hex = (key: Buffer | undefined) => key?.toString('hex');

describe('createKeyring', () => {
  const keyring = createKeyring(
    [
      { id: 'new', secret: randomBytes(32) },
      { id: 'old', secret },
    ],
    secret,
  );

  it('seals with the first key and opens with all', () => {
    assert.equal(keyring.sealing.id, 'new');
    assert.deepEqual(Array.from(keyring.opening.keys()), ['new', 'old']);
  });

  it('derives keys that meet nowhere, even from one secret', () => {
    const derived = [keyring.opening.get('old'), ...keyring.hashing.values()];
    const keys = [...derived.map((key) => key?.export()), secret].map(hex);
    assert.equal(new Set(keys).size, keys.length);
    for (const key of derived) assert.equal(key?.symmetricKeySize, 32);
  });

  it('needs a sealing key', () => assert.throws(() => createKeyring([], secret)));
});

describe('keyCheck', () => {
  it('is the same for one key and differs for another', () => {
    assert.equal(keyCheck(secret), keyCheck(Buffer.from(secret)));
    assert.notEqual(keyCheck(secret), keyCheck(randomBytes(32)));
  });

  it('holds nothing of the key or of the keys derived from it', () => {
    const { sealing, hashing } = createKeyring([{ id: 'k', secret }], secret);
    const check = Buffer.from(keyCheck(secret), 'base64url').subarray(0, 16);
    const derived = [sealing.key, ...hashing.values()].map((key) => key.export());
    for (const key of [secret, ...derived]) assert.ok(!key.includes(check));
  });
});
