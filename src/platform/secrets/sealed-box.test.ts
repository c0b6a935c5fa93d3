import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { Keyring, type SealingKey } from './keyring.ts';
import { seal, unseal, UnsealError, randomOctets } from './sealed-box.ts';

const NONCE_BYTES = 12;
const TAG_BYTES = 16;

const newKey = (id: string): SealingKey => ({ id, secret: randomBytes(32) });
const indexKey = randomBytes(32);
const first = newKey('k1');
const keyring = new Keyring([first], indexKey);
const TEXT = 'someone@example.com';

const refuses = (sealed: string, purpose = 'route', owner = 'cfm_A') =>
  assert.throws(() => unseal(keyring, purpose, owner, sealed), UnsealError);

/** The sealed text with its box changed. */
function tamper(sealed: string, change: (box: Buffer) => Buffer): string {
  const [version, id, encoded = ''] = sealed.split('.');
  return [version, id, change(Buffer.from(encoded, 'base64url')).toString('base64url')].join('.');
}

describe('a sealed value', () => {
  const sealed = seal(keyring, 'route', 'cfm_A', TEXT);
  const { length } = Buffer.from(sealed.split('.')[2] ?? '', 'base64url');

  it('a sealed value opens to the text that was sealed', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: 'binary' }),
        fc.string(),
        fc.string(),
        (text, purpose, owner) => {
          assert.equal(unseal(keyring, purpose, owner, seal(keyring, purpose, owner, text)), text);
        },
      ),
    );
  });

  it('a sealed value names its version and key, and hides its content', () => {
    assert.match(sealed, /^v1\.k1\.[\w-]+$/);
    assert.equal(length, NONCE_BYTES + TEXT.length + TAG_BYTES);
    assert.ok(!Buffer.from(sealed.split('.')[2] ?? '', 'base64url').includes('example'));
  });

  it('a sealed value differs each time, nonce included', () => {
    const nonces = Array.from({ length: 200 }, () =>
      seal(keyring, 'route', 'cfm_A', TEXT).slice(6, 22),
    );
    assert.equal(new Set(nonces).size, nonces.length);
  });

  it('a sealed value does not open cut off anywhere, or with a byte added', () => {
    for (let size = 0; size < length; size += 1) {
      refuses(tamper(sealed, (box) => box.subarray(0, size)));
    }
    refuses(tamper(sealed, (box) => Buffer.concat([box, Buffer.from([0])])));
  });

  it('a sealed value does not open for another owner or purpose', () => {
    refuses(sealed, 'route', 'cfm_B');
    refuses(sealed, 'route', '');
    refuses(sealed, 'verification-token', 'cfm_A');
  });

  it('a sealed value keeps purpose and owner apart', () => {
    refuses(seal(keyring, 'route"', 'x', TEXT), 'route', '"x');
    refuses(seal(keyring, 'ab', 'c', TEXT), 'a', 'bc');
  });

  it('a sealed value does not open under the id of another key, known or not', () => {
    const both = new Keyring([first, { ...first, id: 'k2' }], indexKey);
    const renamed = sealed.replace('.k1.', '.k2.');
    assert.throws(() => unseal(both, 'route', 'cfm_A', renamed), UnsealError);
    refuses(renamed);
    refuses(sealed.replace('.k1.', '.__proto__.'));
  });

  it('a sealed value does not open unless its text is exactly what seal wrote', () => {
    const texts = [
      '',
      '.',
      '..',
      'v1.k1.',
      'v1.k1',
      `${sealed}.`,
      `${sealed}.x`,
      `${sealed}=`,
      ` ${sealed}`,
      `${sealed}\n`,
      sealed.replace('v1', 'v2'),
      sealed.slice(3),
    ];
    for (const text of texts) refuses(text);
  });

  it('a sealed value does not open with any character changed, unused bits included', () => {
    const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';
    // Three lengths, so that the last character carries six, four and two bits.
    for (const text of ['a', 'ab', 'abc']) {
      const short = seal(keyring, 'route', 'cfm_A', text);
      for (let at = 0; at < short.length; at += 1) {
        for (const other of alphabet.replace(short.charAt(at), '')) {
          refuses(short.slice(0, at) + other + short.slice(at + 1));
        }
      }
    }
  });

  it('the error of a sealed value reveals only that it could not be opened', () => {
    assert.throws(
      () => unseal(keyring, 'route', 'cfm_B', sealed),
      (error: Error) => {
        assert.ok(!error.message.includes('cfm') && error.cause === undefined);
        return true;
      },
    );
  });
});

describe('key rotation', () => {
  const second = newKey('k2');
  const old = seal(keyring, 'route', 'cfm_A', TEXT);
  const rotated = new Keyring([second, first], indexKey);

  it('after a key rotation, values of the old key open', () => {
    assert.equal(unseal(rotated, 'route', 'cfm_A', old), TEXT);
  });

  it('after a key rotation, only the new key encrypts', () => {
    const fresh = seal(rotated, 'route', 'cfm_A', TEXT);
    assert.match(fresh, /^v1\.k2\./);
    assert.throws(() => unseal(keyring, 'route', 'cfm_A', fresh), UnsealError);
  });

  it('a value of a removed key does not open', () => {
    const dropped = new Keyring([second], indexKey);
    assert.throws(() => unseal(dropped, 'route', 'cfm_A', old), UnsealError);
  });

  it('a sealed value does not open with another secret under the same id', () => {
    const other = new Keyring([newKey('k1')], indexKey);
    assert.throws(() => unseal(other, 'route', 'cfm_A', old), UnsealError);
  });
});

describe('randomOctets', () => {
  it('gives as many octets as asked for, across the end of its pool', () => {
    const counts = Array.from({ length: 1_000 }, (_, at) => 8 + (at % 57));
    for (const count of counts) assert.equal(randomOctets(count).length, count);
    assert.equal(randomOctets(2_048).length, 2_048);
    assert.throws(() => randomOctets(2_049), RangeError);
  });

  it('gives no eight octets twice', () => {
    const seen = new Set<string>();
    const pieces = Array.from({ length: 5_000 }, () => randomOctets(16).toString('hex'));
    for (const piece of pieces) {
      seen.add(piece.slice(0, 16));
      seen.add(piece.slice(16));
    }
    assert.equal(seen.size, 2 * pieces.length);
  });

  it('never changes octets that it has given out', () => {
    const given = randomOctets(16);
    const copy = Buffer.from(given);
    for (let count = 0; count < 1_000; count += 1) randomOctets(16);
    assert.deepEqual(given, copy);
  });

  it('gives every value of an octet about equally often', () => {
    const counts = Array.from({ length: 256 }, () => 0);
    for (let count = 0; count < 10_000; count += 1) {
      for (const octet of randomOctets(32)) counts[octet] = (counts[octet] ?? 0) + 1;
    }
    // 1,250 of each are expected; ten standard deviations are 354.
    assert.ok(counts.every((count) => Math.abs(count - 1_250) < 354));
  });
});
