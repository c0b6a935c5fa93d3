import { after, describe } from 'node:test';
import { describeSentAgain } from '../browser/describe-sent-again.ts';
import { describeKeptWords } from '../browser/describe-kept-words.ts';
import { startService } from '../support/service.ts';
import { startFirefox } from './firefox.ts';
import { unlessInstalled } from './programs.ts';

const options = { skip: unlessInstalled('firefox-esr') };

describe('a message that is not delivered at once, in Firefox', options, async () => {
  const browser = await startFirefox();
  after(() => browser.close());
  const service = await startService({ after });
  describeSentAgain(() => ({ browser, service }));
  describeKeptWords(() => ({ browser, service }));
});
