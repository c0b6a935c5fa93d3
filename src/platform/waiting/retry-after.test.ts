import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { parseRetryAfter } from './retry-after.ts';

const NOW = Date.UTC(2026, 0, 2, 3, 4, 5);

describe('Retry-After', () => {
  const cases: [header: string | null | undefined, wait: number | undefined][] = [
    ['0', 0],
    ['120', 120_000],
    [' 7 ', 7_000],
    ['Fri, 02 Jan 2026 03:04:35 GMT', 30_000],
    ['Fri, 02 Jan 2026 03:04:00 GMT', 0],
    ['2026-01-02T03:04:35Z', undefined],
    ['never GMT', undefined],
    ['-1', undefined],
    ['1.5', undefined],
    ['9999999999', 999_999_999_000],
    ['9'.repeat(400), 999_999_999_000],
    ['', undefined],
    [null, undefined],
    [undefined, undefined],
  ];
  for (const [header, wait] of cases) {
    it(`a Retry-After of ${JSON.stringify(header)} waits for ${wait} ms`, () => {
      assert.equal(parseRetryAfter(header, NOW), wait);
    });
  }
});
