import assert from 'node:assert/strict';
import { it } from 'node:test';
import type { FormSettings } from '../../src/contract/form-settings.ts';
import type { TestBrowser } from '../support/browser.ts';
import { openSite } from '../support/form-site.ts';
import type { TestService } from '../support/service.ts';

/** A page that may not read the service's answers, on a host that test browsers cannot find. */
const THANKS = 'https://www.example.com/thanks';

interface Case {
  what: string;
  /** What stands in the form beside its message. */
  fields?: string;
  settings?: FormSettings;
  /** The script of the page, which calls `sent` or `failed` with the answer. */
  script: string;
  /** Behind the address of the form. */
  suffix?: string;
  /** What the page says in the end. */
  says?: string;
}

const redirect: FormSettings = { redirect: THANKS };

const xhr = (headers: Record<string, string>, body: string) => `
  const request = new XMLHttpRequest();
  request.open('POST', form.action);
  request.withCredentials = true;
  for (const [name, value] of Object.entries(${JSON.stringify(headers)})) request.setRequestHeader(name, value);
  request.onload = () => (request.status === 200 ? sent : failed)(request.responseText);
  request.onerror = () => failed('Network Error');
  request.send(${body});`;

const ENCODED = 'new URLSearchParams(new FormData(form)).toString()';

/** Scripts as pages have them that were made for other services. */
const CASES: readonly Case[] = [
  {
    what: 'of a moved Netlify page',
    fields: `<input type="hidden" name="form-name" value="contact"><input type="hidden" name="_redirect" value="${THANKS}">`,
    script: `fetch(form.action, { method: 'POST', headers: { 'Content-Type': 'application/x-www-form-urlencoded' },
      body: ${ENCODED} }).then(() => sent(), (error) => failed(error));`,
  },
  {
    what: 'made for /ajax/ of FormSubmit, with _next',
    fields: `<input type="hidden" name="_next" value="${THANKS}">`,
    script: `fetch(form.action, { method: 'POST', body: new FormData(form) })
      .then((response) => response.json()).then(({ success }) => success === true && sent()).catch(failed);`,
  },
  {
    what: 'without Accept, whose owner has set a redirect',
    settings: redirect,
    script: `fetch(form.action, { method: 'POST', body: new FormData(form) })
      .then((response) => (response.ok ? sent : failed)(response.status)).catch(failed);`,
  },
  {
    what: 'made for Formspree, which reads ok',
    script: `fetch(form.action, { method: 'POST', body: new FormData(form), headers: { Accept: 'application/json' } })
      .then((response) => response.json()).then((data) => (data.ok ? sent : failed)(data.error)).catch(failed);`,
  },
  {
    what: "with credentials: 'include', a header of its own and a slash behind the address",
    settings: redirect,
    suffix: '/',
    script: `fetch(form.action, { method: 'POST', credentials: 'include', body: new FormData(form),
      headers: { 'X-CSRF-Token': 'a' } }).then((response) => response.json())
      .then((data) => (data.ok ? sent : failed)(data.error)).catch(failed);`,
  },
  {
    what: 'with JSON and credentials, as axios sends it',
    settings: redirect,
    script: xhr(
      { Accept: 'application/json, text/plain, */*', 'Content-Type': 'application/json' },
      'JSON.stringify(Object.fromEntries(new FormData(form)))',
    ),
  },
  {
    what: 'with xhrFields of jQuery',
    settings: redirect,
    script: xhr(
      { Accept: '*/*', 'Content-Type': 'application/x-www-form-urlencoded; charset=UTF-8' },
      ENCODED,
    ),
  },
  {
    what: 'with credentials, which reads why it was refused',
    settings: { fields: [{ name: 'name', required: true }, { name: 'message' }] },
    script: `fetch(form.action, { method: 'POST', credentials: 'include', body: new FormData(form) })
      .then((response) => response.json()).then((data) => failed(data.error)).catch(failed);`,
    says: 'failed submission_invalid',
  },
  {
    what: 'with credentials, of a website that the form does not list',
    settings: { origins: ['https://other.example'] },
    script: `fetch(form.action, { method: 'POST', credentials: 'include', body: new FormData(form) })
      .then((response) => response.json()).then((data) => failed(data.error)).catch(failed);`,
    says: 'failed origin_not_allowed',
  },
];

/** What scripts of pages and pages without one meet in a real browser. */
export function describePageScripts(start: () => { browser: TestBrowser; service: TestService }) {
  for (const { what, fields = '', settings = {}, script, suffix = '', says = 'sent' } of CASES)
    it(`the script of a page ${what}, reads what became of the message`, async (test) => {
      const { browser, service } = start();
      const email = `${crypto.randomUUID()}@example.com`;
      const { endpoint } = await service.activeRoute({ email, settings });
      service.sink.mails.length = 0;
      const { page } = await openSite(
        test,
        browser,
        `<form action="${endpoint}${suffix}" method="post">${fields}<input name="message"><button>Send</button></form>
        <p id="said"></p><script>
          const form = document.querySelector('form');
          const say = (text) => (document.getElementById('said').textContent = text);
          const sent = () => say('sent');
          const failed = (reason) => say('failed ' + reason);
          form.addEventListener('submit', (event) => { event.preventDefault(); ${script} });
        </script>`,
      );
      await page.locator('[name=message]').fill('Hello');
      await page.locator('button').click();
      const said = await page.locator('#said:not(:empty)').innerText();
      assert.equal(said, says);
      assert.equal(service.sink.mails.length, says === 'sent' ? 1 : 0);
    });

  it('a form without method leads to a page that says that nothing was sent', async (test) => {
    const { browser, service } = start();
    const email = `${crypto.randomUUID()}@example.com`;
    const { endpoint } = await service.activeRoute({ email });
    service.sink.mails.length = 0;
    const { page } = await openSite(
      test,
      browser,
      `<form action="${endpoint}"><input name="message"><button>Send</button></form>`,
    );
    await page.locator('[name=message]').fill('Lovelace');
    await page.locator('button').click();
    await page.getByRole('heading', { name: 'Your message was not sent' }).waitFor();
    assert.doesNotMatch(await page.locator('body').innerText(), /Lovelace/);
    assert.equal(service.sink.mails.length, 0);
  });
}
