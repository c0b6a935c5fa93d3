import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { ServiceError } from '../contract/service-error.ts';
import { MailFailure } from '../mail/mailer.ts';
import { byChannel, TO_INBOX } from '../delivery/channels/channels.ts';
import { NO_SETTINGS } from '../forms/settings/setting-rules.ts';
import type { Route } from '../forms/route.ts';
import { createDeliverOnce } from './deliver-once.ts';
import { createDeliverer } from './deliverer.ts';
import type { DeliveryChannel } from './delivery.ts';
import { createSubmitForm } from './submit-form.ts';
import { parseSubmission } from './posted/submission.ts';

type Outcome =
  'not admitted' | 'no room' | 'month used up' | 'cannot sign' | 'not delivered' | 'delivered';

const MONTH = { used: 1, limit: 1, resets_at: '2026-12-01T00:00:00.000Z' };

/** The steps of a submission with an Idempotency-Key for each outcome, in order. */
async function stepsUntil(outcome: Outcome): Promise<string[]> {
  const steps: string[] = [];
  const step = (name: string, failsAt?: Outcome, error?: Error) => {
    steps.push(name);
    if (outcome === failsAt) throw error;
  };
  const ignore = () => undefined;
  let held = false;
  const email: DeliveryChannel = {
    admit() {
      step('room', 'no room', new MailFailure('overloaded', 'queue full'));
      held = true;
      return {
        claim: {},
        async deliver() {
          held = false;
          step('deliver', 'not delivered', new MailFailure('refused', 'EREPLY', 550));
        },
        leave: () => void (held = false),
      };
    },
  };
  const log = { deliveryFailed: ignore, submissionDelivered: ignore } as never;
  const route = { targets: [TO_INBOX], formId: 'cfm_x', settings: NO_SETTINGS } as unknown as Route;
  const deliverer = createDeliverer({
    channels: byChannel(() => email),
    runInBackground: () => false,
    followers: [],
    targetGone: async () => undefined,
    log,
    now: () => 0,
  });
  const submit = createSubmitForm({
    holdsForm: () => Promise.reject(new Error('no credential')),
    dryRun: () => Promise.reject(new Error('no dry run')),
    countTrapped: () => Promise.reject(new Error('no trap')),
    async admit(_purpose, _found, submission) {
      step('admit', 'not admitted', new ServiceError('submission_empty'));
      return { route, submission, withdraw: () => step('forget') };
    },
    async claimKey() {
      step('claim');
      return {
        outcome: undefined,
        keep: async () => step('settle'),
        giveUp: async () => step('give the key up'),
      };
    },
    deliverer,
    deliverOnce: createDeliverOnce({
      deliverer,
      allowance: {
        look: () => Promise.resolve(undefined),
        async reserve() {
          step('reserve', 'month used up', new ServiceError('monthly_allowance_exhausted', MONTH));
          return { counts: { used: 1, limit: 1 }, release: async () => step('release') };
        },
      },
      prepareReceipt() {
        step('prepare');
        return async () => {
          step('sign', 'cannot sign', new Error('no key'));
          return 'receipt';
        };
      },
      log,
      now: () => 0,
    }),
    tellUse: () => step('notify'),
    links: { thanks: () => 'https://forms.example.com/thanks' } as never,
    log,
  });
  const submission = parseSubmission(new Map([['message', ['m']]]));
  const submitter = {
    requestId: 'r',
    caller: 'c',
    idempotencyKey: 'k',
    authorization: undefined,
    attempt: { take: () => Promise.resolve(), end: ignore },
  };
  const result = await submit(route, submission, submitter).catch(ignore);
  assert.equal(result !== undefined, outcome === 'delivered');
  assert.equal(held, false, 'the room is used or given back');
  return steps;
}

const UNDONE = ['forget', 'give the key up'];
const TAKEN = ['admit', 'claim', 'room', 'prepare', 'reserve'];
const SENT = [...TAKEN, 'sign', 'deliver'];

const PATHS: Record<Outcome, string[]> = {
  'not admitted': ['admit'],
  'no room': ['admit', 'claim', 'room', ...UNDONE],
  'month used up': [...TAKEN, ...UNDONE],
  'cannot sign': [...TAKEN, 'sign', 'release', ...UNDONE],
  'not delivered': [...SENT, 'release', ...UNDONE],
  delivered: [...SENT, 'settle', 'notify'],
};

describe('a submission', () => {
  for (const [outcome, path] of Object.entries(PATHS)) {
    it(`that ends with "${outcome}" takes these steps: ${path.join(', ')}`, async () => {
      assert.deepEqual(await stepsUntil(outcome as Outcome), path);
    });
  }
});
