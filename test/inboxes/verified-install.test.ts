import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { OWNER } from '../support/service.ts';
import { FAKE_PROVIDERS, startVerifiedService } from '../support/verified-service.ts';

for (const [name, startFake] of Object.entries(FAKE_PROVIDERS)) {
  describe(`verified mode with ${name}: the form code of a route`, () => {
    it(`with ${name}, the form code of a route has its current status`, async (test) => {
      const { create, request, fake, pass } = await startVerifiedService(test, startFake);
      const { form_id: formId, next_action: nextAction } = (await create()).json;
      const install = async () => (await request(`/v1/routes/${formId}/install`)).json;
      const pending = await install();
      assert.equal(pending.status, 'pending_verification');
      assert.deepEqual(pending.next_action, nextAction);
      fake.verify(OWNER);
      pass(5_000);
      const active = await install();
      assert.equal(active.status, 'active');
      assert.deepEqual(active.next_action, { type: 'none' });
      assert.deepEqual(active.files, pending.files);
    });

    for (const how of ['broken', 'forbidden'] as const) {
      it(`with ${name} ${how}, the form code of a route has the stored status`, async (test) => {
        const { create, request, fake, pass } = await startVerifiedService(test, startFake);
        const { form_id: formId } = (await create()).json;
        fake.verify(OWNER);
        fake.behave(how);
        pass(5_000);
        const { status, json } = await request(`/v1/routes/${formId}/install`);
        assert.equal(status, 200);
        assert.equal(json.status, 'pending_verification');
      });
    }
  });
}
