import assert from 'node:assert/strict';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { after, before, describe, it } from 'node:test';
import { callWith, sessionOf as newSession } from '../support/inbox-session.ts';
import { OWNER, startService, type TestService } from '../support/service.ts';
import { UNKNOWN } from '../contract/scenario.ts';

describe('the credentials of a form', () => {
  let service: TestService;
  before(async () => {
    service = await startService(undefined);
  });
  after(() => service.close());

  const sessionOf = (email: string, expiresAt?: number) => newSession(service, email, expiresAt);

  const call = (method: string, path: string, bearer: string) =>
    callWith(service, method, `/v1/routes/${path}`, { bearer });

  it('a session of the inbox claims, resends and deletes a form like its token', async () => {
    const { form_id } = (await service.create()).json;
    const session = sessionOf(OWNER);
    assert.equal((await call('POST', `${form_id}/claim`, session)).json.status, 'indexed');
    assert.equal((await call('POST', `${form_id}/verification`, session)).status, 202);
    assert.equal((await call('DELETE', form_id, session)).json.status, 'deleted');
    assert.equal((await service.request(`/v1/routes/${form_id}`)).status, 404);
  });

  it('a session in another case of the address opens the form, as its own mailbox', async () => {
    const { form_id } = (await service.create()).json;
    assert.equal((await call('DELETE', form_id, sessionOf(OWNER.toUpperCase()))).status, 200);
  });

  it('a session opens no form of another spelling of the address', async () => {
    const { form_id } = (await service.create({ email: 'j.doe@gmail.com' })).json;
    for (const other of ['jdoe@gmail.com', 'j.doe+a@gmail.com', 'j.doe@googlemail.com', OWNER]) {
      const { status, json } = await call('DELETE', form_id, sessionOf(other));
      assert.deepEqual([status, json.error], [403, 'management_token_invalid'], other);
    }
    assert.equal((await call('DELETE', form_id, sessionOf('j.doe@gmail.com'))).status, 200);
  });

  it('an expired session is 401 before anything is said of the form', async () => {
    const { form_id } = (await service.create({ email: 'late@example.com' })).json;
    for (const id of [form_id, UNKNOWN])
      for (const bearer of [sessionOf('late@example.com', Date.now()), 'lss_', 'lss_v1.k1.AAAA']) {
        const { status, json } = await call('DELETE', id, bearer);
        assert.deepEqual([status, json.error], [401, 'session_invalid']);
      }
    assert.equal((await call('DELETE', UNKNOWN, sessionOf(OWNER))).json.error, 'route_not_found');
  });

  it('a row whose owner was altered in the database opens for nobody but its sealed address', async () => {
    const mine = (await service.create({ email: 'mallory@example.com' })).json;
    const { form_id } = (await service.create({ email: 'victim@example.com' })).json;
    const database = new DatabaseSync(join(service.folder, 'test.db'));
    database
      .prepare(
        'UPDATE routes SET owner = (SELECT owner FROM routes WHERE form_id = ?) WHERE form_id = ?',
      )
      .run(mine.form_id, form_id);
    database.close();
    const { json } = await call('DELETE', form_id, sessionOf('mallory@example.com'));
    assert.equal(json.error, 'management_token_invalid');
  });
});
