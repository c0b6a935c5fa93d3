import {
  DECISION_NAMES,
  decisionOf,
  DECISIONS,
  type DecisionName,
  type DecisionOperationId,
} from '../../src/contract/decisions.ts';
import type { ErrorCode } from '../../src/contract/error-codes.ts';
import { LIMITS } from '../../src/contract/limits.ts';
import { operationOf } from '../../src/contract/operations.ts';
import {
  formWithConfirmedCopies,
  formWithCopies,
  mailTo,
  ownerPuts,
  questionTo,
} from '../support/copied-form.ts';
import { forgedToken } from '../support/decision-tokens.ts';
import { offer, offeredForm, tokenOfHandOver } from '../support/handed-form.ts';
import {
  linkedToken,
  OWNER,
  unsubscribeToken,
  type LinkPage,
  type TestService,
} from '../support/service.ts';
import { until } from '../support/until.ts';
import { afterCalls, failingStore, refuseMail, UNKNOWN, type Scenario } from './scenario.ts';

type DecisionScenarios = Partial<Record<`${DecisionOperationId} ${ErrorCode | 200}`, Scenario>>;

type TokenOf = (service: TestService) => Promise<string>;

interface Sent {
  token?: string;
  choice?: string;
}

const look = (name: DecisionName) => (service: TestService, sent: Sent) =>
  service.request(`${decisionOf(name).path}?${new URLSearchParams({ ...sent }).toString()}`);

const press = (name: DecisionName) => (service: TestService, sent: Sent) =>
  service.request(decisionOf(name).path, {
    method: 'POST',
    body: new URLSearchParams({ ...sent }),
  });

const COLLEAGUE = 'colleague@example.com';
const CLIENT = 'client@example.com';
const ORIGINS = { origins: ['https://example.com'] };
const MARKED = { message: '[url=https://a.example]Hello[/url]' };

async function newDelivery(service: TestService, fields = { message: 'Hello' }, origin?: string) {
  const route = await service.activeRoute();
  await service.submit(route.form_id, fields, origin === undefined ? {} : { origin });
  return route;
}

/** The token of the link in the newest mail after this. */
const linkAfter =
  (prepare: (service: TestService) => Promise<unknown>, page: LinkPage): TokenOf =>
  async (service) => {
    await prepare(service);
    return linkedToken(service, page);
  };

const linkOfDelivery = (page: LinkPage, fields?: { message: string }, origin?: string) =>
  linkAfter((service) => newDelivery(service, fields, origin), page);

/** The token of the stop link in a form's first delivery. */
async function stopToken(service: TestService): Promise<string> {
  await newDelivery(service);
  return unsubscribeToken(service);
}

async function stoppedToken(service: TestService): Promise<string> {
  const token = await stopToken(service);
  await press('stop')(service, { token });
  return token;
}

/** The mail to the recipient of a copy. */
async function copyMail(service: TestService) {
  const { form_id } = await formWithConfirmedCopies(service, [COLLEAGUE]);
  await service.submit(form_id, { message: 'Hello' });
  return mailTo(service, COLLEAGUE);
}

/** Asks to switch the origins of a form off, which waits for its owner. */
async function proposeChange(service: TestService) {
  const route = await service.activeRoute({ settings: ORIGINS });
  await service.putSettings(route, {});
  return route;
}

async function copyQuestion(service: TestService): Promise<string> {
  await formWithCopies(service, [COLLEAGUE]);
  return questionTo(service, COLLEAGUE);
}

/** The token of the question to the owner whether a form may move, for which its holder asked. */
async function askedOwner(service: TestService): Promise<string> {
  const { form_id, management_token } = await service.activeRoute();
  await offer(service, form_id, management_token, { email: CLIENT });
  return tokenOfHandOver(service, OWNER);
}

/** The token of each link: for the answer 200, and for a press that sends a mail. */
const TOKENS: Record<DecisionName, { settled: TokenOf; mailing?: TokenOf }> = {
  verify: {
    settled: async (service) => {
      await service.create();
      return service.verificationToken();
    },
  },
  approve: {
    settled: async (service) => {
      await service.activeRoute();
      await service.create({ alias: 'Second form' });
      await until('the notice of the form', () => service.sink.mails.length > 0);
      return linkedToken(service, 'approve');
    },
  },
  refuse: { settled: linkAfter(({ create }) => create(), 'refuse') },
  stop: { settled: stopToken, mailing: linkOfDelivery('stop') },
  restart: { settled: stopToken, mailing: stoppedToken },
  spam: { settled: linkOfDelivery('spam', MARKED) },
  'not-spam': {
    settled: linkOfDelivery('not-spam', MARKED),
    mailing: linkOfDelivery('not-spam', MARKED),
  },
  origin: { settled: linkOfDelivery('origin', undefined, 'https://example.com') },
  settings: { settled: linkAfter(proposeChange, 'settings') },
  quiet: {
    settled: async (service) =>
      forgedToken(service, 'quiet', (await service.activeRoute()).form_id),
  },
  copy: { settled: copyQuestion },
  'copy-stop': {
    settled: async (service) => unsubscribeToken(service, await copyMail(service)),
    mailing: async (service) => linkedToken(service, 'copy-stop', await copyMail(service)),
  },
  'hand-over': {
    settled: async (service) => (await offeredForm(service, CLIENT)).token,
    mailing: askedOwner,
  },
  answers: { settled: async (service) => forgedToken(service, 'answers', UNKNOWN) },
};

/** A token of the link, for which its page has a button. */
export const tokenOf = (service: TestService, name: DecisionName): Promise<string> =>
  TOKENS[name].settled(service);

/** A press with an effect, and presses that send a mail: too often, and during an outage. */
function pressScenarios(name: DecisionName): Record<string, Scenario> {
  const { settled, mailing } = TOKENS[name];
  const pressed = press(name);
  const expired = { expiresAt: Date.now() - 1 };
  return {
    200: { run: async (service) => pressed(service, { token: await settled(service) }) },
    verification_token_expired: {
      run: (service) => pressed(service, { token: forgedToken(service, name, UNKNOWN, expired) }),
    },
    ...(mailing && {
      202: { run: async (service) => pressed(service, { token: await mailing(service) }) },
      rate_limited: {
        async run(service) {
          const token = await mailing(service);
          return afterCalls(LIMITS.verificationMailsPerHour, () => pressed(service, { token }));
        },
      },
      delivery_failed: {
        async run(service) {
          const token = await mailing(service);
          refuseMail(service);
          return pressed(service, { token });
        },
      },
    }),
  };
}

function scenariosOf(name: DecisionName): (readonly [key: string, scenario: Scenario])[] {
  const { show, press: pressing } = DECISIONS[name];
  const shown = async (service: TestService) =>
    look(name)(service, { token: await TOKENS[name].settled(service) });
  const operations = [
    [show.id, look(name), { 200: { run: shown } }],
    [pressing.id, press(name), pressScenarios(name)],
  ] as const;
  return operations.flatMap(([id, call, own]) => {
    const { errors, answers } = operationOf(id);
    const outcomes: readonly string[] = [...errors, ...Object.keys(answers)];
    const forged = (service: TestService) =>
      call(service, { token: forgedToken(service, name, UNKNOWN) });
    const scenarios: Record<string, Scenario> = {
      ...own,
      verification_token_required: { run: (service) => call(service, {}) },
      verification_token_invalid: { run: (service) => call(service, { token: 'garbage' }) },
      invalid_json: { run: (service) => call(service, { token: 'any', choice: 'perhaps' }) },
      route_not_found: { run: forged },
      internal_error: { overrides: failingStore, run: forged },
    };
    return outcomes.flatMap((outcome) => {
      const scenario = scenarios[outcome];
      return scenario ? [[`${id} ${outcome}`, scenario] as const] : [];
    });
  });
}

const SITE = 'https://example.org';

/** What a link answers when something else was decided since its mail. */
const OVERTAKEN = {
  'verifyRoute verification_token_expired': {
    async run(service) {
      const { json } = await service.create();
      const expired = { expiresAt: Date.now() - 1 };
      return service.confirm(forgedToken(service, 'verify', json.form_id, expired));
    },
  },
  'verifyRoute verification_mismatch': {
    async run(service) {
      const { json } = await service.create();
      return service.confirm(forgedToken(service, 'verify', json.form_id));
    },
  },
  'reportNotSpam rate_limited': {
    async run(service) {
      const token = await linkOfDelivery('not-spam', MARKED)(service);
      for (const _ of [1, 2, 3]) {
        await press('not-spam')(service, { token });
        await press('not-spam')(service, { token, choice: 'undo' });
      }
      return press('not-spam')(service, { token });
    },
  },
  'setOrigin verification_token_expired': {
    async run(service) {
      const route = await newDelivery(service, undefined, SITE);
      const token = linkedToken(service, 'origin');
      await press('origin')(service, { token });
      await ownerPuts(service, route, {});
      return press('origin')(service, { token });
    },
  },
  'setOrigin verification_mismatch': {
    async run(service) {
      const route = await newDelivery(service, undefined, SITE);
      const token = linkedToken(service, 'origin');
      await service.putSettings(route, ORIGINS);
      return press('origin')(service, { token });
    },
  },
  'acceptChange verification_mismatch': {
    async run(service) {
      const route = await proposeChange(service);
      const token = linkedToken(service, 'settings');
      await service.putSettings(route, ORIGINS);
      return press('settings')(service, { token });
    },
  },
  'showCopy route_not_found': {
    async run(service) {
      const token = await copyQuestion(service);
      await press('copy')(service, { token, choice: 'refuse' });
      return look('copy')(service, { token });
    },
  },
  'answerCopy verification_mismatch': {
    async run(service) {
      const route = await formWithCopies(service, [COLLEAGUE]);
      const token = questionTo(service, COLLEAGUE);
      await ownerPuts(service, route, {});
      return press('copy')(service, { token });
    },
  },
  'showCopyStop 200': {
    async run(service) {
      const token = linkedToken(service, 'copy-stop', await copyMail(service));
      return look('copy-stop')(service, { token });
    },
  },
  'showHandOver 200': {
    run: async (service) => look('hand-over')(service, { token: await askedOwner(service) }),
  },
  'showHandOver route_not_found': {
    async run(service) {
      const { token } = await offeredForm(service, CLIENT);
      await press('hand-over')(service, { token, choice: 'refuse' });
      return look('hand-over')(service, { token });
    },
  },
  'agreeToHandOver rate_limited': {
    async run(service) {
      const token = await askedOwner(service);
      await afterCalls(LIMITS.verificationMailsPerHour, () => service.create({ email: CLIENT }));
      return press('hand-over')(service, { token });
    },
  },
  'agreeToHandOver verification_mismatch': {
    async run(service) {
      const { token, ...route } = await offeredForm(service, CLIENT);
      await ownerPuts(service, route, { subject: 'Another' });
      return press('hand-over')(service, { token });
    },
  },
} satisfies DecisionScenarios;

/** Every outcome of every mailed link, but for those of verified mode. */
export const DECISION_SCENARIOS: Record<string, Scenario> = {
  ...Object.fromEntries(DECISION_NAMES.flatMap(scenariosOf)),
  ...OVERTAKEN,
};
