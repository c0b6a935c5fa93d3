import assert from 'node:assert/strict';
import { it } from 'node:test';
import fc from 'fast-check';
import { TOOLS } from '../../src/web/mcp/tools.ts';
import { FormReader } from '../../src/submissions/posted/form-body.ts';
import { parseSubmission } from '../../src/submissions/posted/submission.ts';

const tool = TOOLS.find(({ name }) => name === 'send_test_submission');
const reader = new FormReader('application/json');

/** The submission that a call of the tool becomes, read as the service reads it. */
async function submissionOf(args: Record<string, unknown>) {
  const body = tool?.toCall({ form_id: 'cfm_ZZZZZZZZZZZZZZZZ', ...args }).body;
  return parseSubmission(reader.read(Buffer.from(JSON.stringify(body))));
}

const words = fc.constantFrom('', ' ', '0', 'no', 'No', 'off', 'false', 'true', '\u200b', '\ufeff');
const anything = fc.oneof(words, fc.string(), fc.jsonValue({ maxDepth: 3 }));
const fields = fc.dictionary(
  fc.constantFrom('_test', '_Test', 'test', '_test ', '_subject', '__proto__', 'message'),
  anything,
);

it('send_test_submission always sends a test, for any echo and any fields', async () => {
  await fc.assert(
    fc.asyncProperty(anything, fields, async (echo, given) => {
      const submission = await submissionOf({ echo, fields: { ...given, message: 'm' } });
      assert.deepEqual(submission.test, { echo: null });
    }),
    { numRuns: 1_000 },
  );
});

it('send_test_submission sends a dry run whenever dry_run is true, for any fields', async () => {
  await fc.assert(
    fc.asyncProperty(anything, async (given) => {
      const rehearsed = { fields: { message: 'm', _dry_run: given }, dry_run: true };
      assert.ok((await submissionOf(rehearsed)).dryRun);
    }),
    { numRuns: 300 },
  );
});
