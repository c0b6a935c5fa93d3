import assert from 'node:assert/strict';
import { generateKeyPairSync, randomBytes, sign, type KeyObject } from 'node:crypto';
import { describe, it } from 'node:test';
import { createKeyring } from '../../platform/secrets/keyring.ts';
import { createSignReceipt } from './sign-receipt.ts';
import { provesFields, readKeySet, ReceiptFault, verifyReceipt } from './verify-receipt.ts';

const newKeyring = () => createKeyring([{ id: 'k1', secret: randomBytes(32) }], randomBytes(32));

const keyring = newKeyring();
const keys = readKeySet(JSON.stringify({ keys: [keyring.signing.publicJwk] }));
const signReceipt = createSignReceipt(keyring, () => 'https://forms.example');
const FACTS = [
  { label: 'name', value: 'Ada' },
  { label: 'message', value: 'Hello' },
];
const DELIVERY = {
  id: 'msg_0b0e6a3e-59b6-4d52-8b4f-0a4d3b1a6f9c',
  at: Date.UTC(2026, 10, 21, 12, 30, 1, 999),
  formId: 'cfm_7K2MNP4QRSTVWXYZ',
  facts: FACTS,
};
const receipt = signReceipt(DELIVERY);
const [header = '', payload = '', signature = ''] = receipt.split('.');

const encode = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');
const decode = (part: string): object =>
  JSON.parse(Buffer.from(part, 'base64url').toString()) as object;

/** A receipt with changed contents and a matching signature. */
function forge(changes: { header?: object; claims?: object }, key?: KeyObject): string {
  const head = encode({ ...decode(header), ...changes.header });
  const signed = `${head}.${encode({ ...decode(payload), ...changes.claims })}`;
  const privateKey = key ?? keyring.signing.privateKey;
  return `${signed}.${sign(null, Buffer.from(signed), privateKey).toString('base64url')}`;
}

const isFault = (sentence: RegExp) => (error: unknown) =>
  error instanceof ReceiptFault && sentence.test(error.message) && error.message.endsWith('.');

describe('a receipt', () => {
  it('a receipt says what was delivered, when and by whom', () => {
    const { claims, keyId } = verifyReceipt(receipt, keys);
    const { fields_salt: salt, fields_sha256: digest, ...others } = claims;
    assert.deepEqual(others, {
      iss: 'https://forms.example',
      jti: DELIVERY.id,
      iat: Date.UTC(2026, 10, 21, 12, 30, 1) / 1000,
      form_id: DELIVERY.formId,
    });
    assert.equal(Buffer.from(salt, 'base64url').length, 16);
    assert.equal(Buffer.from(digest, 'base64url').length, 32);
    assert.equal(keyId, keyring.signing.publicJwk.kid);
  });

  it('a receipt is the same each time for one delivery, and differs for another', () => {
    assert.equal(signReceipt(DELIVERY), receipt);
    const other = verifyReceipt(
      signReceipt({ ...DELIVERY, id: 'msg_7f0e6a3e-59b6-4d52-8b4f-0a4d3b1a6f9d' }),
      keys,
    );
    assert.notEqual(other.claims.fields_salt, verifyReceipt(receipt, keys).claims.fields_salt);
    assert.ok(provesFields(other, FACTS));
  });

  it('a receipt proves its fields in any order, and no other fields', () => {
    const verified = verifyReceipt(receipt, keys);
    assert.ok(provesFields(verified, FACTS));
    assert.ok(provesFields(verified, FACTS.toReversed()));
    const others = [
      FACTS.slice(1),
      [...FACTS, { label: 'name', value: 'Ada' }],
      [{ label: 'name', value: 'Ada ' }, ...FACTS.slice(1)],
      [
        { label: 'message', value: 'Ada' },
        { label: 'name', value: 'Hello' },
      ],
      [],
    ];
    for (const facts of others) assert.equal(provesFields(verified, facts), false);
  });
});

const NOT_OURS = /another kind/;
const DAMAGED = /damaged/;
const { privateKey: strangersKey, publicKey: strangers } = generateKeyPairSync('ed25519');
const strangersX = strangers.export({ format: 'jwk' }).x;
const { privateKey: secondCurve } = generateKeyPairSync('ed448');

const HOSTILE: Record<string, [receipt: string, sentence: RegExp]> = {
  'without a signature': [`${encode({ ...decode(header), alg: 'none' })}.${payload}.`, NOT_OURS],
  'of the algorithm none, signed': [forge({ header: { alg: 'none' } }), NOT_OURS],
  'of another algorithm': [forge({ header: { alg: 'HS256' } }), NOT_OURS],
  'of another type': [forge({ header: { typ: 'JWT' } }), NOT_OURS],
  'with a critical extension': [forge({ header: { crit: ['b64'], b64: false } }), NOT_OURS],
  'with a key of its own': [forge({ header: { jwk: { x: strangersX } } }, strangersKey), NOT_OURS],
  'of another curve': [forge({}, secondCurve), /signature is wrong/],
  'of another key under our name': [forge({}, strangersKey), /signature is wrong/],
  'of an unknown key': [forge({ header: { kid: 'unknown' } }), /none of the trusted keys/],
  'of a key without a name': [forge({ header: { kid: 7 } }), /does not name its key/],
  'with another payload': [
    `${header}.${encode({ ...decode(payload), form_id: 'cfm_other' })}.${signature}`,
    /signature is wrong/,
  ],
  'cut off': [receipt.slice(0, -2), /damaged|signature is wrong/],
  'with a signature that is none': [`${header}.${payload}.AAAA`, /signature is wrong/],
  'in base64 with padding': [`${header}=.${payload}.${signature}`, DAMAGED],
  'in other base64': [`${header}.${payload}.${'+/'.repeat(43)}`, DAMAGED],
  'with bits to spare': [`${header}.${payload}.${signature.slice(0, -1)}B`, DAMAGED],
  'with a header that is no JSON': [`e30x.${payload}.${signature}`, DAMAGED],
  'with a header that is null': [`bnVsbA.${payload}.${signature}`, DAMAGED],
  'of two parts': [`${header}.${payload}`, DAMAGED],
  'of four parts': [`${receipt}.${signature}`, DAMAGED],
  'that is empty': ['', DAMAGED],
  'that is huge': [`${receipt}${'A'.repeat(1_000_000)}`, DAMAGED],
  'signed by us for something else': [forge({ claims: { jti: undefined } }), /does not say/],
  'with a time that is no time': [forge({ claims: { iat: 1e300 } }), /does not say/],
};

describe('a receipt is refused', () => {
  for (const [name, [hostile, sentence]] of Object.entries(HOSTILE)) {
    it(`a receipt is refused: ${name}`, () => {
      assert.throws(() => verifyReceipt(hostile, keys), isFault(sentence));
    });
  }

  it('a receipt is refused with any one character changed', () => {
    for (let at = 0; at < receipt.length; at += 1) {
      const other = receipt[at] === 'A' ? 'B' : 'A';
      const changed = receipt.slice(0, at) + other + receipt.slice(at + 1);
      assert.throws(() => verifyReceipt(changed, keys), ReceiptFault, `character ${at}`);
    }
  });

  it('a receipt is refused with the keys of another deployment', () => {
    const others = readKeySet(JSON.stringify({ keys: [newKeyring().signing.publicJwk] }));
    assert.throws(() => verifyReceipt(receipt, others), isFault(/none of the trusted keys/));
  });
});

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
  ]) {
    it(`a key set is refused: ${text || 'an empty text'}`, () => {
      assert.throws(() => readKeySet(text), isFault(/key set/));
    });
  }
});
