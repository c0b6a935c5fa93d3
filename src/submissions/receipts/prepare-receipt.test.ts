import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { it } from 'node:test';
import { type Keyring } from '../../platform/secrets/keyring.ts';
import { Receipts } from './prepare-receipt.ts';
import { readKeySet, verifyReceipt } from './verify-receipt.ts';
import { newKeyring } from '../../../test/support/keys.ts';

const newDelivery = () => ({
  id: `msg_${randomUUID()}`,
  at: Date.now(),
  formId: 'cfm_7K2MNP4QRSTVWXYZ',
  fields: [{ label: 'message', value: 'Hello' }],
});

const trusting = (...keyrings: Pick<Keyring, 'signing'>[]) =>
  readKeySet(JSON.stringify({ keys: keyrings.map(({ signing }) => signing.publicJwk) }));

const keyring = newKeyring();
const keys = trusting(keyring);
function prepareWith(ring: Pick<Keyring, 'signing'>) {
  const receipts = new Receipts(ring, () => 'https://forms.example');
  return receipts.prepare.bind(receipts);
}

const signedPartOf = (receipt: string) => receipt.split('~')[0];
const pathOf = (receipt: string) => receipt.split('~')[2];

/** How many signatures these receipts have. */
const signaturesOf = (receipts: readonly string[]) => new Set(receipts.map(signedPartOf)).size;

it('receipts that are prepared before the first is needed share one signature', async () => {
  const prepare = prepareWith(keyring);
  const deliveries = Array.from({ length: 37 }, newDelivery);
  const waiting = deliveries.map((delivery) => prepare(delivery));
  const receipts = await Promise.all(waiting.map((sign) => sign()));
  assert.equal(signaturesOf(receipts), 1);
  for (const [at, receipt] of receipts.entries()) {
    assert.equal(verifyReceipt(receipt, keys).claims.jti, deliveries[at]?.id);
  }
  const again = await Promise.all(waiting.map((sign) => sign()));
  assert.deepEqual(again, receipts);
});

it('a receipt that is prepared after the signature is in the next group', async () => {
  const prepare = prepareWith(keyring);
  const [first, second] = [prepare(newDelivery()), prepare(newDelivery())];
  const former = [await first()];
  const [third, fourth] = [prepare(newDelivery()), prepare(newDelivery())];
  former.push(await second());
  const latter = await Promise.all([fourth(), third()]);
  assert.deepEqual([signaturesOf(former), signaturesOf(latter)], [1, 1]);
  assert.equal(signaturesOf([...former, ...latter]), 2);
  for (const receipt of [...former, ...latter]) verifyReceipt(receipt, keys);
});

it('a receipt that is alone has an empty path', async () => {
  const receipt = await prepareWith(keyring)(newDelivery())();
  assert.equal(pathOf(receipt), '');
  verifyReceipt(receipt, keys);
});

it('the receipts of others are valid when some are never needed', async () => {
  const prepare = prepareWith(keyring);
  const waiting = Array.from({ length: 9 }, () => prepare(newDelivery()));
  const needed = waiting.filter((_sign, at) => at % 3 === 0);
  const receipts = await Promise.all(needed.map((sign) => sign()));
  assert.equal(signaturesOf(receipts), 1);
  for (const receipt of receipts) verifyReceipt(receipt, keys);
});

it('a group has at most 256 receipts, so that a path has at most 8 steps', async () => {
  const prepare = prepareWith(keyring);
  const waiting = Array.from({ length: 600 }, () => prepare(newDelivery()));
  const receipts = await Promise.all(waiting.map((sign) => sign()));
  assert.equal(signaturesOf(receipts), 3);
  for (const receipt of receipts) {
    verifyReceipt(receipt, keys);
    assert.ok((pathOf(receipt) ?? '').length <= 8 * 44);
  }
});

it('each group is signed and named by one key, also when the key changes', async () => {
  const [former, latter] = [newKeyring(), newKeyring()];
  let current = former;
  // Changes with every look, as badly as it can.
  const changing: Pick<Keyring, 'signing'> = {
    get signing() {
      const { signing } = current;
      current = current === former ? latter : former;
      return signing;
    },
  };
  const prepare = prepareWith(changing);
  const named: string[][] = [];
  for (let group = 0; group < 3; group += 1) {
    const waiting = [prepare(newDelivery()), prepare(newDelivery())];
    const receipts = await Promise.all(waiting.map((sign) => sign()));
    named.push(receipts.map((receipt) => verifyReceipt(receipt, trusting(former, latter)).keyId));
  }
  const [one, other] = [former.signing.publicJwk.kid, latter.signing.publicJwk.kid];
  assert.deepEqual(named, [
    [one, one],
    [other, other],
    [one, one],
  ]);
});

it('a signature that fails is missing in its group alone', async () => {
  let fails = true;
  const failing: Pick<Keyring, 'signing'> = {
    get signing() {
      if (fails) throw new Error('no key');
      return keyring.signing;
    },
  };
  const prepare = prepareWith(failing);
  const failed = [prepare(newDelivery()), prepare(newDelivery())];
  for (const sign of failed) await assert.rejects(sign(), /no key/);
  fails = false;
  verifyReceipt(await prepare(newDelivery())(), keys);
});

it('receipts that are needed at once, each as soon as it is prepared, share a signature', async () => {
  const prepare = prepareWith(keyring);
  const receipts = await Promise.all([1, 2, 3].map(() => prepare(newDelivery())()));
  assert.equal(signaturesOf(receipts), 1);
});
