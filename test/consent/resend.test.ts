import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { startService, type TestService } from '../support/service.ts';

const HOUR = 3_600_000;

const resend = ({ request }: TestService, formId: string, token: string) =>
  request(`/v1/routes/${formId}/verification`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}` },
  });

describe('verification mails sent again', () => {
  it('a resent verification mail has a new link that is valid for 24 hours', async (test) => {
    let time = Date.now();
    const service = await startService(test, {}, { now: () => time });
    const { form_id, management_token } = (await service.create()).json;
    const first = service.verificationToken();
    time += 25 * HOUR;
    assert.equal((await service.confirm(first)).json.error, 'verification_token_expired');
    const again = await resend(service, form_id, management_token);
    assert.equal(again.status, 202);
    assert.equal(Date.parse(again.json.verification_expires_at), time + 24 * HOUR);
    assert.equal(again.json.management_token, undefined);
    assert.equal((await service.confirm(service.verificationToken())).json.status, 'active');
  });

  it('a resent mail that the mail server refuses leaves the form, and costs nothing', async (test) => {
    const service = await startService(test);
    const { form_id, management_token } = (await service.create()).json;
    service.sink.refuseWith({ code: 550, text: 'no' });
    for (const _ of [1, 2, 3]) {
      const failed = await resend(service, form_id, management_token);
      assert.equal(failed.json.error, 'delivery_failed');
    }
    service.sink.refuseWith(undefined);
    assert.equal((await resend(service, form_id, management_token)).status, 202);
  });

  it('a resend for an active form sends nothing', async (test) => {
    const service = await startService(test);
    const { form_id, management_token } = await service.activeRoute();
    const answer = await resend(service, form_id, String(management_token));
    assert.deepEqual([answer.status, answer.json.status], [200, 'active']);
    assert.deepEqual(service.sink.mails, []);
  });
});
