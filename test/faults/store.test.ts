import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { readFileSync, truncateSync, writeFileSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { describe, it, type TestContext } from 'node:test';
import { setLimit, WITHOUT_LIMITS } from '../support/process-limits.ts';
import { fileOf } from './engines.ts';
import { prepareProcess, type FaultyProcess } from './faulty-process.ts';

/** A service with a form, and the path of its SQLite file. */
type Started = Omit<FaultyProcess, 'database'> & { database: string; formId: string };

async function start(test: TestContext): Promise<Started> {
  const faulty = await prepareProcess(test);
  await faulty.start();
  const database = fileOf(faulty.database);
  return { ...faulty, database, formId: await faulty.openForm() };
}

/** Takes the lock of all writers, as a command or a backup does. */
function lock(path: string): { release(): void } {
  const other = new DatabaseSync(path, { timeout: 5_000 });
  other.exec('BEGIN IMMEDIATE');
  return {
    release() {
      other.exec('COMMIT');
      other.close();
    },
  };
}

const LOST = ['canary-one', 'canary-two', 'canary-three'];

describe('databases that another process has locked', () => {
  it('a briefly locked database is waited for, and reads do not wait', async (test) => {
    const { database, formId, submit, ask } = await start(test);
    const { release } = lock(database);
    let answered = false;
    const answer = submit(formId, 'patient').finally(() => (answered = true));
    for (let count = 0; count < 10; count += 1) {
      assert.equal((await ask('GET', `/v1/routes/${formId}`)).status, 200);
    }
    assert.equal(answered, false);
    release();
    assert.equal((await answer).status, 200);
  });

  it('a database locked for long is a retryable fault: no mail, no count, and recovery afterwards', async (test) => {
    const { database, formId, submit, ask, arrivals } = await start(test);
    const { release } = lock(database);
    const answers = await Promise.all(LOST.map((text) => submit(formId, text)));
    for (const { status, body } of answers) {
      assert.deepEqual([status, body.error, body.retryable], [500, 'internal_error', true]);
    }
    assert.equal((await ask('GET', '/health')).status, 200);
    release();
    const { status, body } = await submit(formId, 'canary-kept');
    assert.deepEqual([status, body.used], [200, 1]);
    assert.deepEqual([...LOST, 'canary-kept'].map(arrivals), [0, 0, 0, 1]);
  });
});

describe('disks without space', { skip: WITHOUT_LIMITS }, () => {
  it('a full disk is a retryable fault before any mail; reads go on; space cures it', async (test) => {
    const { service, formId, submit, ask, arrivals, create } = await start(test);
    const { pid } = service().child;
    assert.equal((await submit(formId, 'canary-before')).body.used, 1);
    setLimit(pid, 'fsize', 0);
    for (const { status, body } of [
      await submit(formId, 'canary-no'),
      await create('b@example.com'),
    ]) {
      assert.deepEqual([status, body.error, body.retryable], [500, 'internal_error', true]);
    }
    assert.equal((await ask('GET', `/v1/routes/${formId}`)).status, 200);
    setLimit(pid, 'fsize', 'hard');
    const { status, body } = await submit(formId, 'canary-after');
    assert.deepEqual([status, body.used], [200, 2]);
    assert.deepEqual(['canary-before', 'canary-no', 'canary-after'].map(arrivals), [1, 0, 1]);
  });

  it('a disk full after the reservation: the answer is right, the count one too many and logged', async (test) => {
    const { service, smtp, formId, submit } = await start(test);
    const { pid } = service().child;
    smtp.script = {
      message(socket) {
        setLimit(pid, 'fsize', 0);
        socket.write('451 later\r\n');
      },
    };
    const refused = await submit(formId, 'refused');
    assert.deepEqual([refused.status, refused.body.error], [503, 'delivery_failed']);
    setLimit(pid, 'fsize', 'hard');
    smtp.script = {};
    assert.equal((await submit(formId, 'accepted')).body.used, 2);
    assert.equal(service().events('allowance_not_released').length, 1);
  });
});

describe('damaged databases', () => {
  const damages: [name: string, damage: (path: string, bytes: Buffer) => void][] = [
    ['no header', (path, bytes) => writeFileSync(path, bytes.fill(0, 0, 100))],
    ['half of it', (path, bytes) => truncateSync(path, bytes.length / 2)],
    ['zeros', (path, bytes) => writeFileSync(path, bytes.fill(0, 4_096))],
    [
      'noise',
      (path, bytes) => {
        randomBytes(bytes.length - 4_096).copy(bytes, 4_096);
        writeFileSync(path, bytes);
      },
    ],
  ];
  for (const [name, damage] of damages)
    it(`a damaged database (${name}) is refused at the start in a sentence, and left as it was`, async (test) => {
      const { service, database, start: restart } = await start(test);
      service().child.kill('SIGTERM');
      await service().exited;
      damage(database, readFileSync(database));
      const damaged = readFileSync(database);
      await assert.rejects(restart());
      assert.equal(await service().exited, 78);
      assert.match(service().output(), /^letterslot: The database .*x\.db .*\.\n$/);
      assert.ok(readFileSync(database).equals(damaged));
    });

  it('a database damaged in use gives a retryable fault and no mail, and the service stays up', async (test) => {
    const { service, database, formId, submit, ask, arrivals, create } = await start(test);
    for (let count = 0; count < 100; count += 1) await create(`owner-${count}@example.com`);
    const other = new DatabaseSync(database);
    // A commit of another process makes the service read the file again.
    other.exec('UPDATE counters SET used = used; PRAGMA wal_checkpoint(TRUNCATE)');
    other.close();
    const bytes = readFileSync(database);
    writeFileSync(database, bytes.fill(0x5a, 4_096));
    const { status, body } = await submit(formId, 'canary-lost');
    assert.deepEqual([status, body.error, arrivals('canary-lost')], [500, 'internal_error', 0]);
    assert.equal((await ask('GET', '/health')).status, 200);
    assert.equal(service().child.exitCode, null);
  });
});
