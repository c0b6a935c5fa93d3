import { after, describe } from 'node:test';
import { startBrowser } from '../support/browser.ts';
import { startService } from '../support/service.ts';
import { describePageScripts } from './page-scripts.ts';

describe('scripts of pages in Chromium', async () => {
  const browser = await startBrowser({ after });
  const service = await startService({ after });
  describePageScripts(() => ({ browser, service }));
});
