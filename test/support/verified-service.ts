import type { TestContext } from 'node:test';
import { startFakeCloudflare } from './fake-cloudflare.ts';
import type { FakeProvider } from './fake-provider.ts';
import { startFakeSes } from './fake-ses.ts';
import { startService, type TestService } from './service.ts';

/** Both providers, by name. */
export const FAKE_PROVIDERS = { Cloudflare: startFakeCloudflare, SES: startFakeSes } as const;

export interface VerifiedService extends TestService {
  fake: FakeProvider;
  /** Moves the service's clock; milliseconds. */
  pass(milliseconds: number): void;
  poll(formId: string): ReturnType<TestService['request']>;
  /** Requests that reached the provider since the last call. */
  newRequests(): number;
}

/**
 * A whole service in verified mode with its own provider. All providers behave the same for a form:
 * `describeProvider` tests each.
 */
export async function startVerifiedService(
  test: TestContext,
  env: Record<string, string> = {},
  startFake: () => Promise<FakeProvider> = startFakeCloudflare,
): Promise<VerifiedService> {
  const fake = await startFake();
  test.after(() => fake.close());
  let time = Date.now();
  const service = await startService(test, { ...fake.env, ...env }, { now: () => time });
  let seen = 0;
  return {
    ...service,
    fake,
    pass: (milliseconds) => void (time += milliseconds),
    poll: (formId) => service.request(`/v1/routes/${formId}`),
    newRequests() {
      const fresh = fake.requests.length - seen;
      seen = fake.requests.length;
      return fresh;
    },
  };
}
