import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { keyedDigest, keyedHash, secretsEqual } from './keyed-hash.ts';
import { Keyring, type HashPurpose } from './keyring.ts';

const sealing = [{ id: 'k1', secret: randomBytes(32) }];
const indexKey = randomBytes(32);
const keyring = new Keyring(sealing, indexKey);

describe('keyedHash', () => {
  it('a keyed hash is 22 characters of base64url, the same each time', () => {
    const hash = keyedHash(keyring, 'exact-address', 'a@example.com');
    assert.match(hash, /^[\w-]{22}$/);
    assert.equal(keyedHash(keyring, 'exact-address', 'a@example.com'), hash);
  });

  it('a keyed hash differs by purpose', () => {
    const purposes: HashPurpose[] = [
      'exact-address',
      'inbox-identity',
      'verification-budget',
      'idempotency-key',
      'creation-request',
      'management-token',
    ];
    const hashes = purposes.map((purpose) => keyedHash(keyring, purpose, 'x'));
    assert.equal(new Set(hashes).size, purposes.length);
  });

  it('a keyed hash differs by index key and not by sealing key', () => {
    const hash = keyedHash(keyring, 'exact-address', 'x');
    const otherIndex = new Keyring(sealing, randomBytes(32));
    const otherSealing = new Keyring([{ id: 'k9', secret: randomBytes(32) }], indexKey);
    assert.notEqual(keyedHash(otherIndex, 'exact-address', 'x'), hash);
    assert.equal(keyedHash(otherSealing, 'exact-address', 'x'), hash);
  });

  it('a keyed hash differs for each way to split a text into parts', () => {
    const cut = (text: string, cuts: number[]): string[] => {
      const ends = [...cuts.map((at) => at % (text.length + 1)), text.length];
      const sorted = ends.sort((left, right) => left - right);
      return sorted.map((end, index) => text.slice(sorted[index - 1] ?? 0, end));
    };
    const text = fc.string({ unit: fc.constantFrom('a', ':', '1', 'é'), maxLength: 5 });
    const cuts = fc.array(fc.nat(5), { maxLength: 3 });
    const digest = (parts: string[]) =>
      keyedDigest(keyring, 'idempotency-key', ...parts).toString('hex');
    fc.assert(
      fc.property(text, cuts, cuts, (whole, some, others) => {
        const [left, right] = [cut(whole, some), cut(whole, others)];
        const same = JSON.stringify(left) === JSON.stringify(right);
        assert.equal(digest(left) === digest(right), same);
      }),
      { numRuns: 1_000 },
    );
  });

  it('a keyed digest has 32 bytes', () => {
    assert.equal(keyedDigest(keyring, 'management-token', 'a', 'b').length, 32);
  });
});

describe('secretsEqual', () => {
  it('secretsEqual compares secrets of any lengths', () => {
    assert.equal(secretsEqual('abc', 'abc'), true);
    assert.equal(secretsEqual('', ''), true);
    for (const other of ['', 'ab', 'abd', 'abcd', 'ABC'])
      assert.equal(secretsEqual('abc', other), false);
  });
});
