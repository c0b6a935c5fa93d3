import type { Overrides } from '../../src/app/service.ts';
import { LIMITS } from '../../src/contract/limits.ts';
import { callWith, sessionOf } from '../support/inbox-session.ts';
import { createKeyDirectory, LISTED } from '../support/key-directory.ts';
import { makeKey } from '../support/openpgp-key.ts';
import { OWNER, type TestService } from '../support/service.ts';
import { standing } from '../support/time-windows.ts';
import { failingRates } from './inbox-scenarios.ts';
import type { Scenario } from './scenario.ts';

const KEY = '/v1/inbox/encryption-key';

const none = () => undefined;
const garbage = () => 'lss_garbage';
const listed = (service: TestService) => sessionOf(service, LISTED);

type Bearer = (service: TestService) => string | undefined;

const finding =
  (bearer: Bearer = listed) =>
  (service: TestService) =>
    callWith(service, 'GET', KEY, { bearer: bearer(service) });

const checking =
  (body: unknown, bearer: Bearer = (service) => sessionOf(service, OWNER)) =>
  async (service: TestService) =>
    callWith(service, 'POST', KEY, { bearer: bearer(service), body });

const aKey = async () => ({ type: 'openpgp', key: (await makeKey(OWNER)).armored });

/** A scenario whose directory has the key of the address, or nothing. */
function withDirectory(
  hasKey: boolean,
  others: () => Overrides = () => ({}),
): Pick<Scenario, 'env' | 'overrides'> {
  const { overrides, start } = createKeyDirectory(async (response) => {
    const { publicKey } = await makeKey(LISTED);
    response.writeHead(hasKey ? 200 : 404).end(publicKey.write());
  });
  return {
    async env(test) {
      await start(test);
      return {};
    },
    overrides: () => ({ ...overrides(), ...others() }),
  };
}

async function repeat<Answer>(times: number, call: () => Promise<Answer>): Promise<Answer> {
  for (let count = 0; count < times; count += 1) await call();
  return call();
}

export const KEY_SCENARIOS = {
  'findInboxKey 200': { ...withDirectory(true), run: finding() },
  'findInboxKey session_required': { run: finding(none) },
  'findInboxKey session_invalid': { run: finding(garbage) },
  'findInboxKey not_found': { ...withDirectory(false), run: finding() },
  'findInboxKey rate_limited': {
    ...withDirectory(false, standing),
    run: (service) => repeat(LIMITS.keyLookupsPerMinute, () => finding()(service)),
  },
  'findInboxKey internal_error': { overrides: failingRates, run: finding() },

  'checkInboxKey 200': { run: async (service) => checking(await aKey())(service) },
  'checkInboxKey session_required': { run: checking({}, none) },
  'checkInboxKey session_invalid': { run: checking({}, garbage) },
  'checkInboxKey invalid_json': { run: checking({ type: 'x509', key: 'MII' }) },
  'checkInboxKey settings_invalid': { run: checking({ type: 'age', key: 'ssh-ed25519 AAAA' }) },
  'checkInboxKey rate_limited': {
    overrides: standing,
    run: (service) =>
      repeat(LIMITS.keyChecksPerMinute, () => checking({ type: 'age', key: 'x' })(service)),
  },
  'checkInboxKey internal_error': {
    overrides: failingRates,
    run: checking({ type: 'age', key: 'x' }),
  },
} satisfies Record<string, Scenario>;
