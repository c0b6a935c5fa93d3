import assert from 'node:assert/strict';
import { it } from 'node:test';
import { createSesProvider } from '../../src/consent/verification/providers/ses.ts';
import { toAddress } from '../support/fake-provider.ts';
import { SES_KEYS, SES_REGION, startFakeSes } from '../support/fake-ses.ts';
import { describeProvider, startProvider, type ProviderUnderTest } from './describe-provider.ts';

const SES: ProviderUnderTest = {
  startFake: startFakeSes,
  connect: (endpoint, { deadline = 10_000, wrong = false } = {}) =>
    createSesProvider({
      region: SES_REGION,
      endpoint,
      credentials: {
        accessKeyId: wrong ? 'AKIAANOTHER' : SES_KEYS.id,
        secretAccessKey: SES_KEYS.secret,
      },
      deadline,
    }),
  secrets: [SES_KEYS.id, SES_KEYS.secret],
};

const OWNER = toAddress('owner@example.com');

describeProvider('SES', SES);

it('SES: an expired link is replaced by a new registration, which mails again', async (test) => {
  const { fake, provider } = await startProvider(test, SES);
  fake.add(OWNER, { failed: true });
  assert.equal(await provider.status(OWNER), 'pending');
  assert.equal(await provider.register(OWNER), 'pending');
  assert.deepEqual([...fake.mails], [[OWNER, 1]]);
  fake.verify(OWNER);
  assert.equal(await provider.status(OWNER), 'verified');
});
