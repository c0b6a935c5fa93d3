import assert from 'node:assert/strict';
import { after, describe, it } from 'node:test';
import { startBrowser } from '../support/browser.ts';
import { openSite } from '../support/form-site.ts';
import { startService } from '../support/service.ts';
import { until } from '../support/until.ts';

const SENT = 'Thank you. Your message was received.';
const SENDING = 'Sending…';

describe('forms as tools of agents (WebMCP)', async () => {
  const browser = await startBrowser({ after });
  const service = await startService({ after });

  for (const style of ['inline', 'script']) {
    it(`an agent fills in a form with webmcp=1 (${style}), a person sends it, and the mail says so`, async (test) => {
      const { form_id } = await service.activeRoute({ email: `${style}@example.com` });
      const path = `/v1/routes/${form_id}/install?style=${style}&webmcp=1&raw=1`;
      const { page } = await openSite(test, browser, (await service.request(path)).text);
      service.sink.mails.length = 0;
      const browserTools = await page.context().newCDPSession(page);
      // Newer than the library's list of commands.
      const devTools = browserTools as unknown as {
        send(name: string, input?: object): Promise<unknown>;
        on(name: string, listener: (event: { output?: string }) => void): void;
      };
      let told: string | undefined;
      devTools.on('WebMCP.toolResponded', ({ output = 'nothing' }) => (told = output));
      await devTools.send('WebMCP.enable');
      const { frameTree } = await browserTools.send('Page.getFrameTree');
      const input = { name: 'Ada', email: 'ada@example.com', message: 'Hello' };
      const frameId = frameTree.frame.id;
      await devTools.send('WebMCP.invokeTool', { frameId, toolName: 'contact_form', input });
      await page.locator('[name=message]:focus, button:focus').waitFor();
      assert.deepEqual(
        [await page.inputValue('[name=message]'), service.sink.mails.length],
        ['Hello', 0],
      );
      await page.getByRole('button').click();
      await page.getByText(SENT).waitFor();
      assert.match(service.sink.mails[0]?.email.text ?? '', /Hello[^]*Filled in by an AI agent/);
      await until('the answer to the agent', () => told !== undefined);
      assert.equal(told, SENT);
      await page.locator('[name=message]').fill('Again');
      await page.locator('[name=email]').fill('ada@example.com');
      await page.locator('[name=name]').fill('Ada');
      await page.getByRole('button').click();
      await until('the second mail', () => service.sink.mails.length === 2);
      assert.doesNotMatch(service.sink.mails[1]?.email.text ?? '', /AI agent/);
    });
  }

  it('an agent that submits a form again while it is being sent gets an answer', async (test) => {
    const { form_id } = await service.activeRoute({ email: 'busy@example.com' });
    const path = `/v1/routes/${form_id}/install?style=script&webmcp=1&raw=1`;
    const { page } = await openSite(test, browser, (await service.request(path)).text);
    await page.route('**/f/*', () => undefined);
    await page.locator('[name=message]').fill('Hello');
    await page.locator('[name=email]').fill('ada@example.com');
    await page.locator('[name=name]').fill('Ada');
    await page.getByRole('button').click();
    await page.locator('form[data-state=working]').waitFor();
    const told = await page.evaluate(`new Promise((resolve) => {
      const event = new SubmitEvent('submit', { bubbles: true, cancelable: true });
      Object.defineProperty(event, 'agentInvoked', { value: true });
      Object.defineProperty(event, 'respondWith', { value: resolve });
      document.querySelector('form').dispatchEvent(event);
    })`);
    assert.equal(told, SENDING);
  });
});
