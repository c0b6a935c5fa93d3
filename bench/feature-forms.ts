import { TO_INBOX, type OutsideTarget } from '../src/forms/targets/channels.ts';
import { keyOf, toTarget } from '../src/forms/targets/places.ts';
import type { FormSettings } from '../src/contract/form-settings.ts';
import type { Route } from '../src/forms/route.ts';
import type { Keyring } from '../src/platform/secrets/keyring.ts';
import { parseEmailAddress } from '../src/platform/text/email-address.ts';
import { issueChallenge } from '../src/submissions/challenges/challenge.ts';
import { solutionOf } from '../test/support/solve-challenge.ts';
import { MARK, OUR_FORM, type Extras } from './requests.ts';

/** Input for one round's submissions. */
interface Round {
  keyring: Keyring;
  /** Of its forms. */
  ids: readonly string[];
  /** Submissions that are prepared before the measured seconds. */
  ahead: number;
}

/** Input for the forms of features. */
interface Making {
  index: number;
  /** URL of the receiver of webhooks. */
  hooks: string;
  /** The armored OpenPGP key of the owner. */
  key: string;
}

/** A feature that forms have alone. */
export interface Feature {
  name: string;
  /** The members of a form that differ from a plain one. */
  form?(making: Making): Partial<Route>;
  /** Values of its fields that differ from the plain ones. */
  values?: Record<string, string>;
  extras?(round: Round): Extras;
  /** That each submission causes; one mail if nothing is said. */
  mails?: number;
  webhooks?: number;
  isEncrypted?: true;
  /** Explains its processor time. */
  because: string;
}

const SITE = 'https://shop.example';
const DAY = 86_400_000;
/** Of challenges: a browser tries half of up to 100,000, and the service checks one of them. */
const MOST_NUMBER = 100;
const MINUTE = 60;
const FILE_BYTES = 102_400;
const LINE = 'Roses along the fence, a bench in the shade, herbs beside the kitchen door.\n';
/** Of Standard Webhooks. */
const SECRET = `whsec_${Buffer.alloc(24, 1).toString('base64')}`;

export const PLAIN = 'plain';
export const ALL_OFF = 'every feature off';

const withSettings = (settings: FormSettings) => () => ({ settings });

/** The values that settings have when their feature is not used. */
const ALL_OFF_SETTINGS: FormSettings = {
  origins: [],
  fields: [],
  unknown_fields: 'accept',
  challenge: 'off',
  copies: [],
  targets: [],
  paused: false,
};

const ANSWER = { subject: 'Your message to {form}', text: 'Thank you. We will answer soon.' };

const DECLARED: FormSettings = {
  fields: [
    { name: 'name', label: 'Your name', required: true, maxlength: 80 },
    { name: 'email', label: 'Your address', type: 'email', required: true },
    { name: 'ref', label: 'Reference', pattern: '[a-z]+' },
    { name: 'message', label: 'Message', type: 'textarea', required: true, maxlength: 2_000 },
  ],
};

/** Solves challenges of each form in turn, most of them before the measured seconds. */
function solved({ keyring, ids, ahead }: Round): Extras {
  const expiresAt = Math.floor(Date.now() / 1_000) + 10 * MINUTE;
  const solve = (number: number) => {
    const formId = ids[number % ids.length] ?? '';
    return solutionOf(issueChallenge(keyring, formId, { maxnumber: MOST_NUMBER, expiresAt }));
  };
  const solutions = Array.from({ length: ahead }, (_, number) => solve(number));
  return { fields: (number) => ({ altcha: solutions[number] ?? solve(number) }) };
}

function withCopies(index: number): Partial<Route> {
  const addresses = ['one', 'two'].flatMap(
    (name) => parseEmailAddress(`${name}-${index}@colleague.example`) ?? [],
  );
  const standing = { status: 'confirmed', since: Date.now() } as const;
  return {
    settings: { copies: addresses },
    copies: addresses.map((address) => ({ address, ...standing })),
  };
}

function withTargets(urls: readonly string[]): Partial<Route> {
  const targets = urls.map((url) => ({ type: 'webhook', url }) as const);
  const targetStates = targets.map((target) => ({ key: keyOf(toTarget(target)), secret: SECRET }));
  return { settings: { targets }, targetStates };
}

function withWebhook(url: string): Partial<Route> {
  const webhook: OutsideTarget = {
    channel: 'webhook',
    config: { url, secret: SECRET },
    awaited: false,
  };
  return { targets: [TO_INBOX, webhook] };
}

export const FEATURES: readonly Feature[] = [
  { name: PLAIN, because: '–' },
  {
    name: ALL_OFF,
    form: withSettings(ALL_OFF_SETTINGS),
    because: 'nothing: the noise of this table',
  },
  {
    name: 'declared fields',
    form: withSettings(DECLARED),
    because: 'four values checked, with one pattern; labels in the mail',
  },
  {
    name: 'allowed origins',
    form: withSettings({ origins: [SITE] }),
    extras: () => ({ headers: () => ({ origin: SITE }) }),
    because: 'the website of the page compared with the list',
  },
  {
    name: 'challenge solved',
    form: withSettings({ challenge: 'always' }),
    extras: solved,
    because: 'a hash and signatures checked, and a row so that no solution is used twice',
  },
  {
    name: 'marked',
    extras: () => ({ isOneText: true }),
    because: 'the reason in the subject and the mail, and the watch over attacks',
  },
  {
    name: 'copies 2',
    form: ({ index }) => withCopies(index),
    mails: 3,
    because: 'two more mails, and each inbox counts for itself',
  },
  {
    name: 'targets 2',
    form: ({ hooks }) => withTargets([`${hooks}/one`, `${hooks}/two`]),
    webhooks: 2,
    because: 'two signed calls over TLS',
  },
  {
    name: 'webhook',
    form: ({ hooks }) => withWebhook(`${hooks}/made-with`),
    webhooks: 1,
    because: 'one signed call over TLS',
  },
  {
    name: 'file of 100 KB',
    form: withSettings({ files: {} }),
    extras: () => ({ file: LINE.repeat(FILE_BYTES / LINE.length + 1).slice(0, FILE_BYTES) }),
    because: '100 KB scanned, hashed, looked into, and sent in base64',
  },
  {
    name: 'OpenPGP',
    form: ({ key }) => ({ settings: { encryption: { type: 'openpgp', key } } }),
    isEncrypted: true,
    because: 'the mail encrypted to the key',
  },
  {
    name: 'automatic reply',
    // Older forms may send as many a day as they deliver.
    form: () => ({
      settings: { challenge: 'always', auto_reply: ANSWER },
      createdAt: Date.now() - 40 * DAY,
    }),
    values: { email: `${MARK}@visitor.example` },
    extras: solved,
    mails: 2,
    because: 'the challenge, one more mail, and its budgets',
  },
  {
    name: 'Idempotency-Key',
    extras: () => ({ headers: (canary) => ({ 'idempotency-key': canary }) }),
    because: 'the key reserved before the delivery, and the answer kept after it',
  },
];

/** The form that its submissions fill in. */
export const shapeOf = ({ values }: Feature) => ({
  ...OUR_FORM,
  fields: { ...OUR_FORM.fields, ...values },
});
