import assert from 'node:assert/strict';
import { after, describe, it } from 'node:test';
import { startBrowser } from '../support/browser.ts';
import { startFormSite } from '../support/form-site.ts';
import { linkedToken, startService } from '../support/service.ts';
import { wordsOf } from '../../src/catalogs/languages.ts';
import { listOf } from '../support/list-of.ts';

const PAGE = `<p id="answer"></p>
<form method="post"><input name="message" value="Hello"><button>Send</button></form>
<script>
  const send = async (url, headers) => {
    const answer = document.getElementById('answer');
    try {
      const response = await fetch(url, { method: 'POST', headers, body: new URLSearchParams({ message: 'Hello' + Math.random() }) });
      const { error = 'sent' } = await response.json();
      answer.textContent = response.status + ' ' + error;
    } catch { answer.textContent = 'unreadable'; }
  };
</script>`;

describe('a form with origins in a browser', async () => {
  const browser = await startBrowser({ after });
  const service = await startService({ after });

  it('a page of an allowed origin sends and reads the answer; another one reads that it was refused', async (test) => {
    const [own, other] = [await startFormSite(test), await startFormSite(test)];
    const { form_id } = await service.activeRoute({ settings: { origins: [own.origin] } });
    const endpoint = `${service.url}/f/${form_id}`;
    // A key makes the browser ask first.
    const headers = { accept: 'application/json', 'idempotency-key': 'one-message-of-this-page' };
    const send = async (site: typeof own) => {
      site.show(PAGE);
      const { page } = await browser.visit();
      await page.goto(site.origin);
      await page.evaluate(`send(${JSON.stringify(endpoint)}, ${JSON.stringify(headers)})`);
      return page.locator('#answer').textContent();
    };
    assert.equal(await send(other), '403 origin_not_allowed');
    assert.equal(service.sink.mails.length, 0);
    assert.equal(await send(own), '200 sent');
    assert.equal(service.sink.mails.length, 1);
  });

  it('a plain form of another website gets a page that says so', async (test) => {
    const [own, other] = [await startFormSite(test), await startFormSite(test)];
    const { form_id } = await service.activeRoute({ settings: { origins: [own.origin] } });
    const press = async (site: typeof own) => {
      site.show(
        PAGE.replace('method="post"', `method="post" action="${service.url}/f/${form_id}"`),
      );
      const { page } = await browser.visit({ javaScript: false });
      await page.goto(site.origin);
      await page.getByRole('button', { name: 'Send' }).click();
      return page.getByRole('heading').textContent();
    };
    assert.equal(await press(other), 'This website may not send here');
    assert.equal(await press(own), 'Message sent');
  });

  it('the page after a confirmation tests a form with origins, without scripts', async () => {
    const settings = { origins: ['https://example.com'] };
    await service.create({ email: 'tester@example.com', settings });
    const { page } = await browser.visit({ javaScript: false });
    await page.goto(`${service.url}/v1/routes/verify?token=${service.verificationToken()}`);
    await page.getByRole('button').click();
    await page.getByRole('button', { name: wordsOf('en').start.test.button }).click();
    await page.getByRole('heading', { name: 'Message sent' }).waitFor();
  });

  it('a script of /start tests a form with origins by its management token', async () => {
    const { form_id, management_token } = await service.activeRoute({
      settings: { origins: ['https://example.com'] },
    });
    const { page } = await browser.visit();
    await page.goto(`${service.url}/start`);
    const body = JSON.stringify({ message: 'Hello', _test: true });
    const statusWith = (more: Record<string, string>) => {
      const asked = {
        method: 'POST',
        headers: { 'content-type': 'application/json', ...more },
        body,
      };
      return page.evaluate(
        `fetch('f/${form_id}', ${JSON.stringify(asked)}).then(({ status }) => status)`,
      );
    };
    assert.equal(await statusWith({ authorization: `Bearer ${management_token}` }), 200);
    assert.equal(await statusWith({}), 403, 'a test of anybody');
  });

  it('a plain form of an allowed website whose policy hides it is refused', async (test) => {
    const site = await startFormSite(test);
    const { form_id } = await service.activeRoute({ settings: { origins: [site.origin] } });
    const form = PAGE.replace(
      'method="post"',
      `method="post" action="${service.url}/f/${form_id}"`,
    );
    const headingUnder = async (policy: string) => {
      site.show(`<meta name="referrer" content="${policy}">${form}`);
      const { page } = await browser.visit({ javaScript: false });
      await page.goto(site.origin);
      await page.getByRole('button', { name: 'Send' }).click();
      return page.getByRole('heading').textContent();
    };
    const results = [];
    for (const policy of listOf(`
      no-referrer same-origin strict-origin strict-origin-when-cross-origin
    `)) {
      results.push(await headingUnder(policy));
    }
    const refused = 'This website may not send here';
    assert.deepEqual(results, [refused, refused, 'Message sent', 'Message sent']);
  });

  it('the link of a mail limits the form to the website that it came from, without scripts', async (test) => {
    const { owners } = wordsOf('de');
    const [own, other] = [await startFormSite(test), await startFormSite(test)];
    const { form_id } = await service.activeRoute({ email: 'german@example.com' });
    const submit = (origin: string) =>
      service.submit(form_id, { message: `from ${origin}` }, { origin });
    await submit(own.origin);
    const link = `${service.url}/v1/routes/origin?token=${linkedToken(service, 'origin')}`;
    const { page, problems } = await browser.visit({ locale: 'de', javaScript: false });
    const see = (title: string) =>
      page.getByRole('heading', { name: title, exact: true }).waitFor();
    await page.goto(link);
    await see(owners.origin.title);
    await page.getByText(own.origin, { exact: true }).waitFor();
    assert.equal((await submit(other.origin)).status, 200);
    await page.getByRole('button', { name: owners.origin.button, exact: true }).click();
    await see(owners.limited.title);
    assert.equal((await submit(other.origin)).json.error, 'origin_not_allowed');
    await page.goto(link);
    await see(owners.limited.title);
    assert.deepEqual(problems, []);
  });
});
