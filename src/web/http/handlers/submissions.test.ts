import assert from 'node:assert/strict';
import { it } from 'node:test';
import type { SubmissionAccepted } from '../../../contract/schemas.ts';
import { toJson } from './submissions.ts';

it('an answer to a submission is the JSON of its members, in their order', () => {
  const said = {
    success: true,
    message: 'Sent to "us" \\ ✓\n',
    next: 'https://a.example/?q="',
  } as const;
  const made = { delivery: { email: 'delivered' }, delivery_id: 'msg_1', receipt: 'a.b.c~d~e' };
  const counts = { used: 1, limit: 1_000 };
  const bodies: SubmissionAccepted[] = [
    said,
    { ...said, ...made },
    { ...said, ...made, ...counts },
    { ...said, test: true, echo: null, ...made },
    { ...said, test: true, echo: '"', ...made, ...counts },
    { ...said, dry_run: true, ...counts },
  ];
  for (const body of bodies) assert.equal(toJson(body), JSON.stringify(body));
});
