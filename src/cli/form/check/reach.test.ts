import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import type { RequestListener } from 'node:http';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { it, type TestContext } from 'node:test';
import { TEST_CA } from '../../../../test/support/webhook-receiver.ts';
import { isPublicAddress } from '../../../delivery/http/public-address.ts';
import { CommandError } from '../../command.ts';
import { checkForm } from './check-form.ts';
import { fetchPage, fetchScript } from './fetch-page.ts';
import { openReach } from './reach.ts';
import { readPage } from './read-page.ts';

const tls = (name: string) =>
  readFileSync(join(import.meta.dirname, '../../../../test/support/tls', name), 'utf8');

/** Stands for an address in the internet: both are this machine. */
const PUBLIC = '127.0.0.2';
const PRIVATE = '127.0.0.1';

const isPublic = (address: string) => address === PUBLIC || isPublicAddress(address);

/** Answers with these addresses, a list for each look-up; the last list stays. */
function answering(...lists: string[][]) {
  const left = [...lists];
  return async (name: string) => {
    if (!name.endsWith('example.com')) throw new Error('ENOTFOUND');
    const [next = []] = left.length > 1 ? left.splice(0, 1) : left;
    return next.map((address) => ({ address, family: address.includes(':') ? 6 : 4 }));
  };
}

/** A public and a local server on one port, both with a certificate of hooks.example.com. */
async function startBoth(test: TestContext, answer: RequestListener) {
  const asked = { public: 0, private: 0 };
  const listen = async (of: keyof typeof asked, address: string, port: number) => {
    const server = createServer({ key: tls('server.key'), cert: tls('server.pem') }, answer);
    server.on('connection', () => void (asked[of] += 1));
    await new Promise<void>((resolve) => void server.listen(port, address, resolve));
    test.after(() => {
      server.closeAllConnections();
      server.close();
    });
    return (server.address() as AddressInfo).port;
  };
  const port = await listen('private', PRIVATE, 0);
  await listen('public', PUBLIC, port);
  return { asked, port, page: new URL(`https://hooks.example.com:${port}/contact`) };
}

const HTML = { 'content-type': 'text/html' };
const FORM_ID = 'cfm_7K2MNP4QRSTVWXYZ';

const typedPublic = (resolve = answering([PUBLIC])) =>
  openReach(new URL('https://hooks.example.com/'), { resolve, isPublic, ca: TEST_CA });

it('a page in the internet leads to no address of this machine or network', async () => {
  const hosts = ['127.0.0.1', 'localhost', '[::1]', '10.0.0.1', '192.168.1.1', '169.254.169.254'];
  const spelled = ['2130706433', '0x7f.1', '0', '[::]', '[::ffff:7f00:1]', '[64:ff9b::7f00:1]'];
  const page = new URL('https://8.8.8.8/contact');
  const [fromPublic, fromHere] = [await typedPublic(), await openReach(new URL('https://[::1]'))];
  for (const host of [...hosts, ...spelled, '[fd00::1]', '[::ffff:127.0.0.1]']) {
    const there = new URL(`https://${host}/`);
    assert.equal(await fromPublic.mayLead(page, there), false, host);
    assert.equal(await fromHere.mayLead(new URL('https://localhost/'), there), true, host);
    assert.equal(await fromHere.mayLead(page, there), false, `${host}, by way of the internet`);
    if (host === 'localhost') continue;
    await assert.rejects(fromPublic.fetch(there, {}), ({ cause }: Error) => {
      assert.equal((cause as NodeJS.ErrnoException).code, 'EFORBIDDENADDRESS', host);
      return true;
    });
  }
  assert.equal(await fromPublic.mayLead(page, new URL('https://1.1.1.1/')), true);
});

it('a page over https leads to nothing without it', async () => {
  const there = new URL('http://127.0.0.1:8080/');
  const { mayLead } = await openReach(new URL('http://localhost/'));
  assert.equal(await mayLead(new URL('https://localhost/'), there), false);
  assert.equal(await mayLead(new URL('http://localhost/'), there), true);
});

const LOCAL = (port: number) => [
  `https://127.0.0.1:${port}/admin`,
  `https://[::ffff:127.0.0.1]:${port}/admin`,
  `https://localhost:${port}/admin`,
  `http://127.0.0.1:${port}/admin`,
  `//127.0.0.1:${port}/admin`,
];

it('a page in the internet that redirects to this machine is a fault, and gets no request there', async (test) => {
  let location = '';
  const { asked, port, page } = await startBoth(test, ({ url }, response) => {
    const next = url === '/contact' ? `/hop?${FORM_ID}` : location;
    response.writeHead(302, { location: next }).end();
  });
  for (const place of LOCAL(port)) {
    location = place;
    await assert.rejects(fetchPage(page, await typedPublic()), (error) => {
      assert.ok(error instanceof CommandError);
      assert.match(error.message, /redirects to .*, where a page may not lead/);
      return true;
    });
  }
  assert.deepEqual([asked.private, asked.public > 0], [0, true]);
});

it('a form or script of this machine that a public page names is reported and gets no request', async (test) => {
  let base = '';
  const { asked, port, page } = await startBoth(test, (_request, response) => {
    const html = `<form method="post" action="${base}/f/${FORM_ID}"><input name="a"></form>`;
    response.writeHead(200, HTML).end(html);
  });
  for (const place of LOCAL(port)) {
    const action = new URL(place, page);
    base = action.origin;
    action.pathname = `/f/${FORM_ID}`;
    const reach = await typedPublic();
    const seen = readPage(await fetchPage(page, reach));
    const [form] = seen.forms;
    assert.ok(form);
    const client = { url: base, formId: FORM_ID, token: undefined };
    const own = { form, action, base, formId: FORM_ID };
    const { outcome, findings } = await checkForm(seen, own, client, reach);
    const codes = findings.map(({ code }) => code);
    assert.deepEqual([outcome, codes], ['refused', ['private_address']], place);
    assert.equal(await fetchScript(new URL(`${base}/form.js`), page, reach), undefined);
  }
  assert.equal(asked.private, 0);
});

it('a name that changes its address after it was checked leads to the one that was checked', async (test) => {
  const { asked, port, page } = await startBoth(test, (_request, response) => {
    response.writeHead(200, { 'content-type': 'application/json' });
    response.end('{"success":false,"error":"route_not_found","message":"No such form."}');
  });
  const base = `https://hooks.example.com:${port}`;
  const action = new URL(`${base}/f/${FORM_ID}`);
  const html = `<form method="post" action="${action.href}"><input name="a"></form>`;
  const seen = readPage({ url: page, headers: new Headers(), html });
  const [form] = seen.forms;
  assert.ok(form);
  const reach = await typedPublic(answering([PUBLIC], [PRIVATE]));
  const client = { url: base, formId: FORM_ID, token: undefined };
  const own = { form, action, base, formId: FORM_ID };
  const { findings } = await checkForm(seen, own, client, reach);
  assert.deepEqual(
    findings.map(({ code }) => code),
    ['route_not_found'],
  );
  assert.deepEqual(asked, { public: 1, private: 0 });
});

it('a page whose name has a private address first, or one among others, leads nowhere else', async (test) => {
  let location = '';
  const { asked, port, page } = await startBoth(test, (_request, response) => {
    response.writeHead(302, { location }).end();
  });
  location = `https://127.0.0.1:${port}/admin`;
  const mixed = await typedPublic(answering([PUBLIC, PRIVATE]));
  await assert.rejects(fetchPage(page, mixed), /EFORBIDDENADDRESS/);
  assert.deepEqual(asked, { public: 0, private: 0 });
  const first = await typedPublic(answering([PRIVATE], [PUBLIC]));
  await assert.rejects(fetchPage(page, first));
  assert.equal(asked.public, 0, 'it is the page in the network, or none');
});
