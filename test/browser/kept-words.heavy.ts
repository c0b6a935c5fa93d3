import { after, describe } from 'node:test';
import { startBrowser } from '../support/browser.ts';
import { startService } from '../support/service.ts';
import { describeSentAgain } from './describe-sent-again.ts';
import { describeKeptWords } from './describe-kept-words.ts';

describe('a message that is not delivered at once', async () => {
  const browser = await startBrowser({ after });
  const service = await startService({ after });
  describeSentAgain(() => ({ browser, service }));
  describeKeptWords(() => ({ browser, service }));
});
