import assert from 'node:assert/strict';
import { randomBytes, sign } from 'node:crypto';
import { describe, it } from 'node:test';
import { Keyring, keyCheck, type SealingKey, createSigningKey } from './keyring.ts';
import { seal } from './sealed-box.ts';

const secret = randomBytes(32);
const hex = (key: Buffer | undefined) => key?.toString('hex');

describe('Keyring', () => {
  const keyring = new Keyring(
    [
      { id: 'new', secret: randomBytes(32) },
      { id: 'old', secret },
    ],
    secret,
  );

  it('a keyring encrypts with the first key and decrypts with all', () => {
    assert.equal(keyring.sealing.id, 'new');
    const openable = ['new', 'old', 'other'].filter((id) => keyring.opening(id));
    assert.deepEqual(openable, ['new', 'old']);
  });

  it('a keyring derives different keys for every purpose, even from one secret', () => {
    const derived = [keyring.opening('old'), ...keyring.hashing.values()];
    const keys = [...derived.map((key) => key?.export()), secret].map(hex);
    assert.equal(new Set(keys).size, keys.length);
    for (const key of derived) assert.equal(key?.symmetricKeySize, 32);
  });

  it('a keyring looks for new keys on refresh, and for an unknown id', () => {
    const [old, added, later] = ['old', 'added', 'later'].map((id) => ({
      id,
      secret: randomBytes(32),
    }));
    assert.ok(old && added && later);
    let changed: SealingKey[] | undefined;
    const reread = () => {
      const keys = changed;
      changed = undefined;
      return keys;
    };
    const followed = new Keyring([old], secret, { reread });
    changed = [added, old];
    assert.ok(followed.opening('old'));
    assert.equal(followed.sealing.id, 'old');
    assert.ok(followed.opening('added'));
    assert.equal(followed.sealing.id, 'added');
    changed = [later, added];
    followed.refresh();
    assert.equal(followed.sealing.id, 'later');
    assert.equal(followed.opening('old'), undefined);
  });

  it('a keyring says how many values each key has encrypted, over changes of the keys', () => {
    const [old, added] = ['old', 'added'].map((id) => ({ id, secret: randomBytes(32) }));
    assert.ok(old && added);
    let changed: SealingKey[] | undefined;
    const uses: object[] = [];
    const report = (use: object) => void uses.push(use);
    const counted = new Keyring([old], secret, { reread: () => changed, report, every: 2 });
    const sealThrice = () => {
      for (const value of ['1', '2', '3']) seal(counted, 'a purpose', '', value);
    };
    sealThrice();
    changed = [added, old];
    counted.refresh();
    sealThrice();
    changed = [old];
    counted.refresh();
    sealThrice();
    assert.deepEqual(uses, [
      { sealing: 'old', seals: 2 },
      { sealing: 'added', seals: 2 },
      { sealing: 'old', seals: 4 },
      { sealing: 'old', seals: 6 },
    ]);
  });

  it('a keyring needs a sealing key', () => assert.throws(() => new Keyring([], secret)));
});

describe('keyCheck', () => {
  it('a key check is the same for one key and differs for another', () => {
    assert.equal(keyCheck(secret), keyCheck(Buffer.from(secret)));
    assert.notEqual(keyCheck(secret), keyCheck(randomBytes(32)));
  });

  it('a key check reveals nothing of the key or the keys derived from it', () => {
    const { sealing, hashing } = new Keyring([{ id: 'k', secret }], secret);
    const check = Buffer.from(keyCheck(secret), 'base64url').subarray(0, 16);
    const derived = [sealing.key, ...hashing.values()].map((key) => key.export());
    for (const key of [secret, ...derived]) assert.ok(!key.includes(check));
  });
});

describe('a signing key', () => {
  it('a signing key has the key pair and thumbprint of RFC 8037, A.1 to A.4', () => {
    const seed = Buffer.from('nWGxne_9WmC6hEr0kuwsxERJxWl7MmkZcDusAxyuf2A', 'base64url');
    const { privateKey, publicJwk } = createSigningKey(seed);
    assert.deepEqual(publicJwk, {
      kty: 'OKP',
      crv: 'Ed25519',
      x: '11qYAYKxCrfVS_7TyWQHOg7hcvPapiMlrwIaaPcHURo',
      kid: 'kPrK_qmxVWaYVA9wwBF6Iuo3vVzz7TxHCTwXBygrS4k',
      alg: 'EdDSA',
      use: 'sig',
    });
    const signed = Buffer.from('eyJhbGciOiJFZERTQSJ9.RXhhbXBsZSBvZiBFZDI1NTE5IHNpZ25pbmc');
    assert.equal(
      sign(null, signed, privateKey).toString('base64url'),
      'hgyY0il_MGCjP0JzlnLWG1PPOt7-09PGcvMg3AIbQR6dWbhijcNR4ki4iylGjg5BhVsPt9g7sVvpAr_MuM0KAg',
    );
  });

  it('a signing key depends on the index key alone, and is derived once', () => {
    const [index, other] = [randomBytes(32), randomBytes(32)];
    const keyringOf = (key: Buffer) => new Keyring([{ id: 'k1', secret: randomBytes(32) }], key);
    const keyring = keyringOf(index);
    assert.equal(keyring.signing, keyring.signing);
    assert.equal(keyring.signing.publicJwk.kid, keyringOf(index).signing.publicJwk.kid);
    assert.notEqual(keyring.signing.publicJwk.kid, keyringOf(other).signing.publicJwk.kid);
  });
});
