import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { armor, enums } from 'openpgp';
import { makeKey } from '../../../test/support/openpgp-key.ts';
import { LIMITS } from '../../contract/limits.ts';
import { packetsIn, SET_KEY, writePackets, type Packet } from './key-packets.ts';
import { KeyTurns, EncryptionKeys } from '../../inboxes/keys/index.ts';

const keys = new EncryptionKeys(
  { now: Date.now },
  { take: async () => undefined },
  { fetchBytes: async () => undefined },
);
const describeKey = (body: unknown, by: string) => keys.describe(body, by);

const faultOf = (armored: string) =>
  keys.faultIn({ encryption: { type: 'openpgp', key: armored } }, 'tester');

const toArmor = (bytes: Uint8Array) => armor(enums.armor.publicKey, bytes);
const fromParts = (packets: readonly Packet[]) => toArmor(writePackets(packets));

const key = await makeKey('ada@example.com');

const NO_ENCRYPTION = /no valid key for encryption/;
const DAMAGED = /^The key is damaged/;

const head = (algorithm: number) => Buffer.from([4, 100, 0, 0, 0, algorithm]);

/** A number of OpenPGP with all of its bits set. */
function number(bits: number): Buffer {
  const bytes = Buffer.alloc(2 + Math.ceil(bits / 8), 0xff);
  bytes.writeUInt16BE(bits);
  return bytes;
}

describe('keys made to harm', () => {
  const parts = packetsIn(key.armored, SET_KEY);
  const [primary, name, signature] = parts;
  assert.ok(primary && name && signature);
  const many = (packet: Packet, count: number) =>
    fromParts([...parts, ...Array(count).fill(packet)]);
  const rsa = (modulus: number, exponent: number) =>
    fromParts([
      { tag: 6, body: Buffer.concat([head(1), number(modulus), number(exponent)]) },
      ...parts.slice(1),
    ]);

  const HOSTILE: Record<string, [string, RegExp]> = {
    'thousands of signatures': [many({ tag: 2, body: Buffer.alloc(0) }, 1_500), /too many parts/],
    'hundreds of keys': [many({ tag: 14, body: primary.body }, 150), /too many parts/],
    'hundreds of names': [many({ tag: 13, body: Buffer.from('a') }, 900), /too many parts/],
    'an RSA modulus of 65,535 bits': [rsa(65_535, 17), /more than 16384 bits/],
    'an RSA exponent of 1': [rsa(4_096, 1), /exponent of 1 is too weak/],
    'an RSA exponent of 16,384 bits': [rsa(4_096, 16_384), /more than 16384 bits/],
    'a packet that says it has 4 GB': [
      toArmor(Buffer.concat([Buffer.from([0xc6, 255, 255, 255, 255, 255]), primary.body])),
      DAMAGED,
    ],
    'a packet of partial lengths': [
      toArmor(Buffer.concat([Buffer.from([0xc6, 0xe1, 1, 2, 1, 3]), primary.body])),
      DAMAGED,
    ],
    'compressed data': [fromParts([{ tag: 8, body: Buffer.alloc(500, 1) }]), NO_ENCRYPTION],
    'compressed data after the key': [many({ tag: 8, body: Buffer.alloc(500, 1) }, 1), DAMAGED],
    'no bytes': [toArmor(new Uint8Array()), DAMAGED],
    'a million blank lines': [`${key.armored.slice(0, 60)}${'\n'.repeat(13_000)}`, DAMAGED],
  };
  for (const [what, [given, fault]] of Object.entries(HOSTILE)) {
    it(`${what}: refused before anything is computed`, async () => {
      assert.ok(given.length <= LIMITS.keyCharacters, String(given.length));
      assert.match((await faultOf(given)) ?? '', fault);
    });
  }

  it('the packets of a key are counted while they are read: beyond the limit, no further one is read', async () => {
    const refused = { code: 'settings_invalid', message: /too many parts/ };
    for (const [most, check] of [
      [
        LIMITS.keyPackets,
        async (given: string) => assert.match((await faultOf(given)) ?? '', refused.message),
      ],
      [
        LIMITS.checkedKeyPackets,
        (given: string) =>
          assert.rejects(describeKey({ type: 'openpgp', key: given }, 'tester'), refused),
      ],
    ] as const) {
      const filled = [
        ...parts,
        ...Array.from({ length: most - parts.length }, () => ({
          tag: 10,
          body: Buffer.from('PGP'),
        })),
      ];
      const [fits, beyond] = [writePackets(filled), writePackets(parts.slice(0, 1))];
      assert.equal(
        await describeKey({ type: 'openpgp', key: toArmor(fits) }, 'tester').then(() => true),
        true,
      );
      // Octets that begin no packet would be damage.
      await check(toArmor(Buffer.concat([fits, beyond, Buffer.alloc(1_000)])));
    }
  });

  it('one key is computed with at a time, and requests are answered between two of them', async () => {
    const turns = new KeyTurns();
    const order: string[] = [];
    const task = (who: string) => async () => {
      order.push(`${who} begins`);
      setImmediate(() => order.push('a request'));
      await Promise.resolve();
      order.push(`${who} ends`);
    };
    const [one, two] = ['one', 'two'];
    await Promise.all(
      [one, one, two].map((client, at) => turns.run(client, task(`${client} ${at}`))),
    );
    assert.deepEqual(order, [
      'one 0 begins',
      'one 0 ends',
      'a request',
      'one 1 begins',
      'one 1 ends',
      'a request',
      'two 2 begins',
      'two 2 ends',
    ]);
    const { promise, resolve } = Promise.withResolvers<void>();
    const impatient = new KeyTurns(0);
    const busy = impatient.run(one, () => promise);
    await assert.rejects(impatient.run(two, task('never')), { code: 'rate_limited' });
    resolve();
    await busy;
  });

  it('random bytes and every cut of a key are refused, and nothing else is thrown', async () => {
    const bytes = key.publicKey.write();
    for (let cut = 1; cut < bytes.length; cut += 23) {
      assert.ok(await faultOf(toArmor(bytes.subarray(0, cut))), String(cut));
    }
    for (let at = 0; at < bytes.length; at += 11) {
      const altered = Buffer.from(bytes);
      altered[at] = (altered[at] ?? 0) ^ 0xff;
      await faultOf(toArmor(altered));
    }
  });
});
