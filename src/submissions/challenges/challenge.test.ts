import assert from 'node:assert/strict';
import { createHmac, hash } from 'node:crypto';
import { describe, it } from 'node:test';
import { createChallenge, solveChallenge, verifySolution } from 'altcha-lib/v1';
import fc from 'fast-check';
import { LIMITS } from '../../contract/limits.ts';
import type { Challenge } from '../../contract/schemas.ts';
import { encode, solutionOf, solve } from '../../../test/support/solve-challenge.ts';
import { Keyring } from '../../platform/secrets/keyring.ts';
import { challengeSecret, issueChallenge, readSolution } from './challenge.ts';

const key = (id: string, octet: number) => ({ id, secret: Buffer.alloc(32, octet) });
const KEYRING = new Keyring([key('k1', 1)], Buffer.alloc(32, 9));
const FORM = 'cfm_AAAAAAAAAAAAAAAA';
const OTHER_FORM = 'cfm_BBBBBBBBBBBBBBBB';

const NOW = Date.now();
const EXPIRES = Math.floor(NOW / 1_000) + 600;

const issue = (maxnumber = 1_000): Challenge =>
  issueChallenge(KEYRING, FORM, { maxnumber, expiresAt: EXPIRES });

const read = (payload: string, { keyring = KEYRING, form = FORM, now = NOW } = {}) =>
  readSolution(keyring, form, payload, now);

describe('a challenge and ALTCHA’s own library', () => {
  it('ALTCHA’s solver solves a challenge, and its solution is valid', async () => {
    const challenge = issue();
    const { salt, maxnumber, algorithm } = challenge;
    const solving = solveChallenge(challenge.challenge, salt, algorithm, maxnumber);
    const { number } = (await solving.promise) ?? {};
    assert.notEqual(number, undefined);
    const { maxnumber: _, ...rest } = challenge;
    assert.deepEqual(read(encode({ ...rest, number, took: 7 })), {
      challenge: challenge.challenge,
      expiresAt: EXPIRES,
    });
  });

  it('ALTCHA’s check accepts a solution with the secret of the form alone', async () => {
    const payload = solutionOf(issue());
    assert.equal(await verifySolution(payload, challengeSecret(KEYRING, FORM)), true);
    assert.equal(await verifySolution(payload, challengeSecret(KEYRING, OTHER_FORM)), false);
  });

  it('ALTCHA’s library makes the same challenge of the same salt, number and secret', async () => {
    const challenge = issue();
    const made = await createChallenge({
      algorithm: 'SHA-256',
      hmacKey: challengeSecret(KEYRING, FORM),
      maxnumber: challenge.maxnumber,
      number: solve(challenge),
      salt: challenge.salt,
    });
    assert.deepEqual(made, challenge);
  });
});

describe('a solution', () => {
  let challenge = issue();
  // Its digits can be parted.
  while (solve(challenge) < 10) challenge = issue();
  const number = solve(challenge);
  const { maxnumber: _, ...rest } = challenge;
  const right = { ...rest, number };

  it('a solution is valid until the second in which its challenge expires', () => {
    const payload = encode(right);
    assert.ok(read(payload, { now: EXPIRES * 1_000 - 1 }));
    assert.equal(read(payload, { now: EXPIRES * 1_000 }), undefined);
  });

  it('a solution of another form or of another deployment is not valid', () => {
    const elsewhere = new Keyring([key('k1', 1)], Buffer.alloc(32, 8));
    assert.equal(read(encode(right), { form: OTHER_FORM }), undefined);
    assert.equal(read(encode(right), { keyring: elsewhere }), undefined);
  });

  it('a solution stays valid when the sealing keys are rotated', () => {
    const rotated = new Keyring([key('k2', 2), key('k1', 1)], Buffer.alloc(32, 9));
    assert.ok(read(encode(right), { keyring: rotated }));
  });

  const digits = String(number);
  const later = challenge.salt.replace(/\d+&$/, `${EXPIRES + 600}&`);
  const cheap = `${'0'.repeat(24)}?expires=${EXPIRES}&`;
  const cheapHash = hash('sha256', `${cheap}0`, 'hex');
  const forged: [what: string, payload: object][] = [
    ['another number', { ...right, number: number + 1 }],
    ['a number as text', { ...right, number: digits }],
    ['a number below zero', { ...right, number: -number - 1 }],
    ['a fraction', { ...right, number: number + 0.5 }],
    ['a later end', { ...right, salt: later }],
    [
      'a later end and its hash',
      { ...right, salt: later, challenge: hash('sha256', later + digits, 'hex') },
    ],
    [
      'digits of the number moved into the salt',
      { ...right, salt: challenge.salt + digits.slice(0, -1), number: number % 10 },
    ],
    ['a salt without its end', { ...right, salt: challenge.salt.slice(0, -1) }],
    [
      'a cheap challenge with the signature of another',
      { ...right, salt: cheap, challenge: cheapHash, number: 0 },
    ],
    [
      'a cheap challenge with a signature of another secret',
      {
        ...right,
        salt: cheap,
        challenge: cheapHash,
        number: 0,
        signature: createHmac('sha256', FORM).update(cheapHash).digest('hex'),
      },
    ],
    ['no signature', { ...right, signature: '' }],
    ['another signature', { ...right, signature: 'f'.repeat(64) }],
    ['another algorithm', { ...right, algorithm: 'SHA-1' }],
    ['a hash that is not the one of its salt', { ...right, challenge: cheapHash }],
    ['no number', rest],
    ['a list', [right]],
  ];
  for (const [what, payload] of forged)
    it(`a solution with ${what} is not valid`, () => {
      assert.equal(read(encode(payload)), undefined);
    });

  it('a solution is not read beyond the limit of its length', () => {
    const most = LIMITS.solutionCharacters;
    const padded = (took: string) => encode({ ...right, took });
    assert.ok(read(padded('x'.repeat(most / 2))));
    assert.equal(read(padded('x'.repeat(most))), undefined);
  });

  it('any text, and any JSON in base64, is read without an error and never valid', () => {
    const json = fc.jsonValue({ maxDepth: 3 });
    const near = fc.record(
      {
        algorithm: fc.oneof(fc.constant('SHA-256'), json),
        challenge: fc.oneof(fc.constant(challenge.challenge), json),
        number: fc.oneof(
          fc.nat().filter((any) => any !== number),
          fc.double(),
          json,
        ),
        salt: fc.oneof(fc.constant(challenge.salt), fc.string(), json),
        signature: fc.oneof(fc.constant(challenge.signature), fc.string({ unit: 'binary' }), json),
      },
      { requiredKeys: [] },
    );
    const payload = fc.oneof(
      fc.string({ unit: 'binary', maxLength: 60 }),
      fc.base64String({ maxLength: 80 }),
      json.map((value) => Buffer.from(JSON.stringify(value)).toString('base64')),
      near.map(encode),
    );
    fc.assert(
      fc.property(payload, (text) => assert.equal(read(text), undefined)),
      { numRuns: 3_000 },
    );
  });
});

describe('the secret of challenges', () => {
  it('the numbers of challenges are spread over the whole range', () => {
    const numbers = Array.from({ length: 200 }, () => solve(issue(99)));
    assert.ok(Math.min(...numbers) < 15 && Math.max(...numbers) > 84, numbers.join(' '));
    assert.ok(numbers.every((number) => number >= 0 && number <= 99));
  });
});
