import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { startService, type TestService } from '../support/service.ts';

const CANARY = 'canary-9f3a1c7e5b';

/** The forms in which text could hide in a file. */
function forms(text: string): Buffer[] {
  const bytes = Buffer.from(text);
  const base64 = [0, 1, 2].map((shift) =>
    Buffer.concat([Buffer.alloc(shift), bytes])
      .toString('base64')
      .slice(4, -4),
  );
  return [text, encodeURIComponent(text), bytes.toString('hex'), ...base64]
    .map((form) => Buffer.from(form))
    .concat(Buffer.from(text, 'utf16le'));
}

function assertNowhere({ folder, logText }: TestService, secrets: string[]): void {
  const places = readdirSync(folder).map(
    (name) => [name, readFileSync(join(folder, name))] as const,
  );
  for (const secret of secrets) {
    for (const form of forms(secret)) {
      for (const [name, bytes] of [...places, ['log', Buffer.from(logText())] as const]) {
        assert.ok(!bytes.includes(form), `${secret} is in ${name}`);
      }
    }
  }
}

describe('what is kept', () => {
  it('is nothing of a submission, and no address, alias or token in the clear', async (test) => {
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

  it('is not even the sealed row once the route is deleted', async (test) => {
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
