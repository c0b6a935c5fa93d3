import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { drip, staySilent, type Moment } from '../support/scripted-smtp.ts';
import { outcomeOf, startFaultyMail } from './faulty-mail.ts';

const MOMENTS: Moment[] = ['connect', 'EHLO', 'MAIL', 'RCPT', 'DATA', 'message'];

/** A whole service with its own deadline of 25 seconds; smtp-failures.test.ts has shorter ones. */
describe('mail servers that hang', { concurrency: true }, () => {
  for (const act of [staySilent, drip]) {
    const how = act === drip ? 'dripping' : 'silent';
    for (const moment of MOMENTS) {
      const outcome = moment === 'message' ? '503 doubtful' : '503';
      it(`a mail server ${how} at ${moment}: ${outcome}`, async (test) => {
        const mail = await startFaultyMail(test);
        mail.follow({ [moment]: act });
        assert.equal(outcomeOf(await mail.send()), outcome);
        await mail.settle();
      });
    }
  }
});
