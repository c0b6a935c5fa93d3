import assert from 'node:assert/strict';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { it } from 'node:test';
import { runCli } from '../support/run-cli.ts';
import { startService, type TestService } from '../support/service.ts';

const ANN = 'ann@example.com';
const BOB = 'bob@example.com';

/** Changes what a running service has stored, as anyone with access to the file could. */
function alter(service: TestService, change: (database: DatabaseSync) => void): void {
  const database = new DatabaseSync(join(service.folder, 'test.db'));
  try {
    change(database);
  } finally {
    database.close();
  }
}

function sealedOf(service: TestService, formId: string): string {
  let sealed: unknown;
  alter(service, (database) => {
    sealed = database.prepare('SELECT sealed FROM routes WHERE form_id = ?').get(formId)?.[
      'sealed'
    ];
  });
  return String(sealed);
}

const reseal = (service: TestService, formId: string, sealed: string) =>
  alter(service, (database) => {
    database.prepare('UPDATE routes SET sealed = ? WHERE form_id = ?').run(sealed, formId);
  });

/** Every operation on the route fails and reveals nothing, except deletion. */
async function assertClosed(service: TestService, formId: string, token: string): Promise<void> {
  const before = service.sink.received();
  const headers = { authorization: `Bearer ${token}` };
  const answers = [
    await service.submit(formId, { message: 'hello' }),
    await service.request(`/v1/routes/${formId}`),
    await service.request(`/v1/routes/${formId}/claim`, { method: 'POST', headers }),
    await service.request(`/v1/routes/${formId}/verification`, { method: 'POST', headers }),
  ];
  for (const { status, json, text } of answers) {
    assert.equal(status, 500);
    assert.equal(json.error, 'internal_error');
    assert.ok(![ANN, BOB].some((address) => text.includes(address)));
  }
  assert.equal(service.sink.received(), before, 'nothing was sent to anybody');
  assert.doesNotMatch(service.logText(), /ann@|bob@/);
}

it('sealed values swapped between two forms deliver to neither', async (test) => {
  const service = await startService(test);
  const ann = await service.activeRoute({ email: ANN });
  const bob = await service.activeRoute({ email: BOB });
  const [sealedAnn, sealedBob] = [ann, bob].map(({ form_id }) => sealedOf(service, form_id));
  assert.ok(sealedAnn && sealedBob);
  reseal(service, ann.form_id, sealedBob);
  reseal(service, bob.form_id, sealedAnn);
  await assertClosed(service, ann.form_id, String(ann.management_token));
  await assertClosed(service, bob.form_id, String(bob.management_token));
  reseal(service, ann.form_id, sealedAnn);
  assert.equal((await service.submit(ann.form_id, { message: 'hello' })).status, 200);
  assert.deepEqual(service.sink.mails.at(-1)?.recipients, [ANN]);
});

it('a form delivers nothing when its tag was cut, its text changed, or its key renamed', async (test) => {
  const service = await startService(test);
  const { form_id, management_token } = await service.activeRoute({ email: ANN });
  const sealed = sealedOf(service, form_id);
  const [version, key, box = ''] = sealed.split('.');
  const bytes = Buffer.from(box, 'base64url');
  const flipped = Buffer.from(bytes);
  flipped.writeUInt8(flipped.readUInt8(20) ^ 1, 20);
  const altered = [
    ...[1, 4, 12, 16].map((cut) => bytes.subarray(0, bytes.length - cut)),
    flipped,
  ].map((changed) => `${version}.${key}.${changed.toString('base64url')}`);
  for (const value of [...altered, `${version}.k2.${box}`, `v0.${key}.${box}`, '', box]) {
    reseal(service, form_id, value);
    await assertClosed(service, form_id, String(management_token));
  }
  reseal(service, form_id, sealed);
  assert.equal((await service.submit(form_id, { message: 'hello' })).status, 200);
});

it('an altered form can be deleted with its management token, and with no other', async (test) => {
  const service = await startService(test);
  const ann = await service.activeRoute({ email: ANN });
  const bob = await service.activeRoute({ email: BOB });
  const remove = (token: unknown) =>
    service.request(`/v1/routes/${ann.form_id}`, {
      method: 'DELETE',
      headers: { authorization: `Bearer ${String(token)}` },
    });
  for (const sealed of ['', sealedOf(service, bob.form_id)]) {
    reseal(service, ann.form_id, sealed);
    assert.equal((await remove(bob.management_token)).json.error, 'management_token_invalid');
  }
  assert.deepEqual((await remove(ann.management_token)).json, {
    success: true,
    status: 'deleted',
    form_id: ann.form_id,
  });
  assert.equal((await service.request(`/v1/routes/${ann.form_id}`)).status, 404);
  assert.equal((await service.submit(bob.form_id, { message: 'hello' })).status, 200);
});

it('an altered form is left out of the account listing, which has the others', async (test) => {
  const secret = 'a-secret-of-the-account-broker-0123456789';
  const service = await startService(test, { ACCOUNT_LOOKUP_SECRET: secret });
  const ann = await service.activeRoute({ email: ANN });
  const other = (await service.create({ email: ANN })).json;
  reseal(service, ann.form_id, '');
  const { status, json } = await service.request('/v1/account/routes', {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${secret}` },
    body: JSON.stringify({ emails: [ANN] }),
  });
  assert.equal(status, 200);
  assert.deepEqual(
    json.routes.map(({ form_id }: { form_id: string }) => form_id),
    [other.form_id],
  );
  assert.match(service.logText(), /"event":"request_failed".*"operation":"listAccountRoutes"/);
  assert.doesNotMatch(service.logText(), /ann@/);
});

it('an altered form is listed and deleted by the operator', async (test) => {
  const service = await startService(test);
  const { form_id: formId } = await service.activeRoute({ email: ANN });
  reseal(service, formId, '');
  const env = { DATABASE_URL: `file:${join(service.folder, 'test.db')}` };
  const listed = await runCli(env, ['routes', 'list', '--reveal']);
  assert.match(listed.out, new RegExp(`^${formId} .*\\(cannot be opened\\)`, 'm'), listed.err);
  assert.equal((await runCli(env, ['routes', 'delete', formId, '--yes'])).code, 0);
  assert.equal((await service.request(`/v1/routes/${formId}`)).status, 404);
});

it('a form with the nonce of another form gets no token of it', async (test) => {
  const service = await startService(test);
  const ann = await service.activeRoute({ email: ANN });
  const bob = await service.activeRoute({ email: BOB });
  alter(service, (database) =>
    database.exec(
      `UPDATE routes SET token_nonce =
          (SELECT token_nonce FROM routes WHERE form_id = '${bob.form_id}')`,
    ),
  );
  const headers = { authorization: `Bearer ${String(bob.management_token)}` };
  const answer = await service.request(`/v1/routes/${ann.form_id}`, {
    method: 'DELETE',
    headers,
  });
  assert.equal(answer.json.error, 'management_token_invalid');
  assert.equal((await service.submit(ann.form_id, { message: 'hello' })).status, 200);
});
