import assert from 'node:assert/strict';
import { it } from 'node:test';
import { startService } from '../support/service.ts';
import { isDelivery } from '../support/smtp-sink.ts';
import { connectMcp } from './mcp-client.ts';

it('an agent reads why a form with a challenge takes no message from it, and tests the form without one', async (test) => {
  const service = await startService(test);
  const { form_id, management_token } = await service.activeRoute({
    settings: { challenge: 'always' },
  });
  service.sink.mails.length = 0;
  const { call, client } = await connectMcp(test, service);
  const sent = await call('send_test_submission', { form_id, fields: { message: 'Hello' } });
  assert.deepEqual(
    [sent.failed, sent.body.error, sent.body.retryable, sent.body.challenge.algorithm],
    [true, 'challenge_required', true, 'SHA-256'],
  );
  assert.equal(service.sink.mails.filter(isDelivery).length, 0);
  const { tools } = await client.listTools();
  const { description } = tools.find(({ name }) => name === 'send_test_submission') ?? {};
  assert.match(description ?? '', /challenge_required[^.]*test_form/);
  const tested = await call('test_form', { form_id, management_token });
  assert.deepEqual([tested.failed, tested.body.delivery], [false, { email: 'delivered' }]);
  assert.equal(service.sink.mails.filter(isDelivery).length, 1);
});
