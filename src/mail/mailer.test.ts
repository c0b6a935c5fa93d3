import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { MailFailure, sendOrRefund, sendOrRefuse } from './mailer.ts';

const refused = new MailFailure('refused', 'EREPLY', 550);
const doubtful = new MailFailure('doubtful', 'ECONNRESET');
const fault = new TypeError('a mistake');

const fails = (error: Error) => () => Promise.reject(error);
const succeeds = () => Promise.resolve();

describe('a mail that a budget has counted', () => {
  const cases = [
    { name: 'was refused', send: fails(refused), refunds: 1 },
    { name: 'could not be written', send: fails(fault), refunds: 1 },
    { name: 'may have arrived', send: fails(doubtful), refunds: 0 },
    { name: 'was sent', send: succeeds, refunds: 0 },
  ];
  for (const { name, send, refunds } of cases) {
    it(`a counted mail that ${name} is given back ${refunds} times`, async () => {
      let given = 0;
      const refund = () => {
        given += 1;
        return Promise.resolve();
      };
      const [outcome] = await Promise.allSettled([sendOrRefund(send, refund)]);
      assert.equal(outcome.status, send === succeeds ? 'fulfilled' : 'rejected');
      assert.equal(given, refunds);
    });
  }
});

describe('a mail that a request waits for', () => {
  const kinds: string[] = [];
  const sendWith = (send: () => Promise<void>) =>
    sendOrRefuse(send, 'Not sent.', ({ kind }) => kinds.push(kind));

  it('a mail that was refused refuses the request, and is reported', async () => {
    await assert.rejects(sendWith(fails(refused)), { code: 'delivery_failed', cause: refused });
    assert.deepEqual(kinds.splice(0), ['refused']);
  });

  it('a mail that may have arrived is reported, and the request goes on', async () => {
    assert.equal(await sendWith(fails(doubtful)), false);
    assert.deepEqual(kinds.splice(0), ['doubtful']);
  });

  it('a mail that was sent is not reported, and a mistake is thrown as it is', async () => {
    assert.equal(await sendWith(succeeds), true);
    await assert.rejects(sendWith(fails(fault)), fault);
    assert.deepEqual(kinds, []);
  });
});
