import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, it } from 'node:test';
import { parse } from 'yaml';
import { CommandError } from '../../../src/cli/command.ts';
import { ORIGINS, PAGE_CASES } from './page-cases.ts';
import { CONTROLS, FIELD_CASES, FIELDS } from './page-field-cases.ts';
import { codesOf, runCheck, type Check, type Run } from './run-check.ts';
import { runCli } from '../../support/run-cli.ts';
import { startService, type TestService } from '../../support/service.ts';
import { startWebServer } from '../../support/web-server.ts';

interface Shown {
  body: string;
  headers?: Record<string, string>;
  status?: number;
}

let service: TestService;
let site: Awaited<ReturnType<typeof startWebServer>>;
let shown: Shown = { body: '' };

before(async () => {
  service = await startService(undefined);
  site = await startWebServer(undefined, (request, response) => {
    const { body, headers, status = 200 } = shown;
    if (request.url !== '/contact')
      return void response.writeHead(302, { location: '/contact' }).end();
    response.writeHead(status, { 'content-type': 'text/html', ...headers }).end(body);
  });
});
after(() => Promise.all([site.close(), service.close()]));

const check: Check = (options, variables, path = '/contact') =>
  runCheck(site.url + path, options, variables);

for (const {
  what,
  codes,
  controls = CONTROLS,
  form = 'method="post"',
  page = '',
  headers = {},
  ...own
} of [...FIELD_CASES, ...PAGE_CASES])
  it(`form check finds [${codes.join(', ')}] for ${what}`, async () => {
    const settings = JSON.stringify({ fields: FIELDS, ...own.settings }).replace('SITE', site.url);
    const route = await service.activeRoute({ settings: JSON.parse(settings) });
    const html = `<!doctype html><body><form action="ACTION" ${form}>${controls}</form>${page}`;
    const script = new URL('/form.js', route.endpoint).href;
    const body = html
      .replaceAll('ACTION', route.endpoint)
      .replaceAll('FORM_JS', script)
      .replaceAll('SERVICE', new URL(script).origin);
    shown = { body, headers };
    const token = { LETTERSLOT_TOKEN: route.management_token ?? '' };
    const run = await check({ url: service.url }, own.withoutToken ? {} : token);
    assert.deepEqual(codesOf(run), codes, run.text);
    assert.equal(run.code, codes.some((code) => code.startsWith('problem')) ? 1 : 0);
    service.sink.mails.length = 0;
  });

/** A page with these forms, in their order. */
const show = (actions: readonly string[], more = '') => {
  const forms = actions.map(
    (action) => `<form action="${action}" method="post">${CONTROLS}</form>`,
  );
  shown = { body: forms.join('') + more };
};

const fails = async (code: number, message: RegExp, options = {}, path = '/contact') => {
  await assert.rejects(check(options, {}, path), (error) => {
    assert.ok(error instanceof CommandError, String(error));
    assert.match(error.message, message);
    assert.equal(error.exitCode, code);
    return true;
  });
};

it('form check checks every form of a page, and --form one of them', async () => {
  const routes = [await service.activeRoute(), await service.activeRoute({ alias: 'Jobs' })];
  const [first, second] = routes.map(({ form_id: id }) => id);
  show([...routes.map(({ endpoint }) => endpoint), '/search']);
  const ids = ({ report }: Run) => report.forms.map(({ form_id: id }: { form_id: string }) => id);
  assert.deepEqual(ids(await check()), [first, second]);
  const token = { LETTERSLOT_TOKEN: routes[0]?.management_token ?? '' };
  assert.deepEqual(codesOf(await check({ url: service.url }, token)), [
    'note token_of_another_form',
  ]);
  const run = await check({ form: second ?? '' });
  assert.deepEqual(ids(run), [second]);
  assert.match(run.text, new RegExp(`^${second}: A message of a visitor is delivered\\.$`, 'm'));
  assert.match(run.text, /^http:\S+\/contact: 0 problems, 0 notes$/m);
});

it('form check finds nothing in the form code of the service, whether it asks for a challenge or not', async () => {
  for (const challenge of ['off', 'always']) {
    const settings = { challenge, fields: FIELDS, origins: [site.url] };
    const { form_id: id, management_token: token } = await service.activeRoute({ settings });
    for (const style of ['inline', 'script']) {
      const code = await service.request(`/v1/routes/${id}/install?style=${style}&raw=1`);
      shown = { body: code.text };
      const run = await check({ url: service.url }, { LETTERSLOT_TOKEN: token ?? '' });
      assert.deepEqual([run.code, codesOf(run)], [0, []], run.text);
    }
  }
});

it('form check says that a page has no form, and what its scripts name', async () => {
  const { endpoint, form_id: id } = await service.activeRoute();
  show([], `<script>const ENDPOINT = '${endpoint}';</script>`);
  const run = await check();
  assert.deepEqual([run.code, codesOf(run)], [1, ['problem no_form']]);
  assert.match(run.text, new RegExp(`--form to check the rest\\. A script of it names ${id}\\.`));
});

it('form check --form checks what can be checked of a form that scripts render', async () => {
  const route = await service.activeRoute({
    settings: { origins: [site.url], fields: FIELDS },
  });
  show([]);
  const fine = await check({ form: route.form_id, url: service.url });
  assert.deepEqual([fine.code, codesOf(fine)], [0, ['note not_in_page']]);
  await service.putSettings(route, { ...ORIGINS, fields: FIELDS });
  const elsewhere = await check({ form: route.form_id, url: service.url });
  assert.deepEqual(codesOf(elsewhere), ['note not_in_page', 'problem origin_not_allowed']);
});

it('form check finds a form that is gone, that waits for its inbox, and at another address', async () => {
  const gone = await service.activeRoute();
  await service.request(`/v1/routes/${gone.form_id}`, {
    method: 'DELETE',
    headers: { authorization: `Bearer ${gone.management_token}` },
  });
  const waiting = (await service.create({ email: 'waits@example.com' })).json;
  const { endpoint } = await service.activeRoute();
  show([gone.endpoint, waiting.endpoint, endpoint.replace('localhost', '127.0.0.1')]);
  assert.deepEqual(codesOf(await check()), [
    'problem route_not_found',
    'problem not_active',
    'problem inbox_not_verified',
    'note other_address',
  ]);
});

it('form check takes a deployment that does not answer for unreachable', async () => {
  const { endpoint } = await service.activeRoute();
  show([endpoint]);
  await fails(75, /cannot be reached/, { url: 'http://127.0.0.1:1' });
});

it('form check sends a token that it was given to no deployment that only the page names', async (test) => {
  const tokens: unknown[] = [];
  const { url } = await startWebServer(test, (request, response) => {
    tokens.push(request.headers.authorization);
    response.writeHead(404, { 'content-type': 'application/json' });
    response.end('{"success":false,"error":"route_not_found","message":"No."}');
  });
  show([`${url}/f/cfm_7K2MNP4QRSTVWXYZ`]);
  await check({}, { LETTERSLOT_TOKEN: 'lsm_secret' });
  assert.deepEqual([...new Set(tokens)], [undefined]);
});

it('form check prints nothing of a page that steers a terminal', async () => {
  const { endpoint } = await service.activeRoute({
    settings: { fields: FIELDS, unknown_fields: 'refuse' },
  });
  show([], `<form action="${endpoint}">${CONTROLS}<input name="a\u001b[31m\u009b\u202eb"></form>`);
  const run = await check();
  // oxlint-disable-next-line no-control-regex -- these are what must not be there
  assert.doesNotMatch(run.text, /[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u202e]/);
  assert.match(run.text, /field_unknown/);
});

it('form check follows redirects on this machine, and to https alone', async () => {
  const { endpoint } = await service.activeRoute();
  show([endpoint]);
  const run = await check({}, {}, '/elsewhere');
  assert.equal(run.report.page, `${site.url}/contact`);
  shown = { body: '', status: 302, headers: { location: 'http://example.com/' } };
  await fails(1, /redirects to http:\/\/example\.com\/, which is not https/);
  shown = { body: '', status: 302, headers: { location: '/contact' } };
  await fails(75, /redirects more than 5 times/);
});

it('form check says what it cannot read', async () => {
  shown = { body: '', status: 404 };
  await fails(1, /answers 404/);
  shown = { body: '', status: 503 };
  await fails(75, /answers 503/);
  shown = { body: '{}', headers: { 'content-type': 'application/json' } };
  await fails(1, /is no HTML page, but “application\/json”/);
  shown = { body: 'a'.repeat(2_097_153) };
  await fails(1, /is larger than 2097152 bytes/);
  shown = { body: '<div>'.repeat(5_000) };
  await fails(1, /nested too deeply/);
});

it('the workflow in the documentation checks a page', async () => {
  const docs = readFileSync(join(import.meta.dirname, '../../../docs/command-line.md'), 'utf8');
  const [, workflow = ''] = /```yaml\n(name: Check forms\n.*?)```/s.exec(docs) ?? [];
  const { on, jobs } = parse(workflow);
  assert.deepEqual(Object.keys(on), ['schedule', 'deployment_status', 'workflow_dispatch']);
  const step = jobs.check.steps.at(-1);
  assert.deepEqual(step.env, { LETTERSLOT_TOKEN: '${{ secrets.LETTERSLOT_TOKEN }}' });
  const route = await service.activeRoute({ settings: { fields: FIELDS } });
  show([route.endpoint]);
  const args: string[] = step.run
    .replace('https://example.com/contact', `${site.url}/contact`)
    .replace('cfm_7K2MNP4QRSTVWXYZ', route.form_id)
    .replace('https://forms.example.com', service.url)
    .split(' ');
  assert.deepEqual(args.slice(0, 2), ['npx', 'letterslot']);
  const env = { HOME: service.folder, LETTERSLOT_TOKEN: route.management_token ?? '' };
  const fine = await runCli(env, args.slice(2));
  assert.deepEqual(
    [fine.code, fine.err.replace(/^Next: letterslot form test \S+\n$/, '')],
    [0, ''],
  );
  assert.match(fine.out, /is delivered\.\n\S+\/contact: 0 problems, 0 notes\n$/);
  const wrong = await runCli(env, ['form', 'check', 'http://example.com/']);
  assert.equal(wrong.code, 64);
});
