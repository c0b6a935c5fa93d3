import assert from 'node:assert/strict';
import { it } from 'node:test';
import fc from 'fast-check';
import { parseSubmission } from './submission.ts';
import { listOf } from '../../../test/support/list-of.ts';

const KNOWN = listOf(`
  email _replyto replyto replyTo subject _subject _next redirect _gotcha botcheck _honey honeypot
  _cc altcha _email.from _test _format __proto__ constructor
`);

const PARTS = ['https:// www. [url = <a href @ x.example + 1'.split(' '), ' ', '\r\n'].flat();

const name = fc.oneof(fc.constantFrom(...KNOWN), fc.string({ maxLength: 20, unit: 'binary' }));
const value = fc.oneof(
  fc.string({ unit: 'binary' }),
  fc.array(fc.constantFrom(...PARTS), { maxLength: 40 }).map((parts) => parts.join('')),
);
const fields = fc
  .array(fc.tuple(name, fc.array(value, { minLength: 1, maxLength: 3 })), { maxLength: 12 })
  .map((entries) => new Map(entries));

it('any fields are parsed without a throw, and nothing is shown that was not sent', () => {
  fc.assert(
    fc.property(fields, (given) => {
      const { fields: shown } = parseSubmission(given);
      for (const [key, values] of shown) assert.equal(values, given.get(key));
    }),
  );
});

it('any fields are each described once by a dry run, which changes nothing else', () => {
  fc.assert(
    fc.property(fields, (given) => {
      given.delete('_dry_run');
      const plain = parseSubmission(given);
      const { dryRun, ...rehearsed } = parseSubmission(new Map([...given, ['_dry_run', ['yes']]]));
      assert.equal(dryRun?.length, given.size + 1);
      assert.deepEqual({ ...rehearsed, given }, plain);
    }),
  );
});

it('any fields are shown without the control fields, whatever those contain', () => {
  const hidden = ['_cc', '_gotcha', '_honey', 'honeypot', 'altcha', '_next', '_subject', '_test'];
  fc.assert(
    fc.property(fields, (given) => {
      const { fields: shown } = parseSubmission(given);
      assert.ok(hidden.every((key) => !shown.has(key)));
    }),
  );
});
