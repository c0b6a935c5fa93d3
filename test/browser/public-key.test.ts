import assert from 'node:assert/strict';
import { it } from 'node:test';
import { readKeyFile, readKeyText } from '../../src/pages/inbox/editors/public-key.ts';
import { octetsOf, PRIVATE_KEY, PUBLIC_KEY } from './owner-keys.ts';

const textFile = (text: string) => new TextEncoder().encode(text);

it('a public key is found in what programs write around it', () => {
  const read = readKeyText(`Owner's key:\r\n${PUBLIC_KEY}\nSent from my phone`);
  assert.deepEqual(read, { key: PUBLIC_KEY });
});

it('a public key in a file is read, armored or not', () => {
  assert.deepEqual(readKeyFile(textFile(PUBLIC_KEY)), { key: PUBLIC_KEY });
  const read = readKeyFile(octetsOf(PUBLIC_KEY));
  assert.ok(typeof read === 'object');
  assert.deepEqual(octetsOf(read.key), octetsOf(PUBLIC_KEY));
});

it('a private key is recognised as text, as octets, and under a wrong title', () => {
  const privates = [
    PRIVATE_KEY,
    PRIVATE_KEY.replaceAll('PRIVATE', 'PUBLIC'),
    '-----BEGIN OPENSSH PRIVATE KEY-----',
    '# public key: age1ql3z7hjy54\nAGE-SECRET-KEY-1QQPQZRXNVDJ',
  ];
  for (const text of privates) {
    assert.equal(readKeyText(text), 'private');
    assert.equal(readKeyFile(textFile(text)), 'private');
  }
  assert.equal(readKeyFile(octetsOf(PRIVATE_KEY)), 'private');
});

it('what is no key is unknown', () => {
  for (const text of [
    '',
    'hello',
    'age1ql3z7hjy54pw3hyww5ayyfg7zqgvc7w3j2elw8zmrj2kg5sfn9aqmcac8p',
    PUBLIC_KEY.slice(0, 80),
  ]) {
    assert.equal(readKeyText(text), 'unknown');
    assert.equal(readKeyFile(textFile(text)), 'unknown');
  }
  assert.equal(readKeyFile(Uint8Array.of(0x99)), 'unknown');
});
