import assert from 'node:assert/strict';
import type { TestContext } from 'node:test';
import { startNameServer, type NameAnswer } from './name-server.ts';
import { startService, type Answer } from './service.ts';
import { until } from './until.ts';
import { startWebhookReceiver, WILDCARD, type WebhookReceiver } from './webhook-receiver.ts';

type Mode = 'webhook' | 'both';

/** A service whose receivers have DNS names, and the receiver of an innocent owner. */
export async function startForManyOwners(
  test: TestContext,
  answerOf: (name: string) => NameAnswer,
) {
  const receiver = await startWebhookReceiver(undefined, { cert: WILDCARD });
  receiver.answerWith((response) => response.writeHead(204, { connection: 'close' }).end());
  const dns = await startNameServer((name) =>
    name === 'hooks.example.com' ? ['127.0.0.1'] : answerOf(name),
  );
  const clock = { ahead: 0 };
  const service = await startService(
    test,
    { MONTHLY_LIMIT: '0' },
    {
      now: () => Date.now() + clock.ahead,
      receivers: { allowPrivate: true, dnsServers: [dns.server], ca: WILDCARD },
    },
  );
  // Closed after the service, whose calls it would wait for.
  test.after(() => Promise.all([receiver.close(), dns.close()]));

  /** Opens a form that calls up to five hosts; an inbox gets few verification mails an hour. */
  async function openForm(owner: string, mode: Mode, urls: readonly string[]): Promise<string> {
    clock.ahead += 3 * 3_600_000;
    const [url, ...others] = urls;
    const route = await service.activeRoute({
      email: `${owner}@example.com`,
      delivery: { mode, webhook: { url } },
      settings: { targets: others.map((each) => ({ type: 'webhook', url: each })) },
    });
    return route.form_id;
  }

  const submit = (form: string) => service.submit(form, { message: 'm' });
  const innocent = {
    webhook: await openForm('innocent-1', 'webhook', [receiver.url]),
    both: await openForm('innocent-2', 'both', [receiver.url]),
  };

  return {
    service,
    dns,
    submit,
    /** Opens forms of one owner that call these hosts, five each. */
    async openForms(owner: string, mode: Mode, hosts: readonly string[], path = '') {
      const forms: string[] = [];
      for (let at = 0; at < hosts.length; at += 5) {
        const urls = hosts.slice(at, at + 5).map((host) => `https://${host}${path}`);
        forms.push(await openForm(owner, mode, urls));
      }
      return forms;
    },
    expectUndisturbed: () => expectUndisturbed(submit, innocent, receiver),
  };
}

/** Submits to both forms of the innocent, who must get everything. */
async function expectUndisturbed(
  submit: (form: string) => Promise<Answer>,
  innocent: Record<Mode, string>,
  { calls }: WebhookReceiver,
): Promise<void> {
  for (let visitor = 0; visitor < 5; visitor += 1) {
    const { status, text } = await submit(innocent.webhook);
    assert.equal(status, 200, text);
  }
  const answers = await Promise.all(Array.from({ length: 20 }, () => submit(innocent.both)));
  for (const { json } of answers) assert.equal(json.delivery.webhook, 'queued');
  await until('the calls of the innocent', () => calls.length === 25);
}
