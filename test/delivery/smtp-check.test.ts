import assert from 'node:assert/strict';
import { it } from 'node:test';
import { isFailure, startPool } from './start-pool.ts';
import { staySilent } from '../support/scripted-smtp.ts';

const SOON = 5_000;

it('a mail server check greets, logs in and says goodbye, and sends no message', async (test) => {
  const { smtp, pool } = await startPool(test, {}, { auth: { user: 'u', pass: 'p' } });
  await pool.check(SOON);
  await smtp.allEnded();
  assert.deepEqual(smtp.verbs, ['EHLO', 'AUTH', 'QUIT']);
  assert.equal(pool.usage.busy, 0);
});

it('a mail server check fails when the password is refused', async (test) => {
  const auth = { user: 'u', pass: 'p' };
  const { pool } = await startPool(test, {}, { auth }, { AUTH: '535 no' });
  await assert.rejects(pool.check(SOON), isFailure('refused'));
});

it('a mail server check ends at its deadline when the server says nothing', async (test) => {
  const { pool } = await startPool(test, {}, {}, { connect: staySilent });
  await assert.rejects(pool.check(100), isFailure('refused', 'ETIMEDOUT'));
  assert.equal(pool.usage.busy, 0);
});

it('a mail server check is skipped just after a message was accepted', async (test) => {
  const { smtp, pool, send } = await startPool(test);
  await send();
  smtp.script = { connect: '421 no more' };
  await pool.check(SOON);
  assert.equal(smtp.sessions(), 1);
});

it('a mail server check takes a session like a message, and waits for one within its limit', async (test) => {
  const { smtp, pool, send } = await startPool(test, { connections: 1 });
  smtp.script = { message: staySilent };
  const under = send().catch(() => undefined);
  await smtp.received(1);
  await assert.rejects(pool.check(50), isFailure('overloaded'));
  assert.equal(smtp.sessions(), 1);
  await smtp.close();
  await under;
});

it('a mail server check uses an idle session if the pool may open no more', async (test) => {
  const { smtp, pool, send } = await startPool(test, { connections: 2, proof: 0 });
  await Promise.all([send(), send()]);
  assert.equal(pool.usage.idle, 2);
  await pool.check(SOON);
  assert.deepEqual([pool.usage.idle, smtp.sessions(), smtp.verbs.at(-1)], [2, 2, 'NOOP']);
  smtp.script = { NOOP: '421 leaving', connect: '421 no more' };
  await assert.rejects(pool.check(SOON), isFailure('refused'));
});

it('a mail server check uses an idle session if the server allows no further one', async (test) => {
  const { smtp, pool, send } = await startPool(test, { proof: 0 });
  await send();
  smtp.script = { connect: '421 too many' };
  await pool.check(SOON);
  assert.deepEqual([pool.usage.idle, smtp.verbs.at(-1)], [1, 'NOOP']);
  smtp.script = { connect: '554 never' };
  await assert.rejects(pool.check(SOON), isFailure('refused'));
  smtp.script = { connect: '421 too many', NOOP: staySilent };
  await assert.rejects(pool.check(100), isFailure('refused'));
  await smtp.allEnded();
});
