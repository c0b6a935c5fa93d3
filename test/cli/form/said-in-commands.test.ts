import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { ERROR_CODES, type ErrorRow } from '../../../src/contract/error-codes.ts';
import { OPERATIONS, type OperationId } from '../../../src/contract/operations.ts';
import { refusal } from '../../../src/cli/form/refusal.ts';
import { shareFormCli } from './form-cli.ts';

/** Operations that commands of the owner call. */
const CALLED: OperationId[] = [
  ...(['createRoute', 'getRoute', 'deleteRoute', 'getSettings', 'putSettings'] as const),
  ...(['patchSettings', 'testForm', 'getCounts', 'getRouteInstall', 'submitForm'] as const),
  ...(['createAccessKey', 'listAccessKeys', 'endAccessKey'] as const),
];

/** What belongs to requests, not to commands. */
const OF_REQUESTS = /\b(?:GET|POST|PUT|PATCH) \/|`errors`|ETag|Authorization: |llms\.txt|openapi/;

it('no refusal of a command speaks of requests', () => {
  const codes = new Set(CALLED.flatMap((id) => OPERATIONS[id].errors));
  assert.ok(codes.size > 25);
  for (const code of [...codes, 'not_found'] as const) {
    const { message }: ErrorRow = ERROR_CODES[code];
    const { message: said } = refusal({ success: false, error: code, message }, null);
    // A visitor's server and a page send those, not a command.
    if (!/^invalid_(json|idempotency)|^settings_changed/.test(code)) {
      assert.doesNotMatch(said, OF_REQUESTS, code);
    }
    assert.ok(said.endsWith(` (${code})`), said);
  }
});

describe('faults of settings', () => {
  const cases: [fault: Record<string, string>, line: string][] = [
    [
      {
        path: '/redirct',
        message: 'There is no such member. Leave it out.',
        did_you_mean: 'redirect',
      },
      'redirct is not a setting. Did you mean redirect?',
    ],
    [
      { path: '/colour', message: 'There is no such member. Leave it out.' },
      'colour is not a setting.',
    ],
    [{ path: '/settings/redirect', message: 'It must be a URL.' }, 'redirect: It must be a URL.'],
    [{ path: '/targets/0/url', message: 'It is missing.' }, 'targets[0].url: It is missing.'],
    [{ path: '/alias', message: 'It is too long.' }, '--name: It is too long.'],
    [{ path: '/email', message: 'It is no address.' }, 'EMAIL: It is no address.'],
    [
      { path: '/a\u001b[31m', message: 'There is no such member.' },
      'a [31m: There is no such member.',
    ],
  ];
  for (const [fault, line] of cases)
    it(`the fault at ${JSON.stringify(fault['path'])} is said in settings and options`, () => {
      const { details } = refusal({ error: 'settings_invalid', errors: [fault] }, null);
      assert.deepEqual(
        details.map((text) => text.replace(/[^\x20-\x7e]/g, '?')),
        [line],
      );
    });
});

const cli = shareFormCli({ SMTP_URL: '', MAIL_FROM: '' });
const UNCONFIRMED = 'new@example.com';

it('a misspelt setting names the one that was meant', async () => {
  const { json, run } = cli();
  const { form_id: id } = await json(['create', UNCONFIRMED]);
  const { code, err } = await run(['set', id, 'redirct=https://example.com/']);
  assert.equal(code, 1);
  assert.match(err, /^letterslot: Some settings are not valid, so nothing was changed\./);
  assert.match(err, /^letterslot: redirct is not a setting\. Did you mean redirect\?$/m);
});

it('a form id with digits that ids never have is refused by the rule of ids', async () => {
  const { run } = cli();
  for (const id of ['cfm_0000000000000000', 'cfm_7K2MNP4QRSTVWXYI', 'x']) {
    const { code, err } = await run(['show', id]);
    assert.equal(code, 64);
    assert.match(err, /FORM_ID must be .* none of them 0, 1, I or O\./);
  }
  const { err } = await run(['show', 'cfm_AAAABBBBCCCCDDDD']);
  assert.match(err, /There is no such form here/);
});

it('form create says where the email is, and what comes next, once', async () => {
  const { run, service } = cli();
  const { out, err } = await run(['create', 'next@example.com']);
  const [, id = ''] = /^Form +(cfm_\S+)$/m.exec(out) ?? [];
  assert.match(out, new RegExp(`see http://localhost:\\d+/preview\\.$`, 'm'));
  assert.equal(out.match(/confirm/g)?.length, 1, out);
  assert.match(err, new RegExp(`^Next: letterslot form code ${id} --framework html\\|js`, 'm'));
  const withCode = await run(['create', 'next@example.com', '--framework', 'html']);
  assert.match(withCode.err, /^Next once the inbox has confirmed: letterslot form check URL/m);
  const code = await run(['code', id]);
  assert.match(code.err, new RegExp(`^Next.*: .*; then letterslot form test ${id}$`, 'm'));
  const npx = await run(['code', id], { npm_lifecycle_event: 'npx' });
  assert.match(npx.err, new RegExp(`^Next.*: npx .*; then npx letterslot form test ${id}$`, 'm'));
  const silent = await run(['create', 'next@example.com', '--json']);
  assert.doesNotMatch(silent.out + silent.err, /Next/);
  assert.equal(service.sink.mails.length, 0);
});

it('form list has the state of each form, and form show times that people read', async () => {
  const { json, print, service } = cli();
  const { form_id: id, management_token: token } = await json(['create', 'state@example.com']);
  const line = async () => (await print(['list'])).split('\n').find((one) => one.startsWith(id));
  assert.match((await line()) ?? '', / unconfirmed /);
  const preview = async (path: string) => (await fetch(`${service.url}${path}`)).text();
  const [, mail = ''] = /href="(preview\/[\w-]+)"/.exec(await preview('/preview')) ?? [];
  const [, link = ''] = /verify\?token=([\w.%-]{40,})/.exec(await preview(`/${mail}/html`)) ?? [];
  await service.confirm(decodeURIComponent(link));
  assert.match((await line()) ?? '', / active /);
  await print(['set', id, 'paused=true']);
  assert.match((await line()) ?? '', / paused /);
  assert.match(await print(['show', id]), /^Created +\d{4}-\d\d-\d\d \d\d:\d\d UTC$/m);
  assert.ok(!(await print(['list'])).includes(token));
});
