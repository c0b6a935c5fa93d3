import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { describe, it } from 'node:test';
import { armor as armorByLibrary, enums, unarmor } from 'openpgp';
import { armor } from './armor.ts';

describe('an armor', () => {
  it('an armor of OpenPGP has the data and the checksum, whatever its length', async () => {
    for (const size of [0, 1, 2, 3, 56, 57, 58, 171, 32_831, 32_832, 65_664, 100_003]) {
      const octets = randomBytes(size);
      const chunks = [octets.subarray(0, 50), octets.subarray(50, 51), octets.subarray(51)];
      const { pieces, octets: length } = armor(chunks);
      const text = Array.from(pieces()).join('');
      assert.equal(text.length, length, String(size));
      const { data } = await unarmor(text);
      assert.ok(octets.equals(Buffer.from(data as Uint8Array)));
      const theirs = armorByLibrary(
        enums.armor.message,
        octets,
        undefined,
        undefined,
        undefined,
        true,
      );
      assert.equal(/^=[\w+/]{4}\r?$/m.exec(text)?.[0].trim(), /^=[\w+/]{4}$/m.exec(theirs)?.[0]);
    }
  });
});
