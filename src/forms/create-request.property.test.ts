import assert from 'node:assert/strict';
import { it } from 'node:test';
import fc from 'fast-check';
import { ServiceError } from '../contract/service-error.ts';
import { parseIdempotencyKey } from './create-request.ts';

const printable = fc
  .string({ unit: fc.integer({ min: 0x20, max: 0x7e }).map((code) => String.fromCharCode(code)) })
  .filter((key) => key.trim() !== '');

const isRefused = (key: string) =>
  assert.throws(
    () => parseIdempotencyKey(key),
    (error) => error instanceof ServiceError && error.code === 'invalid_idempotency_key',
  );

it('an Idempotency-Key is any 1 to 200 printable ASCII characters, unchanged', () => {
  fc.assert(
    fc.property(printable, fc.integer({ min: 1, max: 200 }), (key, length) => {
      const cut = key.padEnd(length, 'k').slice(0, 200);
      assert.equal(parseIdempotencyKey(cut), cut);
    }),
  );
  assert.equal(parseIdempotencyKey(undefined), undefined);
  assert.equal(parseIdempotencyKey('k'.repeat(200)), 'k'.repeat(200));
});

it('an Idempotency-Key with any other character is refused', () => {
  const other = fc
    .string({ unit: 'binary', minLength: 1 })
    .filter((text) => /[^\x20-\x7e]/.test(text));
  fc.assert(
    fc.property(printable, other, printable, (before, odd, after) =>
      isRefused(before + odd + after),
    ),
  );
});

it('a blank or too long Idempotency-Key is refused', () => {
  for (const key of ['', ' ', ' '.repeat(200), 'k'.repeat(201), `${' '.repeat(200)}k`])
    isRefused(key);
});
