import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { CloudflareProvider } from '../../src/consent/verification/providers/cloudflare.ts';
import {
  CLOUDFLARE_ACCOUNT,
  CLOUDFLARE_TOKEN,
  startFakeCloudflare,
} from '../support/fake-cloudflare.ts';
import { toAddress } from '../support/fake-provider.ts';
import { startWebServer } from '../support/web-server.ts';
import {
  describeProvider,
  failureOf,
  startProvider,
  type ProviderUnderTest,
} from './describe-provider.ts';

const CLOUDFLARE: ProviderUnderTest = {
  startFake: startFakeCloudflare,
  connect: (url, { deadline = 10_000, wrong = false } = {}) =>
    new CloudflareProvider({
      url,
      accountId: CLOUDFLARE_ACCOUNT,
      token: wrong ? 'another-token' : CLOUDFLARE_TOKEN,
      deadline,
    }),
  secrets: [CLOUDFLARE_TOKEN, 'another-token', CLOUDFLARE_ACCOUNT],
};

const LAST = toAddress('Last@example.com');

describeProvider('Cloudflare', CLOUDFLARE);

describe('Cloudflare: paging', () => {
  it('Cloudflare: an address on the last of several pages is found, and no more pages are read', async (test) => {
    const { fake, provider } = await startProvider(test, CLOUDFLARE);
    for (let n = 1; n < 120; n += 1) fake.add(`n${n}@example.com`, { verified: true });
    fake.add('last@example.com', { verified: true });
    assert.equal(await provider.register(LAST), 'verified');
    const pages = fake.requests.map((line) => /[?&]page=(\d+)/.exec(line)?.[1]);
    assert.deepEqual(pages, ['1', '2', '3']);
  });

  it('Cloudflare: all pages are read before an address is registered', async (test) => {
    const { fake, provider } = await startProvider(test, CLOUDFLARE);
    for (let n = 1; n <= 100; n += 1) fake.add(`n${n}@example.com`);
    assert.equal(await provider.register(LAST), 'pending');
    assert.deepEqual(
      fake.requests.map((line) => line.split(' ')[0]),
      ['GET', 'GET', 'POST'],
    );
  });

  it('Cloudflare: one address, not the list, is read once its id is known', async (test) => {
    const { fake, provider } = await startProvider(test, CLOUDFLARE);
    await provider.register(LAST);
    fake.requests.length = 0;
    assert.equal(await provider.status(LAST), 'pending');
    assert.equal(fake.requests.length, 1);
    assert.match(fake.requests[0] ?? '', /^GET .*\/addresses\/new\d+$/);
  });

  it('Cloudflare: a full account means capacity, whatever the refusal says', async (test) => {
    const { fake, provider } = await startProvider(test, CLOUDFLARE);
    for (let n = 1; n <= 200; n += 1) fake.add(`n${n}@example.com`, { verified: true });
    assert.equal((await failureOf(provider.register(LAST))).kind, 'capacity');
    assert.equal(await provider.register(toAddress('n200@example.com')), 'verified');
  });
});

it('Cloudflare: a redirect does not get the token', async (test) => {
  const { fake } = await startProvider(test, CLOUDFLARE);
  const { url } = await startWebServer(test, (_request, response) => {
    response.writeHead(307, { location: `${fake.url}/elsewhere` }).end();
  });
  const provider = CLOUDFLARE.connect(url);
  assert.equal((await failureOf(provider.status(LAST))).kind, 'unavailable');
  assert.deepEqual(fake.requests, []);
});
