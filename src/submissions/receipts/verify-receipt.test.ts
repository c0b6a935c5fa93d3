import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { Receipts } from './prepare-receipt.ts';
import { provesFields, readKeySet, ReceiptFault, verifyReceipt } from './verify-receipt.ts';
import { newKeyring } from '../../../test/support/keys.ts';

const ISSUER = 'https://forms.example';
const keyring = newKeyring();
const keys = readKeySet(JSON.stringify({ keys: [keyring.signing.publicJwk] }));
const receipts = new Receipts(keyring, () => ISSUER);
const FACTS = [
  { label: 'name', value: 'Ada' },
  { label: 'message', value: 'Hello' },
];
const DELIVERY = {
  id: 'msg_0b0e6a3e-59b6-4d52-8b4f-0a4d3b1a6f9c',
  at: Date.UTC(2026, 10, 21, 12, 30, 1, 999),
  formId: 'cfm_7K2MNP4QRSTVWXYZ',
  fields: FACTS,
};

/** The receipt of the delivery, signed together with that of another. */
const signReceipt = receipts.prepare(DELIVERY);
receipts.prepare({ ...DELIVERY, id: 'msg_0b0e6a3e-59b6-4d52-8b4f-0a4d3b1a6f9d' });
const receipt = await signReceipt();

describe('a receipt', () => {
  it('a receipt says what was delivered, when and by whom', () => {
    const { claims, keyId } = verifyReceipt(receipt, keys);
    const { salt, fields_sha256: digest, ...others } = claims;
    assert.deepEqual(others, {
      v: 1,
      iss: ISSUER,
      jti: DELIVERY.id,
      iat: Date.UTC(2026, 10, 21, 12, 30, 1) / 1000,
      form_id: DELIVERY.formId,
    });
    assert.equal(Buffer.from(salt ?? '', 'base64url').length, 16);
    assert.equal(Buffer.from(digest, 'base64url').length, 32);
    assert.equal(keyId, keyring.signing.publicJwk.kid);
  });

  it('a receipt names its service as a public URL is spelled, and in no other way', async () => {
    const spellings = ['\u001b]0;owned\u0007', 'a\r\nProven: b', '\u009b2J', ' a', 'a\u202eb', '/'];
    for (const spelling of [...spellings.map((text) => `${ISSUER}/${text}`), ` ${ISSUER}`, 'x']) {
      const forger = new Receipts(keyring, () => spelling);
      const forged = await forger.prepare(DELIVERY)();
      assert.throws(() => verifyReceipt(forged, keys), ReceiptFault, JSON.stringify(spelling));
    }
    for (const spelling of [
      `${ISSUER}/forms`,
      'http://localhost:8080',
      'https://xn--bcher-kva.example',
    ]) {
      const signed = await new Receipts(keyring, () => spelling).prepare(DELIVERY)();
      assert.equal(verifyReceipt(signed, keys).claims.iss, spelling);
    }
  });

  it('a receipt is one token of URL-safe characters', () => {
    assert.match(receipt, /^[\w-]+\.[\w-]+\.[\w-]+~[\w-]+~[\w-]+$/);
  });

  it('receipts of the same fields differ with the delivery, and both prove the fields', async () => {
    const id = 'msg_7f0e6a3e-59b6-4d52-8b4f-0a4d3b1a6f9d';
    const other = verifyReceipt(await receipts.prepare({ ...DELIVERY, id })(), keys);
    const { claims } = verifyReceipt(receipt, keys);
    assert.notEqual(other.claims.salt, claims.salt);
    assert.notEqual(other.claims.fields_sha256, claims.fields_sha256);
    assert.ok(provesFields(other.claims, FACTS));
  });

  it('a receipt proves its fields in their order, and no other fields', () => {
    const verified = verifyReceipt(receipt, keys);
    assert.ok(provesFields(verified.claims, FACTS));
    const others = [
      FACTS.toReversed(),
      FACTS.slice(1),
      [...FACTS, { label: 'name', value: 'Ada' }],
      [{ label: 'name', value: 'Ada ' }, ...FACTS.slice(1)],
      [
        { label: 'message', value: 'Ada' },
        { label: 'name', value: 'Hello' },
      ],
      [],
    ];
    for (const facts of others) assert.equal(provesFields(verified.claims, facts), false);
  });
});

const isKeySetFault = (error: unknown) =>
  error instanceof ReceiptFault && error.message.includes('key set') && error.message.endsWith('.');

describe('a key set', () => {
  it('a key set names its keys by their thumbprints, whatever names it gives them', () => {
    const { x } = keyring.signing.publicJwk;
    const set = { keys: [{ kty: 'OKP', crv: 'Ed25519', x, kid: 'ours' }] };
    assert.deepEqual(Array.from(readKeySet(JSON.stringify(set)).keys()), [
      keyring.signing.publicJwk.kid,
    ]);
  });

  const foreign = { kty: 'EC', crv: 'P-256', x: 'A'.repeat(43), y: 'A'.repeat(43) };
  for (const text of [
    '',
    'null',
    '[]',
    '{}',
    '{"keys":{}}',
    '{"keys":[null,7]}',
    JSON.stringify({ keys: [foreign] }),
  ])
    it(`a key set is refused: ${text || 'an empty text'}`, () => {
      assert.throws(() => readKeySet(text), isKeySetFault);
    });
});
