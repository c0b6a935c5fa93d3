import assert from 'node:assert/strict';
import fs from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import { join } from 'node:path';
import { it } from 'node:test';
import { startService, type TestService } from '../support/service.ts';
import { until } from '../support/until.ts';

type FileSync = typeof fs.fdatasync;

/** Holds every sync of the write-ahead log of `service` until the end. */
function holdSyncs({ folder }: TestService) {
  const log = fs.statSync(join(folder, 'test.db-wal')).ino;
  const real = fs.fdatasync;
  const held: (() => void)[] = [];
  const wrapped: FileSync = Object.assign(
    (...[file, done]: Parameters<FileSync>) => {
      if (fs.fstatSync(file).ino === log) held.push(() => real(file, done));
      else real(file, done);
    },
    { __promisify__: real.__promisify__ },
  );
  const replace = (fdatasync: FileSync) => {
    fs.fdatasync = fdatasync;
    syncBuiltinESMExports();
  };
  replace(wrapped);
  return {
    held: () => held.length,
    end() {
      replace(real);
      for (const sync of held) sync();
    },
  };
}

/** Fails unless `ask` is answered only after a sync, and as `status`. */
async function assertWaits(
  service: TestService,
  ask: () => Promise<{ status: number }>,
  status: number,
): Promise<void> {
  const syncs = holdSyncs(service);
  let answered = false;
  const answer = ask().finally(() => (answered = true));
  try {
    await until('a sync or an answer', () => syncs.held() > 0 || answered);
    // Requests that change nothing are answered meanwhile, so an early answer had time to come.
    for (let round = 0; round < 5; round += 1) await service.request('/health');
    assert.ok(!answered, 'it was answered before the sync');
  } finally {
    syncs.end();
  }
  assert.equal((await answer).status, status);
}

// Guarantee: A form
it('a creation is answered after it is on disk', async (test) => {
  const service = await startService(test);
  await assertWaits(service, () => service.create(), 202);
});

it('a confirmation is answered after it is on disk', async (test) => {
  const service = await startService(test);
  await service.create();
  await assertWaits(service, () => service.confirm(service.verificationToken()), 200);
});

it('a submission is answered after its count is on disk', async (test) => {
  const service = await startService(test);
  const { form_id: formId } = await service.activeRoute();
  await assertWaits(service, () => service.submit(formId, { message: 'Hello' }), 200);
});

it('a deletion is answered after it is on disk', async (test) => {
  const service = await startService(test);
  const { form_id: formId, management_token: token } = await service.activeRoute();
  const options = { method: 'DELETE', headers: { authorization: `Bearer ${token}` } };
  await assertWaits(service, () => service.request(`/v1/routes/${formId}`, options), 200);
});
