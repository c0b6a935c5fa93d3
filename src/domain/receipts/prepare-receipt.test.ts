import assert from 'node:assert/strict';
import { randomBytes, randomUUID } from 'node:crypto';
import { describe, it } from 'node:test';
import { createKeyring, type Keyring } from '../../platform/secrets/keyring.ts';
import { createPrepareReceipt } from './prepare-receipt.ts';
import { readKeySet, verifyReceipt } from './verify-receipt.ts';

const newKeyring = () => createKeyring([{ id: 'k1', secret: randomBytes(32) }], randomBytes(32));

const newDelivery = () => ({
  id: `msg_${randomUUID()}`,
  at: Date.now(),
  formId: 'cfm_7K2MNP4QRSTVWXYZ',
  facts: [{ label: 'message', value: 'Hello' }],
});

const trusting = (...keyrings: Pick<Keyring, 'signing'>[]) =>
  readKeySet(JSON.stringify({ keys: keyrings.map(({ signing }) => signing.publicJwk) }));

const keyring = newKeyring();
const keys = trusting(keyring);
const prepareWith = (ring: Keyring) => createPrepareReceipt(ring, () => 'https://forms.example');

const signedPartOf = (receipt: string) => receipt.split('~')[0];
const pathOf = (receipt: string) => receipt.split('~')[2];

/** How many signatures these receipts have. */
const signaturesOf = (receipts: readonly string[]) => new Set(receipts.map(signedPartOf)).size;

describe('a group of receipts', () => {
  it('receipts that are prepared before the first is needed share one signature', () => {
    const prepare = prepareWith(keyring);
    const deliveries = Array.from({ length: 37 }, newDelivery);
    const waiting = deliveries.map((delivery) => prepare(delivery));
    const receipts = waiting.map((sign) => sign());
    assert.equal(signaturesOf(receipts), 1);
    for (const [at, receipt] of receipts.entries()) {
      assert.equal(verifyReceipt(receipt, keys).claims.jti, deliveries[at]?.id);
    }
    assert.deepEqual(
      waiting.map((sign) => sign()),
      receipts,
      'the same again',
    );
  });

  it('a receipt that is prepared after the signature is in the next group', () => {
    const prepare = prepareWith(keyring);
    const [first, second] = [prepare(newDelivery()), prepare(newDelivery())];
    const former = [first()];
    const [third, fourth] = [prepare(newDelivery()), prepare(newDelivery())];
    former.push(second());
    const latter = [fourth(), third()];
    assert.deepEqual([signaturesOf(former), signaturesOf(latter)], [1, 1]);
    assert.equal(signaturesOf([...former, ...latter]), 2);
    for (const receipt of [...former, ...latter]) verifyReceipt(receipt, keys);
  });

  it('a receipt that is alone has an empty path', () => {
    const receipt = prepareWith(keyring)(newDelivery())();
    assert.equal(pathOf(receipt), '');
    verifyReceipt(receipt, keys);
  });

  it('the receipts of others are valid when some are never needed', () => {
    const prepare = prepareWith(keyring);
    const waiting = Array.from({ length: 9 }, () => prepare(newDelivery()));
    const receipts = waiting.filter((_sign, at) => at % 3 === 0).map((sign) => sign());
    assert.equal(signaturesOf(receipts), 1);
    for (const receipt of receipts) verifyReceipt(receipt, keys);
  });

  it('a group has at most 256 receipts, so that a path has at most 8 steps', () => {
    const prepare = prepareWith(keyring);
    const waiting = Array.from({ length: 600 }, () => prepare(newDelivery()));
    const receipts = waiting.map((sign) => sign());
    assert.equal(signaturesOf(receipts), 3);
    for (const receipt of receipts) {
      verifyReceipt(receipt, keys);
      assert.ok((pathOf(receipt) ?? '').length <= 8 * 44);
    }
  });

  it('each group is signed and named by one key, also when the key changes', () => {
    const [former, latter] = [newKeyring(), newKeyring()];
    let current = former;
    // Changes with every look, as badly as it can.
    const changing: Keyring = {
      ...former,
      get signing() {
        const { signing } = current;
        current = current === former ? latter : former;
        return signing;
      },
    };
    const prepare = prepareWith(changing);
    const named = [1, 2, 3].map(() => {
      const waiting = [prepare(newDelivery()), prepare(newDelivery())];
      return waiting.map((sign) => verifyReceipt(sign(), trusting(former, latter)).keyId);
    });
    const [one, other] = [former.signing.publicJwk.kid, latter.signing.publicJwk.kid];
    assert.deepEqual(named, [
      [one, one],
      [other, other],
      [one, one],
    ]);
  });

  it('a group whose signature failed is signed for the next of its receipts', () => {
    let fails = true;
    const failing: Keyring = {
      ...keyring,
      get signing() {
        if (fails) throw new Error('no key');
        return keyring.signing;
      },
    };
    const prepare = prepareWith(failing);
    const [first, second] = [prepare(newDelivery()), prepare(newDelivery())];
    assert.throws(first, /no key/);
    fails = false;
    const third = prepare(newDelivery());
    const receipts = [second(), third()];
    assert.equal(signaturesOf(receipts), 2, 'a closed group stays closed');
    for (const receipt of receipts) verifyReceipt(receipt, keys);
  });
});
