import assert from 'node:assert/strict';
import { after, describe, it } from 'node:test';
import { startBrowser } from '../support/browser.ts';
import { openSite } from '../support/form-site.ts';
import { startService } from '../support/service.ts';

const SENT = 'Thank you. Your message was received.';

/** What scripts call or read on a form. */
const MEMBERS =
  `action addEventListener append attributes checkValidity closest dataset dispatchEvent
  elements enctype focus getAttribute hasAttribute id isConnected lang length method
  noValidate ownerDocument parentElement querySelector querySelectorAll reportValidity
  requestSubmit reset submit tagName target toString constructor matches children
  childNodes`.split(/\s+/);

describe('forms whose fields are named like members of a form', async () => {
  const browser = await startBrowser({ after });
  const service = await startService({ after });

  it('fields named like the members of a form break nothing', async (test) => {
    const fields = [
      ...MEMBERS.map((name) => ({ name })),
      { name: 'name', minlength: 5 },
      { name: 'photo', type: 'file' as const },
    ];
    const route = await service.activeRoute({
      email: 'owner@example.com',
      settings: { fields, files: { max_count: 1 } },
    });
    const inputs = MEMBERS.map(
      (name) => `<input aria-label="${name}" name="${name}" value="x-${name}">`,
    );
    const body = (endpoint: string) => `<form action="${endpoint}" method="post" lang="en"
      enctype="multipart/form-data"><input name="name" aria-label="Name">${inputs.join('')}
      <input type="file" name="photo" aria-label="Photo"><button>Send</button></form>`;
    const install = `/v1/routes/${route.form_id}/install?raw=1&style=`;
    for (const code of [
      `${body(route.endpoint)}<script type="module" src="${service.url}/form.js"></script>`,
      (await service.request(`${install}script`)).text,
      (await service.request(`${install}inline`)).text,
    ]) {
      const { page, problems, site } = await openSite(test, browser, code);
      service.sink.mails.length = 0;
      // The names break the browser's driver too, so the page is driven by its document.
      const send = (name: string) =>
        page.evaluate(`{
          const at = (name) => document.querySelector('[name=' + name + ']');
          for (const name of ${JSON.stringify(MEMBERS)}) at(name).value = 'x-' + name;
          at('name').value = '${name}';
          document.querySelector('form button').click();
        }`);
      await send('Ada');
      await page.waitForFunction(
        `document.activeElement === document.querySelector('[name=name][aria-invalid=true]')`,
      );
      await send('Ada Lovelace');
      await page.waitForFunction(
        `document.querySelector('[role=status]').textContent.includes('${SENT}')`,
      );
      assert.equal(new URL(page.url()).origin, site.origin);
      assert.equal(await page.evaluate(`document.querySelector('[name=name]').value`), '');
      const text = service.sink.mails[0]?.email.text ?? '';
      assert.deepEqual(
        MEMBERS.filter((name) => !text.includes(`x-${name}`)),
        [],
      );
      assert.deepEqual(
        problems.filter((problem) => !problem.startsWith('Failed to load')),
        [],
      );
    }
  });
});
