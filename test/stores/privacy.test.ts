import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { filesIn, findHidden } from '../support/hidden-text.ts';
import { startService, type TestService } from '../support/service.ts';

const CANARY = 'canary-9f3a1c7e5b';

function assertNowhere({ folder, logText }: TestService, secrets: string[]): void {
  const places = [...filesIn(folder), { name: 'the log', bytes: Buffer.from(logText()) }];
  assert.deepEqual(findHidden(places, Object.fromEntries(secrets.entries())), []);
}

describe('what the database keeps', () => {
  it('the database keeps nothing of a submission, and no address, alias or token in clear text', async (test) => {
    const service = await startService(test);
    const email = 'private.person@secret-place.example';
    const alias = 'Alias of Secrets';
    const { json } = await service.create(
      { email, alias },
      { 'idempotency-key': 'key-of-secrets' },
    );
    const token = service.verificationToken();
    await service.confirm(token);
    await service.submit(json.form_id, {
      [`field-${CANARY}`]: CANARY,
      email: `${CANARY}@visitor.example`,
      _subject: CANARY,
      _test: CANARY,
    });
    service.sink.refuseWith({ code: 550, text: `5.1.1 <${email}> ${CANARY}` });
    await service.submit(json.form_id, { message: CANARY });
    service.sink.refuseWith(undefined);
    await service.submit(json.form_id, { message: CANARY, _gotcha: CANARY });
    await service.request(`/f/${json.form_id}?q=${CANARY}`, {
      method: 'POST',
      headers: { 'content-type': `text/${CANARY}` },
      body: CANARY,
    });
    const secrets = [CANARY, email, 'secret-place', alias, json.management_token, token];
    assertNowhere(service, [...secrets, 'key-of-secrets']);
    assert.match(service.logText(), /"event":"delivery_failed"/);
  });

  it('the database does not even keep the sealed row of a deleted route', async (test) => {
    const service = await startService(test);
    const { form_id, management_token } = await service.activeRoute();
    const database = join(service.folder, 'test.db');
    const inFiles = () =>
      readdirSync(service.folder).some((name) =>
        readFileSync(join(service.folder, name)).includes(form_id),
      );
    assert.ok(inFiles(), `${database} should hold the row`);
    await service.request(`/v1/routes/${form_id}`, {
      method: 'DELETE',
      headers: { authorization: `Bearer ${management_token}` },
    });
    assert.ok(!inFiles());
  });
});
