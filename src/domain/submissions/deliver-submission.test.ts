import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { ServiceError } from '../../contract/service-error.ts';
import { MailFailure } from '../../delivery/mail/mailer.ts';
import { createDeliverSubmission } from './deliver-submission.ts';

type Parts = Parameters<typeof createDeliverSubmission>[0];
type Outcome = 'no room' | 'month used up' | 'cannot sign' | 'not delivered' | 'delivered';

/** What a submission costs when it ends like this, in order. */
async function stepsUntil(outcome: Outcome): Promise<string[]> {
  const steps: string[] = [];
  const step = (name: string, failsAt: Outcome, error: Error) => {
    steps.push(name);
    if (outcome === failsAt) throw error;
  };
  let held = false;
  const email: Parts['channels']['email'] = {
    name: 'email',
    admit() {
      step('room', 'no room', new MailFailure('overloaded', 'queue full'));
      held = true;
      return {
        shares: [],
        async deliver() {
          held = false;
          step('deliver', 'not delivered', new MailFailure('refused', 'EREPLY', 550));
        },
        leave: () => void (held = false),
      };
    },
  };
  const deliver = createDeliverSubmission({
    channels: { email, webhook: email },
    allowance: {
      look: () => Promise.resolve(undefined),
      async reserve() {
        step(
          'reserve',
          'month used up',
          new ServiceError('monthly_allowance_exhausted', {
            used: 1,
            limit: 1,
            resets_at: '2026-12-01T00:00:00.000Z',
          }),
        );
        return { release: async () => void steps.push('release') };
      },
    },
    signReceipt() {
      step('sign', 'cannot sign', new Error('no key'));
      return 'receipt';
    },
    runInBackground: () => false,
    log: { deliveryFailed: () => undefined, submissionDelivered: () => undefined } as never,
    now: () => 0,
  });
  const route = { mode: 'email', formId: 'cfm_x', inbox: { quota: 'q' } } as never;
  const submission = { fields: new Map() } as never;
  await deliver(route, submission, 'request').catch(() => undefined);
  assert.equal(held, false, 'the room is used or given back');
  return steps;
}

const COSTS: Record<Outcome, string[]> = {
  'no room': ['room'],
  'month used up': ['room', 'reserve'],
  'cannot sign': ['room', 'reserve', 'sign', 'release'],
  'not delivered': ['room', 'reserve', 'sign', 'deliver', 'release'],
  delivered: ['room', 'reserve', 'sign', 'deliver'],
};

describe('what a submission costs', () => {
  for (const [outcome, costs] of Object.entries(COSTS)) {
    it(`where it ends with "${outcome}": ${costs.join(', ')}`, async () => {
      assert.deepEqual(await stepsUntil(outcome as Outcome), costs);
    });
  }
});
