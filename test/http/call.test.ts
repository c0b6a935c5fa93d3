import assert from 'node:assert/strict';
import { it } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';
import { OPERATION_IDS, operationOf, type OperationId } from '../../src/contract/operations.ts';
import type { Store } from '../../src/platform/stores/store.ts';
import { call, UNKNOWN } from '../contract/scenario.ts';
import { formWithCopies } from '../support/copied-form.ts';
import { sessionOf } from '../support/inbox-session.ts';
import { sendRaw } from '../support/raw-http.ts';
import { OWNER, startService } from '../support/service.ts';
import { until } from '../support/until.ts';

/** They read the row twice: they send a mail between, or change the latest offer. */
const TWICE: ReadonlySet<OperationId> = new Set(['askCopy', 'handOver', 'withdrawHandOver']);

/** A key that is not there. */
const NO_KEY: Partial<Record<OperationId, string>> = { endAccessKey: 'access_key_not_found' };

/** A store that counts lookups of forms, and checks for ended sessions. */
function countReads() {
  const reads = { form: 0, session: 0 };
  const wrapStore = (store: Store): Store => ({
    ...store,
    routes: {
      ...store.routes,
      find(formId) {
        reads.form += 1;
        return store.routes.find(formId);
      },
    },
    refusals: {
      ...store.refusals,
      endOf(...subjects) {
        // A session, and all sessions of its inbox.
        if (subjects.length === 2) reads.session += 1;
        return store.refusals.endOf(...subjects);
      },
    },
  });
  return { reads, wrapStore };
}

const managed = OPERATION_IDS.filter((id) => {
  const { credential, path } = operationOf(id);
  return credential !== undefined && path.includes('{formId}');
});
for (const id of managed) {
  const byOwner = operationOf(id).credential === 'inboxSession';
  it(`${id}: ${TWICE.has(id) ? 'once, and once more to write' : 'once'}`, async (test) => {
    const { reads, wrapStore } = countReads();
    const service = await startService(test, {}, { wrapStore });
    const form = await formWithCopies(service, ['colleague@example.com']);
    const bearer = byOwner ? sessionOf(service, OWNER) : form.management_token;
    Object.assign(reads, { form: 0, session: 0 });
    const { json } = await call(service, id, { form, bearer });
    assert.equal(json.error, NO_KEY[id]);
    assert.deepEqual(reads, { form: TWICE.has(id) ? 2 : 1, session: byOwner ? 1 : 0 });
  });
}

const withBoth = OPERATION_IDS.filter((id) => {
  const { credential, body } = operationOf(id);
  return credential !== undefined && body !== undefined;
});
for (const id of withBoth)
  it(id, async (test) => {
    const service = await startService(test, { ACCOUNT_LOOKUP_SECRET: 'a'.repeat(32) });
    const { method, path } = operationOf(id);
    const head =
      `${method} ${path.replace('{formId}', UNKNOWN)} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n` +
      'Authorization: Bearer lss_another\r\nContent-Type: text/plain\r\nContent-Length: 99\r\n\r\n';
    assert.match(await sendRaw(service.url, head, 5_000), /^HTTP\/1\.1 401 /);
  });

it('a session that ended meanwhile stops no form', async (test) => {
  const { reads, wrapStore } = countReads();
  const service = await startService(test, {}, { wrapStore });
  const form = await formWithCopies(service, []);
  const bearer = sessionOf(service, OWNER);
  Object.assign(reads, { form: 0, session: 0 });
  const { readable, writable } = new TransformStream<Uint8Array, Uint8Array>();
  const body = writable.getWriter();
  const { method, path } = operationOf('stopRoute');
  const answer = fetch(service.url + path.replace('{formId}', form.form_id), {
    method,
    headers: { authorization: `Bearer ${bearer}`, 'content-type': 'application/json' },
    body: readable,
    duplex: 'half',
  });
  await body.write(Buffer.from('{'));
  await until('the credential was checked', () => reads.form === 1);
  await call(service, 'endSession', { bearer, body: {} });
  await wait(1_100);
  await body.write(Buffer.from('}'));
  await body.close();
  const { status } = await answer;
  assert.equal(status, 401);
});
