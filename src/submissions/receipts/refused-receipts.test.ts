import assert from 'node:assert/strict';
import { generateKeyPairSync, randomUUID, sign, type KeyObject } from 'node:crypto';
import { it } from 'node:test';
import { foldPath, hashLeaf } from './receipt.ts';
import { Receipts } from './prepare-receipt.ts';
import { readKeySet, ReceiptFault, verifyReceipt } from './verify-receipt.ts';
import { newKeyring } from '../../../test/support/keys.ts';

const keyring = newKeyring();
const keys = readKeySet(JSON.stringify({ keys: [keyring.signing.publicJwk] }));
const receipts = new Receipts(keyring, () => 'https://forms.example');
const DELIVERY = {
  id: 'msg_0b0e6a3e-59b6-4d52-8b4f-0a4d3b1a6f9c',
  at: Date.UTC(2026, 10, 21, 12, 30, 1, 999),
  formId: 'cfm_7K2MNP4QRSTVWXYZ',
  fields: [{ label: 'message', value: 'Hello' }],
};

/** The receipt of the delivery, signed together with those of two others. */
function newReceipt(): Promise<string> {
  const newOther = () => ({ ...DELIVERY, id: `msg_${randomUUID()}` });
  receipts.prepare(newOther());
  const signReceipt = receipts.prepare(DELIVERY);
  receipts.prepare(newOther());
  return signReceipt();
}

const receipt = await newReceipt();
const [jws = '', entry = '', path = ''] = receipt.split('~');
const [header = ''] = jws.split('.');

const encode = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');
const decode = (part: string): object =>
  JSON.parse(Buffer.from(part, 'base64url').toString()) as object;

function signParts(head: object, body: object, key: KeyObject): string {
  const signed = `${encode(head)}.${encode(body)}`;
  return `${signed}.${sign(null, Buffer.from(signed), key).toString('base64url')}`;
}

interface Changes {
  header?: object;
  root?: object;
  claims?: object;
  path?: string;
}

/** A receipt with changed contents, with the root and the signature that match them. */
function forge(changes: Changes, key = keyring.signing.privateKey): string {
  const claims = encode({ ...decode(entry), ...changes.claims });
  const steps = changes.path ?? path;
  const leaf = hashLeaf(Buffer.from(claims, 'base64url'));
  const root = foldPath(leaf, Buffer.from(steps, 'base64url'));
  const head = { ...decode(header), ...changes.header };
  return [signParts(head, { root, ...changes.root }, key), claims, steps].join('~');
}

const isFault = (sentence: RegExp) => (error: unknown) =>
  error instanceof ReceiptFault && sentence.test(error.message) && error.message.endsWith('.');

const NOT_OURS = /another kind/;
const DAMAGED = /damaged/;
const WRONG = /signature is wrong/;
const NOT_SIGNED = /signature is not for this receipt/;
const { privateKey: strangersKey, publicKey: strangers } = generateKeyPairSync('ed25519');
const strangersX = strangers.export({ format: 'jwk' }).x;
const { privateKey: secondCurve } = generateKeyPairSync('ed448');

type Hostile = Record<string, [receipt: string, sentence: RegExp]>;

/** Faults of a signed text; `forgeHeader` signs again with another header. */
function hostileJws(
  [head = '', body = '', proof = '']: readonly string[],
  forgeHeader: (changes: object, key?: KeyObject) => string,
): Hostile {
  return {
    'without a signature': [`${encode({ ...decode(head), alg: 'none' })}.${body}.`, NOT_OURS],
    'of the algorithm none, signed': [forgeHeader({ alg: 'none' }), NOT_OURS],
    'of another algorithm': [forgeHeader({ alg: 'HS256' }), NOT_OURS],
    'of another type': [forgeHeader({ typ: 'JWT' }), NOT_OURS],
    'with a critical extension': [forgeHeader({ crit: ['b64'], b64: false }), NOT_OURS],
    'with a key of its own': [forgeHeader({ jwk: { x: strangersX } }, strangersKey), NOT_OURS],
    'of another curve': [forgeHeader({}, secondCurve), WRONG],
    'of another key under our name': [forgeHeader({}, strangersKey), WRONG],
    'of an unknown key': [forgeHeader({ kid: 'unknown' }), /none of the trusted keys/],
    'of a key without a name': [forgeHeader({ kid: 7 }), /does not name its key/],
    'with another payload': [
      `${head}.${encode({ ...decode(body), form_id: 'cfm_other' })}.${proof}`,
      WRONG,
    ],
    'with a signature that is cut off': [
      `${head}.${body}.${proof.slice(0, -2)}`,
      /damaged|signature is wrong/,
    ],
    'with a signature of zeros': [`${head}.${body}.AAAA`, WRONG],
    'in base64 with padding': [`${head}=.${body}.${proof}`, DAMAGED],
    'in other base64': [`${head}.${body}.${'+/'.repeat(43)}`, DAMAGED],
    'with bits to spare': [`${head}.${body}.${proof.slice(0, -1)}B`, DAMAGED],
    'with a header that is not JSON': [`e30x.${body}.${proof}`, DAMAGED],
    'with a header that is null': [`bnVsbA.${body}.${proof}`, DAMAGED],
    'of two parts': [`${head}.${body}`, DAMAGED],
    'of four parts': [`${head}.${body}.${proof}.${proof}`, DAMAGED],
    'that is empty': ['', DAMAGED],
  };
}

const forgeRootHeader = (changes: object, key?: KeyObject) =>
  forge({ header: changes }, key).split('~')[0] ?? '';

const [step, steps] = [path.slice(0, 44), Buffer.from(path, 'base64url')];
const otherSide = Buffer.from(steps);
otherSide[0] = 1 - (steps[0] ?? 0);
const thirdSide = Buffer.from(steps);
thirdSide[0] = 2;

const of = (...parts: string[]) => parts.join('~');
const [otherJws = '', , otherPath = ''] = (await newReceipt()).split('~');

/** Faults that only a receipt of a group can have. */
const HOSTILE_IN_A_GROUP: Hostile = {
  'with other claims': [
    of(jws, encode({ ...decode(entry), form_id: 'cfm_other' }), path),
    NOT_SIGNED,
  ],
  'with its claims spelled in another way': [
    of(jws, Buffer.from(`${JSON.stringify(decode(entry))} `).toString('base64url'), path),
    NOT_SIGNED,
  ],
  'with the path from another tree': [of(jws, entry, otherPath), NOT_SIGNED],
  'with the root of another tree': [of(otherJws, entry, path), NOT_SIGNED],
  'with an empty path': [of(jws, entry, ''), NOT_SIGNED],
  'with one step less': [of(jws, entry, path.slice(44)), NOT_SIGNED],
  'with one step more': [of(jws, entry, path + step), NOT_SIGNED],
  'with its steps in another order': [of(jws, entry, path.slice(44) + step), NOT_SIGNED],
  'with a sibling on the other side': [of(jws, entry, otherSide.toString('base64url')), NOT_SIGNED],
  'with a third side': [of(jws, entry, thirdSide.toString('base64url')), DAMAGED],
  'with half a step': [of(jws, entry, path.slice(0, 60)), DAMAGED],
  'with a path of 17 steps': [forge({ path: step.repeat(17) }), DAMAGED],
  'with a path in base64 with padding': [of(jws, entry, `${path}=`), DAMAGED],
  'with claims in base64 with padding': [of(jws, `${entry}=`, path), DAMAGED],
  'without claims': [of(jws, '', path), DAMAGED],
  'in two parts': [of(jws, entry), DAMAGED],
  'in four parts': [of(jws, entry, path, path), DAMAGED],
  'without a root': [forge({ root: { root: undefined } }), NOT_SIGNED],
  'only its signed part': [jws, DAMAGED],
};

/** Faults of claims. */
const hostileClaims = (whole: string, forgeClaims: (claims: object) => string): Hostile => ({
  'that is huge': [`${whole}${'A'.repeat(1_000_000)}`, DAMAGED],
  'signed by us for something else': [forgeClaims({ jti: undefined }), /does not say/],
  'with a time that is no time': [forgeClaims({ iat: 1e300 }), /does not say/],
});

const HOSTILE: Record<string, Hostile> = {
  'a receipt, its signed part': Object.fromEntries(
    Object.entries(hostileJws(jws.split('.'), forgeRootHeader)).map(
      ([name, [hostile, sentence]]) => [name, [of(hostile, entry, path), sentence]],
    ),
  ),
  'a receipt': {
    ...HOSTILE_IN_A_GROUP,
    ...hostileClaims(receipt, (claims) => forge({ claims })),
  },
};

for (const [kind, faults] of Object.entries(HOSTILE)) {
  for (const [name, [hostile, sentence]] of Object.entries(faults))
    it(`${kind} is refused: ${name}`, () => {
      assert.throws(() => verifyReceipt(hostile, keys), isFault(sentence));
    });
}

it('what the forger signs correctly is accepted', () => {
  verifyReceipt(forge({}), keys);
  verifyReceipt(forge({ path: step.repeat(16) }), keys);
});

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
