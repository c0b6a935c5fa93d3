import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { staySilent } from '../support/scripted-smtp.ts';
import { judge, startFrozen, startScripted, tellMinutes, visitSilence } from './silent-mail.ts';

/** All times are so many times as short, and visitors as many times as frequent. */
const FACTOR = 5;
const MINUTE = 60_000 / FACTOR;
const TEN_MINUTES = { factor: FACTOR, perSecond: 2 * FACTOR, silence: 10 * MINUTE };

/** Most that a visitor waits after the first minute; what the machine takes is not shorter. */
const PATIENCE = 3_000 / FACTOR + 500;

const SERVERS = [
  ['says nothing', startScripted],
  ['is stopped', startFrozen],
  ['greets and answers no message', (test) => startScripted(test, { message: staySilent })],
] as const satisfies [string, (test: Parameters<typeof startScripted>[0]) => unknown][];

describe('ten minutes of silence', { concurrency: true }, () => {
  for (const [what, start] of SERVERS)
    it(`ten minutes in which the mail server ${what}: nobody waits after the first, nothing is lost or doubled`, async (test) => {
      const mail = await start(test);
      const { service, visits, arrived, untilDelivered } = await visitSilence(
        test,
        mail,
        TEN_MINUTES,
      );
      for (const line of tellMinutes(visits, MINUTE)) test.diagnostic(`${what}: ${line}`);
      test.diagnostic(`${what}: delivered ${Math.round(untilDelivered)} ms after its return`);
      const { lost, doubled, untold } = judge(visits, arrived);
      assert.deepEqual([lost, doubled, untold], [[], [], []]);
      const late = visits.filter(({ at, waited }) => at > MINUTE && waited > PATIENCE);
      assert.deepEqual(late, []);
      const refused = visits.filter(({ status }) => status !== 200);
      assert.ok(refused.length > visits.length / 2);
      assert.ok(refused.every(({ status }) => status === 503));
      assert.ok(visits.slice(-FACTOR).every(({ status }) => status === 200));
      const lines = service.logText();
      const count = (event: string) => lines.split(`"event":"${event}"`).length - 1;
      assert.deepEqual([count('mail_server_unusable'), count('mail_server_usable')], [1, 1]);
    });
});
