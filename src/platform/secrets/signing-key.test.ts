import assert from 'node:assert/strict';
import { randomBytes, sign } from 'node:crypto';
import { describe, it } from 'node:test';
import { createKeyring } from './keyring.ts';
import { createSigningKey } from './signing-key.ts';

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
    const keyringOf = (key: Buffer) => createKeyring([{ id: 'k1', secret: randomBytes(32) }], key);
    const keyring = keyringOf(index);
    assert.equal(keyring.signing, keyring.signing);
    assert.equal(keyring.signing.publicJwk.kid, keyringOf(index).signing.publicJwk.kid);
    assert.notEqual(keyring.signing.publicJwk.kid, keyringOf(other).signing.publicJwk.kid);
  });
});
