import assert from 'node:assert/strict';
import { it } from 'node:test';
import { startForManyOwners } from '../support/other-owners.ts';
import { until } from '../support/until.ts';
import { startWebhookReceiver, WILDCARD } from '../support/webhook-receiver.ts';

const times = <Made>(length: number, make: (at: number) => Made): Made[] =>
  Array.from({ length }, (_, at) => make(at));

it('40 names of a stranger that nobody answers keep no call of another owner waiting', async (test) => {
  const all = await startForManyOwners(test, () => 'silence');
  const dead = times(40, (at) => `dead-${at}.${at % 2 === 0 ? 'github.io' : 'example.net'}`);
  const forms = [
    ...(await all.openForms('stranger', 'both', dead)),
    ...(await all.openForms('stranger', 'webhook', dead.slice(0, 20))),
  ];
  const flood = forms.flatMap((form) => times(16, () => all.submit(form)));
  await until('questions about dead names', () => new Set(all.dns.asked).size >= 8);
  await all.expectUndisturbed();
  await Promise.all(flood);
  assert.match(all.service.logText(), /"reason":"ETIMEOUT"/);
});

for (const [owners, hosts] of [
  [1, 64],
  [20, 3],
] as const)
  it(`${hosts} slow receivers of each of ${owners} strangers delay no call of another owner`, async (test) => {
    const slow = await startWebhookReceiver(test, { cert: WILDCARD });
    slow.answerWith((response) => {
      setTimeout(() => response.writeHead(204).end(), 9_000).unref();
    });
    const all = await startForManyOwners(test, () => ['127.0.0.1']);
    const forms: string[] = [];
    for (let owner = 0; owner < owners; owner += 1) {
      const names = times(hosts, (at) => `slow-${owner}-${at}.github.io:${slow.port}`);
      const mode = owner % 2 === 0 ? 'both' : 'webhook';
      forms.push(...(await all.openForms(`stranger-${owner}`, mode, names)));
    }
    const each = Math.ceil(256 / forms.length);
    const flood = forms.flatMap((form) => times(each, () => all.submit(form)));
    await until('slow calls', () => slow.calls.length >= 8);
    await all.expectUndisturbed();
    await Promise.all(flood);
  });
