import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { TO_INBOX } from '../forms/targets/channels.ts';
import { Plans } from './plan.ts';
import { parseSubmission, type Submission } from './posted/submission.ts';

const rooms = {
  context: { links: { thanks: () => 'https://forms.example.com/thanks' } },
  marks: { mark: (_form: object, submission: Submission) => ({ submission }) },
};

describe('the gates of a form', () => {
  it('gates behind one that waits are applied, and the whole way is awaited', async () => {
    const steps: string[] = [];
    const passing = {
      // Its files are checked in another turn, before the rate is counted.
      route: { status: 'active', targets: [TO_INBOX], settings: { files: {} } },
      submission: { ...parseSubmission(new Map([['message', ['m']]])), files: [] },
      purpose: 'submit',
      undos: [],
      attempt: {
        async count() {
          await Promise.resolve();
          steps.push('counted');
        },
      },
    };
    await new Plans(rooms as never, []).pass(passing as never);
    assert.deepEqual(steps, ['counted']);
  });
});
