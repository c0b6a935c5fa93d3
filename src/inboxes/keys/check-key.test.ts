import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { armor, enums, reformatKey, revokeKey, type KeyOptions } from 'openpgp';
import { makeKey } from '../../../test/support/openpgp-key.ts';
import { LIMITS } from '../../contract/limits.ts';
import {
  fingerprintOf,
  packetsIn,
  readArmor,
  SET_KEY,
  writePackets,
  type Packet,
} from '../../mail/encryption/key-packets.ts';
import { EncryptionKeys } from './index.ts';

const EMAIL = 'ada@example.com';
const DAY = 86_400_000;

const keys = new EncryptionKeys(
  { now: Date.now },
  { take: async () => undefined },
  { fetchBytes: async () => undefined },
);
const describeKey = (body: unknown, by: string) => keys.describe(body, by);

const faultOf = (key: string) => keys.faultIn({ encryption: { type: 'openpgp', key } }, 'tester');

const toArmor = (bytes: Uint8Array) => armor(enums.armor.publicKey, bytes);
const partsOf = (armored: string) => packetsIn(armored, SET_KEY);
const fromParts = (packets: readonly Packet[]) => toArmor(writePackets(packets));

/** A key that was made some days ago. */
const oldKey = (days: number, options: Partial<KeyOptions>) =>
  makeKey(EMAIL, { date: new Date(Date.now() - days * DAY), ...options });

const key = await makeKey(EMAIL);
const KINDS: readonly Partial<KeyOptions>[] = [
  { type: 'ecc' },
  { type: 'curve25519' },
  { type: 'curve25519', config: { v6Keys: true } },
  { type: 'curve448' },
  { type: 'ecc', curve: 'nistP384' },
  { type: 'rsa', rsaBits: 2048 },
];

describe('keys that mails can be encrypted to', () => {
  for (const options of KINDS)
    it(`a key of OpenPGP made with ${JSON.stringify(options)} is taken`, async () => {
      assert.equal(await faultOf((await makeKey(EMAIL, options)).armored), undefined);
    });

  it('a key with Windows line ends, a comment and text around it is taken', async () => {
    const head = '-----BEGIN PGP PUBLIC KEY BLOCK-----';
    const commented = key.armored.replace(head, `${head}\nComment: Ada`);
    assert.equal(await faultOf(`My key:\n\n${commented}\nBye`.replaceAll('\n', '\r\n')), undefined);
  });

  it('the fingerprint is the one that other programs show', async () => {
    for (const options of [KINDS[0], KINDS[2]]) {
      const { armored, publicKey } = await makeKey(EMAIL, options);
      const shown = fingerprintOf(armored)?.replaceAll(' ', '').toLowerCase();
      assert.equal(shown, publicKey.getFingerprint());
    }
  });

  it('a key is described with its names and its end', async () => {
    const { armored, publicKey } = await makeKey(EMAIL, { keyExpirationTime: 86_400 });
    const { expires_at: end, ...rest } = await describeKey({ type: 'openpgp', key: armored }, 't');
    assert.deepEqual(rest, {
      success: true,
      type: 'openpgp',
      key: armored,
      fingerprint: publicKey.getFingerprint().toUpperCase(),
      user_ids: [`Ada Lovelace <${EMAIL}>`],
    });
    assert.equal(Date.parse(end ?? ''), publicKey.getCreationTime().getTime() + DAY);
  });

  it('a key with many signatures of others is reduced to what encryption needs', async () => {
    const others = await Promise.all(Array.from({ length: 60 }, () => makeKey('x@example.com')));
    const signed = await key.publicKey.signAllUsers(others.map(({ privateKey }) => privateKey));
    const long = signed.armor();
    assert.ok(long.length > LIMITS.keyCharacters);
    const { key: reduced } = await describeKey({ type: 'openpgp', key: long }, 't');
    assert.equal(reduced, key.armored);
  });
});

const EXPIRED = /has expired/;
const NO_ENCRYPTION = /no valid key for encryption/;
const PRIVATE = /^This is a private key/;
const DAMAGED = /^The key is damaged/;
const NO_KEY = /^It is not an OpenPGP public key/;

const ANY = { minRSABits: 1024 } as const;

/** The certificate with another algorithm in its first packet. */
function withAlgorithm(algorithm: number): string {
  const [first, ...rest] = partsOf(key.armored);
  const body = Buffer.from(first?.body ?? []);
  body[5] = algorithm;
  return fromParts([{ tag: 6, body }, ...rest]);
}

const REFUSED: Record<string, [key: () => Promise<string> | string, fault: RegExp]> = {
  'a private key': [() => key.privateKey.armor(), PRIVATE],
  'a private key that is called a public one': [() => toArmor(key.privateKey.write()), PRIVATE],
  'a private key beside the public one': [() => key.armored + key.privateKey.armor(), PRIVATE],
  'an expired key': [async () => (await oldKey(9, { keyExpirationTime: 86_400 })).armored, EXPIRED],
  'a key whose key for encryption has expired': [
    async () => (await oldKey(9, { subkeys: [{ keyExpirationTime: 86_400 }] })).armored,
    EXPIRED,
  ],
  'a key of the future': [async () => (await oldKey(-9, {})).armored, /made in the future/],
  'a revoked key': [
    async () => (await revokeKey({ key: key.privateKey, format: 'object' })).publicKey.armor(),
    /is revoked/,
  ],
  'a key without one for encryption': [
    async () => (await makeKey(EMAIL, { subkeys: [{ sign: true }] })).armored,
    NO_ENCRYPTION,
  ],
  'a key whose key for encryption is bound by nobody': [
    () => fromParts(partsOf(key.armored).filter((_part, at) => at !== 4)),
    NO_ENCRYPTION,
  ],
  'a key whose names are signed by somebody else': [
    async () => {
      const other = await makeKey(EMAIL);
      const [mine, theirs] = [partsOf(key.armored), partsOf(other.armored)];
      return fromParts([...mine.slice(0, 1), ...theirs.slice(1)]);
    },
    NO_ENCRYPTION,
  ],
  'a key that was altered': [
    () => {
      const bytes = Buffer.from(readArmor(key.armored, SET_KEY));
      bytes[60] = (bytes[60] ?? 0) ^ 1;
      return toArmor(bytes);
    },
    NO_ENCRYPTION,
  ],
  'an RSA key of 1024 bits': [
    async () => (await makeKey(EMAIL, { type: 'rsa', rsaBits: 1024, config: ANY })).armored,
    /^RSA under 2048 bits is too weak/,
  ],
  'a DSA key': [() => withAlgorithm(17), /^DSA is too weak/],
  'an ElGamal key': [() => withAlgorithm(16), /^ElGamal is too weak/],
  'two keys': [async () => key.armored + (await makeKey(EMAIL)).armored, /several keys/],
  'two keys in one block': [
    () => toArmor(Buffer.concat([key.publicKey.write(), key.publicKey.write()])),
    /several keys/,
  ],
  'no key': [() => 'hello', NO_KEY],
  'a message': [() => '-----BEGIN PGP MESSAGE-----\n\nwV4D\n-----END PGP MESSAGE-----', NO_KEY],
  'half a key': [() => key.armored.slice(0, 300), DAMAGED],
  'a key that ends early': [() => toArmor(key.publicKey.write().subarray(0, 300)), DAMAGED],
  'an SSH key': [() => 'ssh-ed25519 AAAAC3NzaC1lZDI1NTE5', NO_KEY],
  'a recipient of age': [() => 'age1abc', NO_KEY],
};

describe('keys that are refused', () => {
  for (const [what, [make, fault]] of Object.entries(REFUSED))
    it(`${what} is refused in a sentence that has nothing of it`, async () => {
      const given = await make();
      const sentence = (await faultOf(given)) ?? '';
      assert.match(sentence, fault);
      for (const line of given.split('\n').filter((each) => /^[\w+/]{20,}/.test(each))) {
        assert.ok(!sentence.includes(line.slice(0, 20)));
      }
    });

  it('a key whose last name is revoked is refused', async () => {
    const { privateKey } = await reformatKey({
      privateKey: key.privateKey,
      userIDs: [{ email: EMAIL }],
      format: 'object',
    });
    const [user] = privateKey.users;
    assert.ok(user);
    const revoked = await user.revoke(privateKey.keyPacket as never);
    privateKey.users[0] = revoked;
    assert.match((await faultOf(privateKey.toPublic().armor())) ?? '', NO_ENCRYPTION);
  });
});
