import assert from 'node:assert/strict';
import { text } from 'node:stream/consumers';
import { after, before, it, type TestContext } from 'node:test';
import { RESERVED_NAMES } from '../../../src/fields/field-names.ts';
import { startService, type TestService } from '../../support/service.ts';
import { isDelivery } from '../../support/smtp-sink.ts';
import { startWebServer } from '../../support/web-server.ts';
import { CONTROLS } from './page-field-cases.ts';
import { runCheck } from './run-check.ts';

let service: TestService;
let site: Awaited<ReturnType<typeof startWebServer>>;
let page = '';
let shown = '';

before(async () => {
  service = await startService(undefined);
  site = await startWebServer(undefined, (_request, response) => {
    response.writeHead(200, { 'content-type': 'text/html' }).end(shown);
  });
  page = `${site.url}/contact`;
});
after(() => Promise.all([site.close(), service.close()]));

/** The address of a form at another service, which answers posts and polls with the same JSON. */
async function startOther(test: TestContext, answer: string) {
  const posts: string[] = [];
  const { url } = await startWebServer(test, (request, response) => {
    void text(request).then((body) => {
      if (request.method === 'POST') posts.push(body);
      response.writeHead(200, { 'content-type': 'application/json' }).end(answer);
    });
  });
  return { posts, endpoint: `${url}/f/cfm_7K2MNP4QRSTVWXYZ` };
}

// Guarantee: A form
it('the command form check sends nothing, whatever fields the page has that steer the service', async () => {
  const { endpoint, form_id: id } = await service.activeRoute();
  const off = ['false', '0', 'off', ' no '].map(
    (value) => `<input type="hidden" name="_dry_run" value="${value}">`,
  );
  const others = ['_test', '_agent', '_letterslot_site'].map(
    (name) => `<input type="hidden" name="${name}" value="true">`,
  );
  const code = (script: string) => `<script src="${service.url}/${script}"></script>`;
  for (const enctype of ['', 'multipart/form-data', 'text/plain'])
    for (const script of ['', code('form.js')]) {
      const form = `<form method="post" enctype="${enctype}" action="${endpoint}">${off.join('')}${CONTROLS}${others.join('')}</form>`;
      shown = form + script;
      assert.equal((await runCheck(page)).report.forms[0].form_id, id);
    }
  assert.equal(service.sink.mails.filter(isDelivery).length, 0);
});

it('form check sends none of the reserved fields that a page sets, but traps', async (test) => {
  const answer = '{"success":true,"status":"active","endpoint":"x","dry_run":true}';
  const { posts: bodies, endpoint } = await startOther(test, answer);
  const names = [...Object.values(RESERVED_NAMES).flat(), '_letterslot_site', 'altcha', '_cc'];
  const controls = [
    (name: string) => `<input type="hidden" name="${name}" value="of-page">`,
    (name: string) => `<input name="${name}" value="of-page" required>`,
    (name: string) => `<input type="checkbox" name="${name}" value="of-page" checked>`,
    (name: string) => `<textarea name="${name}" required>of-page</textarea>`,
  ];
  const spellings = (name: string) => [name, name.toUpperCase(), ` ${name} `];
  for (const enctype of ['', 'multipart/form-data', 'text/plain'])
    for (const control of controls) {
      const set = names.flatMap(spellings).map(control).join('');
      shown = `<form method="post" enctype="${enctype}" action="${endpoint}">${set}${CONTROLS}</form>`;
      await runCheck(page);
    }
  assert.equal(bodies.length, 24);
  for (const body of bodies) {
    const sent = Array.from(body.matchAll(/name="([^"]*)"|(?:^|&|\r\n)([^=&\r\n-]+)=/g));
    const found = sent.map(([, one, two]) => decodeURIComponent(one ?? two ?? '').trim());
    assert.ok(found.includes('message') && found.includes('_gotcha'), body);
    const typed = new Set(['subject', 'email', '_replyto', 'replyto', '_gotcha', '_dry_run']);
    const reserved = found.map((name) => name.toLowerCase()).filter((name) => names.includes(name));
    assert.deepEqual(
      reserved.filter((name) => !typed.has(name)),
      [],
      body,
    );
    assert.equal(reserved.filter((name) => name === '_dry_run').length, 1);
    assert.match(body, /_dry_run(?:=|"\r\n\r\n)true/);
  }
  const ofPage = bodies.filter((body) => body.includes('of-page'));
  assert.equal(ofPage.length, 6, 'a box is ticked, as its visitor would');
});

it('form check ends with a fault where the service does not say that it was a dry run', async (test) => {
  const answer = '{"success":true,"status":"active","endpoint":"https://x.example/f/x"}';
  const { posts, endpoint } = await startOther(test, answer);
  shown =
    `<form method="post" action="${endpoint}"><input type="hidden" name="_dry_run" value="false"><input type="hidden" name="_test" value="on">${CONTROLS}</form>`.repeat(
      2,
    );
  await assert.rejects(runCheck(page), /does not say that the check was a dry run/);
  assert.deepEqual(posts.join('&').match(/_dry_run=\w+|_test=/g), ['_dry_run=true']);
  assert.equal(posts.length, 1);
});
