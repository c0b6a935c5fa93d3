import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { describe, it } from 'node:test';
import { checkForm } from './check-form.ts';
import { fetchScript } from './fetch-page.ts';
import { mayLead } from './reach.ts';
import { readPage } from './read-page.ts';

const PUBLIC = new URL('https://8.8.8.8/contact');

describe('where a page leads form check', () => {
  it('a page in the internet leads to no address of this machine or network', async () => {
    const hosts = ['127.0.0.1', 'localhost', '[::1]', '10.0.0.1', '192.168.1.1', '169.254.169.254'];
    for (const host of [...hosts, '[fd00::1]', '[::ffff:127.0.0.1]']) {
      assert.equal(await mayLead(PUBLIC, new URL(`https://${host}/`)), false, host);
      assert.equal(await mayLead(new URL('https://localhost/'), new URL(`https://${host}/`)), true);
    }
    assert.equal(await mayLead(PUBLIC, new URL('https://1.1.1.1/')), true);
  });

  it('a page over https leads to nothing without it', async () => {
    const there = new URL('http://127.0.0.1:8080/');
    assert.equal(await mayLead(new URL('https://localhost/'), there), false);
    assert.equal(await mayLead(new URL('http://localhost/'), there), true);
  });

  it('a local form or script that a public page names is reported and gets no request', async (test) => {
    let asked = 0;
    const server = createServer((_request, response) => {
      asked += 1;
      response.end('{}');
    });
    await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
    test.after(() => void server.close());
    const base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    const formId = 'cfm_7K2MNP4QRSTVWXYZ';
    const action = new URL(`${base}/f/${formId}`);
    const html = `<form method="post" action="${action.href}"><input name="a"></form>`;
    const page = readPage({ url: PUBLIC, headers: new Headers(), html });
    const [form] = page.forms;
    assert.ok(form);
    const client = { url: base, formId, token: undefined };
    const report = await checkForm(page, { form, action, base, formId }, client);
    assert.equal(report.outcome, 'refused');
    assert.deepEqual(
      report.findings.map(({ code }) => code),
      ['private_address'],
    );
    assert.equal(await fetchScript(new URL(`${base}/form.js`), PUBLIC), undefined);
    assert.equal(asked, 0);
  });
});
