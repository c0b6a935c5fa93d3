import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { signWebhook } from './webhook.ts';

describe('webhook signature', () => {
  it('the webhook signature matches the example of the Standard Webhooks specification', () => {
    const headers = signWebhook(
      { secret: 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw' },
      'msg_p5jXN8AQM9LWM0D4loKWxJek',
      1_614_265_330_999,
      '{"test": 2432232314}',
    );
    assert.deepEqual(headers, {
      'webhook-id': 'msg_p5jXN8AQM9LWM0D4loKWxJek',
      'webhook-timestamp': '1614265330',
      'webhook-signature': 'v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=',
    });
  });
});
