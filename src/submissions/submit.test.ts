import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { ServiceError } from '../contract/service-error.ts';
import { MailFailure } from '../mail/mailer.ts';
import { byChannel, TO_INBOX } from '../forms/targets/channels.ts';
import { NO_SETTINGS } from '../forms/settings/setting-rules.ts';
import type { Route } from '../forms/route.ts';
import { createDeliver } from './deliver.ts';
import type { DeliveryChannel } from './delivery.ts';
import { createPlans, type PlanParts } from './plan.ts';
import { Submit } from './submit.ts';
import type { Outboxes } from '../mail/outbox.ts';
import { parseSubmission, type Submission } from './posted/submission.ts';

type Outcome =
  'refused' | 'no room' | 'month used up' | 'cannot sign' | 'not delivered' | 'delivered';

const LATER = { retry_after_seconds: 1 };
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
  const route = {
    targets: [TO_INBOX],
    formId: 'cfm_x',
    status: 'active',
    settings: NO_SETTINGS,
  } as unknown as Route;
  const count = async () => step('count', 'refused', new ServiceError('rate_limited', LATER));
  const { planOf, pass } = createPlans({
    rates: {
      looked: { name: 'client rate', at: ignore },
      counted: { name: 'rate', at: () => count },
    } as unknown as PlanParts['rates'],
    mark(_route: Route, submission: Submission) {
      step('mark');
      return { submission, withdraw: () => step('forget') };
    },
    needsSolution: {},
    links: { thanks: () => 'https://forms.example.com/thanks' },
    followers: [],
    settings: { SUBMIT_RATE_PER_MINUTE: { form: 0, client: 0 } },
  } as unknown as PlanParts);
  const now = () => 0;
  const { form: submit } = new Submit({
    authorize: () => Promise.reject(new Error('no credential')),
    dryRun: () => Promise.reject(new Error('no dry run')),
    countTrapped: () => Promise.reject(new Error('no trap')),
    planOf,
    pass,
    async claimKey() {
      step('claim');
      return {
        outcome: undefined,
        keep: async () => step('settle'),
        giveUp: async () => step('give the key up'),
      };
    },
    deliver: createDeliver({
      planOf,
      channels: byChannel(() => email),
      runInBackground: () => false,
      targetGone: async () => undefined,
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
      outboxes: {} as Outboxes,
      log,
      now,
    }),
    tellUse: () => step('notify'),
    noteArrival: (_route, arrival) => step(arrival),
    log,
  });
  const submission = parseSubmission(new Map([['message', ['m']]]));
  const submitter = {
    requestId: 'r',
    caller: 'c',
    idempotencyKey: 'k',
  };
  const result = await submit(route, submission, submitter).catch(ignore);
  assert.equal(result !== undefined, outcome === 'delivered');
  assert.equal(held, false, 'the room is used or given back');
  return steps;
}

const UNDONE = ['give the key up', 'forget'];
const TAKEN = ['mark', 'count', 'claim', 'room', 'prepare', 'reserve'];
const SENT = [...TAKEN, 'sign', 'deliver'];

const PATHS: Record<Outcome, string[]> = {
  refused: ['mark', 'count', 'forget', 'held_back'],
  'no room': ['mark', 'count', 'claim', 'room', ...UNDONE],
  'month used up': [...TAKEN, ...UNDONE],
  'cannot sign': [...TAKEN, 'sign', 'release', ...UNDONE],
  'not delivered': [...SENT, 'release', ...UNDONE],
  delivered: [...SENT, 'settle', 'notify', 'plain'],
};

describe('a submission', () => {
  for (const [outcome, path] of Object.entries(PATHS)) {
    it(`that ends with "${outcome}" takes these steps: ${path.join(', ')}`, async () => {
      assert.deepEqual(await stepsUntil(outcome as Outcome), path);
    });
  }
});
