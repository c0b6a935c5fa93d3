import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { FILES as RULES } from './files.ts';

const { normalise, widens } = RULES;

const FILES = { max_count: 3, max_bytes: 1_000, types: ['image/*', 'application/pdf'] };
const { max_count, max_bytes, types } = FILES;

describe('the setting files', () => {
  it('more files, larger ones and other types let more in', () => {
    for (const more of [
      { ...FILES, max_count: 4 },
      { ...FILES, max_bytes: 1_001 },
      { ...FILES, types: ['image/png', 'text/plain'] },
      { ...FILES, types: ['application/*'] },
      // What is absent has its default: five, what the operator allows, every type.
      { max_bytes, types },
      { max_count, types },
      { max_count, max_bytes },
    ]) {
      assert.equal(widens(FILES, more), true, JSON.stringify(more));
    }
    assert.equal(widens(undefined, FILES), true);
  });

  it('the same or less lets no more in', () => {
    for (const less of [
      FILES,
      undefined,
      { max_count: 1, max_bytes: 1, types: ['image/png'] },
      { ...FILES, types: ['application/pdf', 'image/*'] },
    ]) {
      assert.equal(widens(FILES, less), false, JSON.stringify(less));
    }
    assert.equal(widens({}, FILES), false);
    assert.equal(widens({ max_count: 5 }, {}), false);
  });

  it('the order and the spelling of its members are no difference', () => {
    const sent = { types: ['Image/PNG', 'image/png'], max_count: 1 };
    assert.equal(JSON.stringify(normalise(sent)), '{"max_count":1,"types":["image/png"]}');
    assert.deepEqual(normalise({}), {});
  });
});
