import assert from 'node:assert/strict';
import type { Socket } from 'node:net';
import { describe, it, type TestContext } from 'node:test';
import { prepareProcess, type FaultyProcess } from './faulty-process.ts';
import { SQLITE, startPostgresEngine, type Engine } from './engines.ts';

async function start(
  test: TestContext,
  engine: Engine,
): Promise<FaultyProcess & { formId: string }> {
  const faulty = await prepareProcess(test, { engine });
  await faulty.start();
  return { ...faulty, formId: await faulty.openForm() };
}

/** Kills the process at this moment of the mail exchange, and starts it again. */
async function killDuring(
  { smtp, kill, start: restart }: FaultyProcess,
  moment: 'connect' | 'MAIL' | 'DATA' | 'message',
  asked: () => Promise<{ status: number }>,
): Promise<void> {
  const { promise: reached, resolve } = Promise.withResolvers<void>();
  smtp.script = {
    [moment]: (socket: Socket) => {
      if (moment === 'DATA') socket.write('354 go on\r\n');
      resolve();
    },
  };
  const answer = asked();
  await reached;
  await kill();
  assert.equal((await answer).status, 0, 'nobody was told that it was delivered');
  smtp.script = {};
  await restart();
}

/** Makes what is under way a minute older, so that it counts as abandoned. */
async function letMinutesPass({ database }: FaultyProcess): Promise<void> {
  await database.query('UPDATE routes SET created_at = created_at - 61000');
  await database.query('UPDATE outcomes SET claimed_at = claimed_at - 61000');
}

/** What a killed process may leave behind, on any engine. */
function describeKills(engine: Engine): void {
  describe(`SIGKILL during a submission, on ${engine.name}`, () => {
    it(`SIGKILL during the body of a submission, on ${engine.name}: nothing was counted`, async (test) => {
      const faulty = await start(test, engine);
      const body = new ReadableStream({
        start: (controller) => controller.enqueue('message=half'),
      });
      const headers = { 'content-type': 'application/x-www-form-urlencoded' };
      const options = { body, duplex: 'half', headers } as const;
      const answer = faulty.ask('POST', `/f/${faulty.formId}`, options);
      assert.equal((await faulty.ask('GET', '/health')).status, 200);
      await faulty.kill();
      assert.equal((await answer).status, 0);
      await faulty.start();
      const { status, body: accepted } = await faulty.submit(faulty.formId, 'the one after it');
      assert.deepEqual([status, accepted.used], [200, 1]);
    });

    for (const moment of ['connect', 'MAIL', 'DATA', 'message'] as const)
      it(`SIGKILL at ${moment} of a submission, on ${engine.name}: counted and delivered once at most`, async (test) => {
        const faulty = await start(test, engine);
        faulty.smtp.dropSessions();
        await killDuring(faulty, moment, () => faulty.submit(faulty.formId, 'the killed one'));
        assert.ok(faulty.arrivals('the killed one') <= (moment === 'message' ? 1 : 0));
        const { status, body } = await faulty.submit(faulty.formId, 'the one after it');
        assert.deepEqual([status, body.used], [200, 2], 'one too many, never one too few');
        assert.equal(faulty.arrivals('the one after it'), 1);
      });
  });

  describe(`SIGKILL during a submission with an Idempotency-Key, on ${engine.name}`, () => {
    const withKey = ({ ask, formId }: FaultyProcess & { formId: string }) =>
      ask('POST', `/f/${formId}`, {
        headers: { 'idempotency-key': 'one key' },
        body: new URLSearchParams({ message: 'the killed one' }),
      });

    for (const moment of ['connect', 'message'] as const)
      it(`SIGKILL at ${moment} of a submission with a key, on ${engine.name}: a retry delivers it`, async (test) => {
        const faulty = await start(test, engine);
        faulty.smtp.dropSessions();
        await killDuring(faulty, moment, () => withKey(faulty));
        await letMinutesPass(faulty);
        const { status, body } = await withKey(faulty);
        assert.equal(status, 200);
        assert.equal(faulty.arrivals('the killed one'), moment === 'message' ? 2 : 1);
        assert.deepEqual(await withKey(faulty), { status, body });
      });

    it(`SIGKILL after a submission with a key, on ${engine.name}: a retry sends no mail`, async (test) => {
      const faulty = await start(test, engine);
      const first = await withKey(faulty);
      assert.equal(first.status, 200);
      await faulty.kill();
      await faulty.start();
      const { next, ...again } = (await withKey(faulty)).body;
      const { next: formerNext, ...before } = first.body;
      assert.deepEqual(again, before);
      // A restart on another free port has another public URL; nothing else may differ.
      assert.equal(new URL(String(next)).pathname, new URL(String(formerNext)).pathname);
      assert.equal(faulty.arrivals('the killed one'), 1);
    });
  });

  describe(`SIGKILL during a creation, on ${engine.name}`, () => {
    for (const moment of ['connect', 'message'] as const)
      it(`SIGKILL at ${moment} of a creation, on ${engine.name}: a retry makes and mails one route`, async (test) => {
        const faulty = await prepareProcess(test, { engine });
        await faulty.start();
        // A start looks at the mail server too; the connection that counts comes after that.
        await faulty.ask('GET', '/ready');
        faulty.smtp.dropSessions();
        await killDuring(faulty, moment, () => faulty.create('owner@example.com', 'one key'));
        await letMinutesPass(faulty);
        const first = await faulty.create('owner@example.com', 'one key');
        assert.equal(first.status, 200, 'the row was there before the mail');
        const second = await faulty.create('owner@example.com', 'one key');
        assert.equal(second.body.form_id, first.body.form_id);
        assert.equal(second.body.management_token, first.body.management_token);
        assert.equal(faulty.arrivals('To confirm, open this page'), moment === 'message' ? 2 : 1);
      });

    it(`SIGKILL after a creation, on ${engine.name}: the form is there`, async (test) => {
      const faulty = await prepareProcess(test, { engine });
      await faulty.start();
      const { body } = await faulty.create('owner@example.com');
      await faulty.kill();
      await faulty.start();
      assert.equal((await faulty.ask('GET', `/v1/routes/${body.form_id}`)).status, 200);
    });
  });

  // Guarantee: A form
  // after a kill, a deletion that was answered stays done
  it(`SIGKILL after a deletion was answered, on ${engine.name}: the form stays deleted`, async (test) => {
    const faulty = await start(test, engine);
    const { body } = await faulty.create('owner@example.com');
    const headers = { authorization: `Bearer ${body.management_token}` };
    const path = `/v1/routes/${body.form_id}`;
    assert.equal((await faulty.ask('DELETE', path, { headers })).status, 200);
    await faulty.kill();
    await faulty.start();
    assert.equal((await faulty.ask('GET', path)).status, 404);
    assert.equal((await faulty.submit(faulty.formId, 'still here')).status, 200);
  });
}

describeKills(SQLITE);
describeKills(await startPostgresEngine());
