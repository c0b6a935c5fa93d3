import assert from 'node:assert/strict';
import { describe, it, type TestContext } from 'node:test';
import {
  ProviderFailure,
  type ProviderFailureKind,
  type VerificationProvider,
} from '../../src/consent/verification/providers/verification-provider.ts';
import { toAddress, type FakeProvider, type Misbehaviour } from '../support/fake-provider.ts';

export interface ProviderUnderTest {
  startFake(): Promise<FakeProvider>;
  /** A client of the fake with the right credentials, or with wrong ones; `deadline` in ms. */
  connect(url: string, options?: { deadline?: number; wrong?: boolean }): VerificationProvider;
  /** Words that no failure may contain. */
  secrets: readonly string[];
}

const OWNER = toAddress('O.wner+forms@example.com');
const SHORT = 500;

export async function startProvider(test: TestContext, { startFake, connect }: ProviderUnderTest) {
  const fake = await startFake();
  test.after(() => fake.close());
  return { fake, provider: connect(fake.url), impatient: connect(fake.url, { deadline: SHORT }) };
}

/** The failure of a call, checked for words that no failure may contain. */
export async function failureOf(
  call: Promise<unknown>,
  secrets: readonly string[] = [],
): Promise<ProviderFailure> {
  const error: unknown = await call.then(
    () => assert.fail('the call succeeded'),
    (reason: unknown) => reason,
  );
  assert.ok(error instanceof ProviderFailure, String(error));
  const said = JSON.stringify([error.message, error.reason, error.stack, error.cause]);
  for (const word of ['example.com', ...secrets]) assert.ok(!said.includes(word), said);
  return error;
}

function describeLife(name: string, under: ProviderUnderTest): void {
  describe(`${name}: the life of an address`, () => {
    it(`${name}: an address is unknown, pending once registered, verified once its owner confirmed`, async (test) => {
      const { fake, provider } = await startProvider(test, under);
      assert.equal(await provider.status(OWNER), 'unknown');
      assert.equal(await provider.register(OWNER), 'pending');
      assert.equal(await provider.status(OWNER), 'pending');
      const [registered = ''] = fake.mails.keys();
      fake.verify(registered);
      assert.equal(await provider.status(OWNER), 'verified');
      assert.equal(await provider.register(OWNER), 'verified');
    });

    it(`${name}: the exact address is registered, once`, async (test) => {
      const { fake, provider } = await startProvider(test, under);
      fake.add('owner@example.com', { verified: true });
      fake.add('o.wner@example.com', { verified: true });
      assert.equal(await provider.register(OWNER), 'pending');
      assert.equal(await provider.register(OWNER), 'pending');
      assert.equal(fake.mails.size, 1);
      const [[registered = '', count] = []] = fake.mails;
      assert.equal(registered.toLowerCase(), OWNER.toLowerCase());
      assert.equal(count, 1);
    });

    it(`${name}: a pending address is mailed again when asked to, a verified one is not`, async (test) => {
      const { fake, provider } = await startProvider(test, under);
      await provider.register(OWNER);
      assert.equal(await provider.register(OWNER, true), 'pending');
      const [[registered = '', count] = []] = fake.mails;
      assert.equal(count, 2);
      fake.verify(registered);
      assert.equal(await provider.register(OWNER, true), 'verified');
      assert.equal(await provider.status(OWNER), 'verified');
    });

    it(`${name}: of many registrations at the same time one counts`, async (test) => {
      const { fake, provider } = await startProvider(test, under);
      const standings = await Promise.all(
        Array.from({ length: 10 }, () => provider.register(OWNER)),
      );
      assert.deepEqual(new Set(standings), new Set(['pending']));
      assert.deepEqual([...fake.mails.values()], [1]);
    });

    it(`${name}: an address that another deployment registered is known`, async (test) => {
      const { fake, provider } = await startProvider(test, under);
      fake.add('known@example.com', { verified: true });
      assert.equal(await provider.status(toAddress('known@example.com')), 'verified');
      assert.equal(await provider.register(toAddress('known@example.com')), 'verified');
      assert.equal(fake.mails.size, 0);
    });
  });
}

function describeRefusals(name: string, under: ProviderUnderTest): void {
  describe(`${name}: refusals`, () => {
    it(`${name}: a full account is reported as such`, async (test) => {
      const { fake, provider } = await startProvider(test, under);
      fake.behave('full');
      const { kind } = await failureOf(provider.register(OWNER), under.secrets);
      assert.equal(kind, 'capacity');
      assert.equal(fake.mails.size, 0);
    });

    it(`${name}: an address that the provider refuses is reported as such`, async (test) => {
      const { provider } = await startProvider(test, under);
      const long = toAddress(`${'a'.repeat(60)}@${'b'.repeat(40)}.example.com`);
      assert.equal((await failureOf(provider.register(long), under.secrets)).kind, 'refused');
    });

    it(`${name}: refused credentials are reported as such`, async (test) => {
      const { fake, provider } = await startProvider(test, under);
      const wrong = under.connect(fake.url, { wrong: true });
      assert.equal((await failureOf(wrong.register(OWNER), under.secrets)).kind, 'credentials');
      assert.equal((await failureOf(wrong.status(OWNER), under.secrets)).kind, 'credentials');
      fake.behave('forbidden');
      assert.equal((await failureOf(provider.status(OWNER), under.secrets)).kind, 'credentials');
    });
  });
}

function describeThrottling(name: string, under: ProviderUnderTest): void {
  describe(`${name}: throttling`, () => {
    it(`${name}: a throttled request waits as long as asked when that fits into the time limit`, async (test) => {
      const { fake, provider } = await startProvider(test, under);
      fake.behave('throttling briefly');
      const start = performance.now();
      assert.equal(await provider.register(OWNER), 'pending');
      const waited = performance.now() - start;
      assert.ok(waited > 990 && waited < 9_000, `${waited} ms`);
      assert.deepEqual([...fake.mails.values()], [1]);
    });

    it(`${name}: a throttled request gives up at once when it does not`, async (test) => {
      const { fake, provider } = await startProvider(test, under);
      fake.behave('throttling');
      const start = performance.now();
      const { kind } = await failureOf(provider.register(OWNER), under.secrets);
      assert.equal(kind, 'unavailable');
      assert.ok(performance.now() - start < 9_000, 'it did not wait for its deadline');
      assert.equal(fake.requests.length, 1);
    });
  });
}

function describeOutages(name: string, under: ProviderUnderTest): void {
  const outages: [how: Misbehaviour, onRegistering: ProviderFailureKind][] = [
    ['broken', 'unavailable'],
    ['garbage', 'doubtful'],
    ['hanging', 'doubtful'],
    ['dripping', 'doubtful'],
    ['hanging up', 'doubtful'],
  ];
  describe(`${name}: outages`, () => {
    for (const [how, kind] of outages)
      it(`${name}, ${how}: a status fails in time, a registration is ${kind}`, async (test) => {
        const { fake, impatient } = await startProvider(test, under);
        fake.behave(how);
        const start = performance.now();
        const looked = await failureOf(impatient.status(OWNER), under.secrets);
        assert.equal(looked.kind, 'unavailable');
        fake.behave(how, 'POST');
        const registered = await failureOf(impatient.register(OWNER), under.secrets);
        assert.equal(registered.kind, kind);
        assert.ok(performance.now() - start < SHORT * 2 + 8_000);
      });

    it(`${name}: an endless reply is not read`, async (test) => {
      const { fake, provider } = await startProvider(test, under);
      fake.behave('flooding');
      assert.equal((await failureOf(provider.status(OWNER), under.secrets)).kind, 'unavailable');
    });

    it(`${name}: a call fails when nobody listens`, async (test) => {
      const { fake, provider } = await startProvider(test, under);
      await fake.close();
      assert.equal((await failureOf(provider.status(OWNER))).kind, 'unavailable');
      assert.equal((await failureOf(provider.register(OWNER))).kind, 'unavailable');
    });

    it(`${name}: calls succeed again when the provider is back`, async (test) => {
      const { fake, provider } = await startProvider(test, under);
      fake.behave('broken');
      await failureOf(provider.register(OWNER));
      fake.behave(undefined);
      assert.equal(await provider.register(OWNER), 'pending');
    });
  });
}

/** What every provider must do; each runs it against a server that speaks its API. */
export function describeProvider(name: string, under: ProviderUnderTest): void {
  describeLife(name, under);
  describeRefusals(name, under);
  describeThrottling(name, under);
  describeOutages(name, under);
}
