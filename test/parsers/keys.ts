import { armor, enums } from 'openpgp';
import { LIMITS } from '../../src/contract/limits.ts';
import { describeKey } from '../../src/inboxes/keys/check-key.ts';
import { EncryptionKeys } from '../../src/inboxes/keys/index.ts';
import {
  fingerprintOf,
  KeyFault,
  packetsIn,
  SET_KEY,
  writePackets,
  type Packet,
} from '../../src/mail/encryption/key-packets.ts';
import { readOpenPgpKey } from '../../src/mail/encryption/openpgp-key.ts';
import { parseEmailAddress } from '../../src/platform/text/email-address.ts';
import { makeKey } from '../support/openpgp-key.ts';
import { texts } from './hostile.ts';
import { parser, type Hostile } from './parser.ts';

const EMAIL = 'ada@example.com';
const NOW = Date.now() + 1_000;
const genuine = await makeKey(EMAIL);
const PACKETS = packetsIn(genuine.armored, SET_KEY);

const toArmor = (octets: Uint8Array) => armor(enums.armor.publicKey, octets);

/** An RSA key of these bits, and as large an exponent. */
function rsaPacket(bits: number): Packet {
  const number = (size: number) => {
    const body = Buffer.alloc(2 + Math.ceil(size / 8), 0xff);
    body.writeUInt16BE(size);
    return body;
  };
  const head = Buffer.from([4, 0x65, 0, 0, 0, 1]);
  return { tag: 6, body: Buffer.concat([head, number(bits), number(64)]) };
}

/** Certificates with as many parts of each kind as fit into `size` octets. */
function* certificates(size: number): Generator<Hostile<Buffer>> {
  const [primary, ...others] = PACKETS;
  if (!primary) return;
  for (const tag of [2, 6, 13, 14, 17, 21, 60]) {
    for (const length of [0, 1, 40]) {
      const part = { tag, body: Buffer.alloc(length, 4) };
      const count = Math.floor(size / (length + 6));
      const many = writePackets([primary, ...Array.from({ length: count }, () => part)]);
      yield [`${count} packets of tag ${tag} and ${length} octets`, many];
    }
  }
  const whole = writePackets(others).length;
  const again = Array.from({ length: Math.floor(size / whole) }, () => others).flat();
  yield ['all of its parts again and again', writePackets([primary, ...again])];
  for (const bits of [16_384, 65_535]) {
    const large = [rsaPacket(bits), ...again.slice(0, 40)];
    yield [`an RSA key of ${bits} bits`, writePackets(large)];
  }
  // A length of one octet each, in the shortest form.
  yield ['packets of one octet', Buffer.alloc(size, Buffer.from([0x88, 0]))];
  yield ['a length at its maximum', Buffer.from([0xc6, 0xff, 0xff, 0xff, 0xff, 0xff])];
  yield ['ones', Buffer.alloc(size, 0xff)];
}

function* armored(size: number): Generator<Hostile<string>> {
  const octets = Math.floor(size * 0.7) - 200;
  for (const [name, certificate] of certificates(octets)) yield [name, toArmor(certificate)];
  yield* texts(size, '-----BEGIN PGP PUBLIC KEY BLOCK-----\n\n');
  yield ['many blocks', '-----BEGIN PGP PUBLIC KEY BLOCK-----\n'.repeat(size / 37)];
}

/** Checks take turns, and each client has few: LIMITS.keyChecksPerMinute. */
const COST = 300;

const FILES = ['key-packets', 'openpgp-key'].map((name) => `src/mail/encryption/${name}.ts`);

let published: Buffer = Buffer.alloc(0);
const keys = new EncryptionKeys(
  { now: () => NOW },
  { take: async () => undefined },
  { fetchBytes: async () => published },
  { run: (_owner, work) => work() },
);

export const KEY_PARSERS = [
  parser({
    name: 'a key of OpenPGP that is checked',
    files: FILES,
    most: LIMITS.checkedKeyCharacters,
    cost: COST,
    faults: [KeyFault],
    inputs: armored,
    read: (key) => [fingerprintOf(key), describeKey(key, NOW)][1],
  }),
  parser({
    name: 'a key of OpenPGP that is set',
    files: FILES,
    most: LIMITS.keyCharacters,
    cost: COST,
    faults: [KeyFault],
    *inputs(size) {
      yield ['a genuine one', genuine.armored];
      yield* armored(size);
    },
    read: (key) => readOpenPgpKey(key, NOW),
  }),
  parser({
    name: 'the key of a Web Key Directory',
    files: FILES,
    most: LIMITS.keyAnswerBytes,
    boundedBy: 'fetchBytes, by LIMITS.keyAnswerBytes',
    cost: COST,
    inputs: certificates,
    async read(octets) {
      published = octets;
      const address = parseEmailAddress(EMAIL);
      return address && keys.find(address, 'owner');
    },
  }),
];
