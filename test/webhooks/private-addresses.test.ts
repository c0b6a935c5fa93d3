import assert from 'node:assert/strict';
import { describe, it, type TestContext } from 'node:test';
import { startDnsAnswerer } from '../support/dns-answerer.ts';
import { startService } from '../support/service.ts';
import { startWebhookReceiver, TEST_CA } from '../support/webhook-receiver.ts';

const PUBLIC = '93.184.216.34';

/** Submits `times` to a form whose webhook resolves to `answers`, at the port of our listener. */
async function submitTo(test: TestContext, answers: string[][], times = 1) {
  const listener = await startWebhookReceiver();
  const dns = await startDnsAnswerer(answers);
  test.after(() => Promise.all([listener.close(), dns.close()]));
  const receivers = { resolve: dns.resolve, ca: TEST_CA };
  const service = await startService(test, { MONTHLY_LIMIT: '1' }, { receivers });
  const { form_id } = await service.activeRoute({
    delivery: { mode: 'webhook', webhook: { url: listener.url } },
  });
  const codes: string[] = [];
  for (let count = 0; count < times; count += 1) {
    codes.push((await service.submit(form_id, { message: 'm' })).json.error);
  }
  return { codes, connections: listener.connections(), asked: dns.asked() };
}

describe('webhooks whose name resolves to a private address', () => {
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
  for (const [name, addresses] of inside) {
    it(`a webhook whose name resolves to ${name}: 502, and no connection`, async (test) => {
      const { codes, connections } = await submitTo(test, [addresses]);
      assert.deepEqual(codes, ['webhook_delivery_failed']);
      assert.equal(connections, 0);
    });
  }

  it('a webhook name is resolved and checked again for every call', async (test) => {
    const { codes, connections, asked } = await submitTo(test, [[], ['127.0.0.1'], ['::1']], 3);
    assert.deepEqual(new Set(codes), new Set(['webhook_delivery_failed']));
    assert.equal(connections, 0);
    assert.ok(asked >= 3);
  });
});
