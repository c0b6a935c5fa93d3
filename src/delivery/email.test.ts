import assert from 'node:assert/strict';
import { it } from 'node:test';
import { EncryptionTurns } from './email.ts';

it('a third mail that waits too long says when to try again', async () => {
  const turns = new EncryptionTurns(0);
  const { promise, resolve } = Promise.withResolvers<void>();
  const busy = [0, 1].map(() => turns.run('a', () => promise));
  const late = turns.run('b', () => Promise.resolve('never'));
  await assert.rejects(late, { kind: 'overloaded', retryAfterSeconds: 5, variant: 'overloaded' });
  resolve();
  await Promise.all(busy);
});
