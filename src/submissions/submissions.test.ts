import assert from 'node:assert/strict';
import { describe, it, mock } from 'node:test';
import { ServiceError } from '../contract/service-error.ts';
import { NO_SETTINGS } from '../forms/settings/setting-rules.ts';
import { byChannel, TO_INBOX } from '../forms/targets/channels.ts';
import type { Route } from '../forms/route.ts';
import { Allowance } from '../inboxes/allowance.ts';
import { MailFailure } from '../mail/mailer.ts';
import { DeliveryKeys } from './delivery-keys.ts';
import { Submissions } from './index.ts';
import type { DeliveryChannel } from './ports.ts';
import { parseSubmission, type Submission } from './posted/submission.ts';
import { Receipts } from './receipts/prepare-receipt.ts';
import { Marks } from './suspicion/reasons.ts';

type TestedOutcome =
  'refused' | 'no room' | 'month used up' | 'cannot sign' | 'not delivered' | 'delivered';

const LATER = { retry_after_seconds: 1 };
const MONTH = { used: 1, limit: 1, resets_at: '2026-12-01T00:00:00.000Z' };

const ROUTE = {
  targets: [TO_INBOX],
  formId: 'cfm_x',
  status: 'active',
  inbox: { quota: 'q' },
  settings: NO_SETTINGS,
} as unknown as Route;

/** The steps of a submission with an Idempotency-Key for each outcome, in order. */
async function stepsUntil(outcome: TestedOutcome): Promise<string[]> {
  const steps: string[] = [];
  const step = (name: string, failsAt?: TestedOutcome, error?: Error) => {
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
  mock.method(Marks.prototype, 'mark', (_route: Route, submission: Submission) => {
    step('mark');
    return { submission, withdraw: () => step('forget') };
  });
  mock.method(DeliveryKeys.prototype, 'claim', async () => {
    step('claim');
    return {
      outcome: undefined,
      keep: async () => step('settle'),
      giveUp: async () => step('give the key up'),
    };
  });
  mock.method(Allowance.prototype, 'reserve', async () => {
    step('reserve', 'month used up', new ServiceError('monthly_allowance_exhausted', MONTH));
    return { counts: { used: 1, limit: 1 }, release: async () => step('release') };
  });
  mock.method(Receipts.prototype, 'prepare', () => {
    step('prepare');
    return async () => {
      step('sign', 'cannot sign', new Error('no key'));
      return 'receipt';
    };
  });
  const context = {
    links: { thanks: () => 'https://forms.example.com/thanks' },
    settings: { SUBMIT_RATE_PER_MINUTE: { form: 0, client: 0 }, MONTHLY_LIMIT: 1 },
    log: { deliveryFailed: ignore, submissionDelivered: ignore },
    now: () => 0,
  };
  const rooms = {
    routes: { find: async () => ROUTE },
    limiter: {
      isLeft: () => true,
      expectLeft: ignore,
      take: async () => step('count', 'refused', new ServiceError('rate_limited', LATER)),
    },
    counts: { add: ignore, addError: ignore },
    notices: { delivered: () => step('notify') },
  };
  const ports = {
    channels: byChannel(() => email),
    outboxes: {},
    followers: [],
    pressure: { note: (_route: Route, arrival: string) => step(arrival) },
  };
  const submissions = new Submissions(context as never, rooms as never, ports as never);
  const asked = submissions.receive({
    formId: ROUTE.formId,
    requestId: 'r',
    caller: 'c',
    authorization: undefined,
    bearer: undefined,
    idempotencyKey: 'key-1',
    found: ignore,
    read: async () => parseSubmission(new Map([['message', ['m']]])),
  });
  const result = await asked.catch(ignore);
  mock.restoreAll();
  assert.equal(result !== undefined, outcome === 'delivered');
  assert.equal(held, false, 'the room is used or given back');
  return steps;
}

const UNDONE = ['give the key up', 'forget'];
const TAKEN = ['mark', 'count', 'claim', 'room', 'prepare', 'reserve'];
const SENT = [...TAKEN, 'sign', 'deliver'];

const PATHS: Record<TestedOutcome, string[]> = {
  refused: ['mark', 'count', 'forget', 'held_back'],
  'no room': ['mark', 'count', 'claim', 'room', ...UNDONE],
  'month used up': [...TAKEN, ...UNDONE],
  'cannot sign': [...TAKEN, 'sign', 'release', ...UNDONE],
  'not delivered': [...SENT, 'release', ...UNDONE],
  delivered: [...SENT, 'settle', 'notify', 'plain'],
};

describe('a submission', () => {
  for (const [outcome, path] of Object.entries(PATHS))
    it(`that ends with "${outcome}" takes these steps: ${path.join(', ')}`, async () => {
      assert.deepEqual(await stepsUntil(outcome as TestedOutcome), path);
    });
});
