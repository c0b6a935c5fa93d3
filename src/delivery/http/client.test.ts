import assert from 'node:assert/strict';
import { it } from 'node:test';
import { startNameServer } from '../../../test/support/name-server.ts';
import { until } from '../../../test/support/until.ts';
import { PublicHttpClient } from './client.ts';

it('calls of one owner ask for a part of the names that are asked for at once', async (test) => {
  const dns = await startNameServer(() => 'silence');
  const client = new PublicHttpClient({ allowPrivate: true, dnsServers: [dns.server] });
  test.after(() => Promise.all([client.close(), dns.close()]));
  const { signal } = new AbortController();
  const call = (owner: string, at: number) => {
    const domain = `${owner}${at}.com`;
    const url = `https://${domain}/`;
    return client
      .post({ url, headers: {}, body: '', claim: { owner, domain }, signal })
      .catch(() => undefined);
  };
  const calls = Array.from({ length: 40 }, (_, at) => call('a', at));
  calls.push(call('b', 0));
  const asked = () => new Set(dns.asked);
  await until('the other owner’s name', () => asked().has('b0.com'));
  assert.equal(asked().size, 17);
  await Promise.race(calls);
});
