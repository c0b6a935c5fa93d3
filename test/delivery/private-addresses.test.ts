import assert from 'node:assert/strict';
import { isIP } from 'node:net';
import { it, type TestContext } from 'node:test';
import type { ClientOptions } from '../../src/delivery/http/client.ts';
import { startNameServer } from '../support/name-server.ts';
import { startService } from '../support/service.ts';
import { startWebhookReceiver, TEST_CA } from '../support/webhook-receiver.ts';

const PUBLIC = '93.184.216.34';

/** Submits to a form whose webhook's name has these addresses, at the port of our listener. */
async function submitTo(test: TestContext, receivers: Partial<ClientOptions>, times = 1) {
  const listener = await startWebhookReceiver(test);
  const service = await startService(
    test,
    { MONTHLY_LIMIT: '1' },
    { receivers: { ...receivers, ca: TEST_CA } },
  );
  const { form_id } = await service.activeRoute({
    delivery: { mode: 'webhook', webhook: { url: listener.url } },
  });
  const codes: string[] = [];
  for (let count = 0; count < times; count += 1) {
    codes.push((await service.submit(form_id, { message: 'm' })).json.error);
  }
  return { codes, connections: listener.connections() };
}

const inside: [name: string, addresses: string[]][] = [
  ['loopback', ['127.0.0.1']],
  ['loopback in IPv6', ['::1']],
  ['a private network', ['10.1.2.3']],
  ['cloud metadata', ['169.254.169.254']],
  ['an IPv4-mapped address', ['::ffff:127.0.0.1']],
  ['NAT64', ['64:ff9b::7f00:1']],
  ['6to4', ['2002:7f00:1::1']],
  ['a public and a private address', [PUBLIC, '127.0.0.1']],
  ['a private and a public address', ['127.0.0.1', PUBLIC]],
  ['nothing', []],
];
for (const [name, addresses] of inside)
  // Guarantee: Mails, pages and integrations
  // a webhook whose name resolves to a private address is not called
  it(`a webhook whose name resolves to ${name}: 502, and no connection`, async (test) => {
    const dns = await startNameServer(() => addresses);
    test.after(() => dns.close());
    const { codes, connections } = await submitTo(test, { dnsServers: [dns.server] });
    assert.ok(dns.asked.includes('hooks.example.com'));
    assert.deepEqual(codes, ['webhook_delivery_failed']);
    assert.equal(connections, 0);
  });

it('a webhook name is checked again for every connection', async (test) => {
  const answers = [PUBLIC, '127.0.0.1', '::1', '10.0.0.1'];
  let asked = 0;
  const resolve = async () => {
    asked += 1;
    const address = answers[Math.min(asked, answers.length - 1)] ?? '';
    return [{ address, family: isIP(address) }];
  };
  const { codes, connections } = await submitTo(test, { resolve }, 3);
  assert.deepEqual(new Set(codes), new Set(['webhook_delivery_failed']));
  assert.equal(connections, 0);
  assert.ok(asked >= 3);
});
