import assert from 'node:assert/strict';
import type { ServerResponse } from 'node:http';
import { describe, it } from 'node:test';
import { startService } from '../support/service.ts';
import { startWebhookReceiver, REACHES_RECEIVER } from '../support/webhook-receiver.ts';

/** Sends an endless response head, a letter at a time, so that the line is never idle. */
function dripHead(response: ServerResponse): void {
  response.socket?.write('HTTP/1.1 200 OK\r\nX-Fill: ');
  const timer = setInterval(() => void response.socket?.write('x'), 100);
  response.socket?.once('close', () => clearInterval(timer));
}

const HANGS: [name: string, answer: (response: ServerResponse) => void][] = [
  ['says nothing', () => undefined],
  ['drips its head', dripHead],
];

describe('webhook receivers that hang', { concurrency: true }, () => {
  for (const [name, answer] of HANGS) {
    it(`a webhook receiver that ${name}: 502 after 10 seconds, nothing counted`, async (test) => {
      const receiver = await startWebhookReceiver(test);
      const service = await startService(test, {}, { receivers: REACHES_RECEIVER });
      const delivery = { mode: 'webhook', webhook: { url: receiver.url } };
      const { form_id: formId } = await service.activeRoute({ delivery });
      receiver.answerWith(answer);
      const hung = await service.submit(formId, { message: 'Hello' });
      assert.deepEqual([hung.status, hung.json.error], [502, 'webhook_delivery_failed']);
      assert.equal(receiver.calls.length, 1);
      receiver.answerWith((response) => void response.writeHead(204).end());
      assert.equal((await service.submit(formId, { message: 'Hello' })).json.used, 1);
    });
  }
});
