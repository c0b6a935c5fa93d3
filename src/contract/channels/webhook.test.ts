import assert from 'node:assert/strict';
import { it } from 'node:test';
import { createHmac } from 'node:crypto';
import { signCall } from './webhook.ts';

it('the webhook signature matches the example of the Standard Webhooks specification', () => {
  const headers = signCall(
    { secret: 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw' },
    {
      id: 'msg_p5jXN8AQM9LWM0D4loKWxJek',
      at: 1_614_265_330_999,
      body: '{"test": 2432232314}',
      hmac: (key, text) =>
        createHmac('sha256', Buffer.from(key, 'base64')).update(text).digest('base64'),
    },
  );
  assert.deepEqual(headers, {
    'webhook-id': 'msg_p5jXN8AQM9LWM0D4loKWxJek',
    'webhook-timestamp': '1614265330',
    'webhook-signature': 'v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=',
  });
});
