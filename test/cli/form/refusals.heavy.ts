import assert from 'node:assert/strict';
import { globSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { it } from 'node:test';
import { CLOSED_PORT } from '../../support/own-port.ts';
import { runCli } from '../../support/run-cli.ts';
import { startWebServer } from '../../support/web-server.ts';
import { shareFormCli } from './form-cli.ts';

const UNKNOWN = 'cfm_7K2MNP4QRSTVWXYZ';

const cli = shareFormCli();

it('a token comes from a file or from the environment, and a wrong one is refused', async () => {
  const { newForm, run, config } = cli();
  const other = { XDG_CONFIG_HOME: `${config}-other` };
  const [first, second] = [await newForm(), await newForm()];
  const wrong = await run(['delete', first.id, '--yes'], {
    ...other,
    LETTERSLOT_TOKEN: second.token,
  });
  assert.equal(wrong.code, 1);
  assert.match(wrong.err, /\(management_token_invalid\)$/m);
  assert.doesNotMatch(wrong.err, /lsm_/);
  const file = join(config, 'token.txt');
  writeFileSync(file, `${first.token}\n`);
  assert.equal((await run(['delete', first.id, '--yes', '--token-file', file], other)).code, 0);
  const given = await run(['delete', second.id, '--yes'], {
    ...other,
    LETTERSLOT_TOKEN: second.token,
  });
  assert.equal(given.code, 0);
});

it('the token of one deployment is not sent to another one', async (test) => {
  const { newForm, run } = cli();
  const { id } = await newForm();
  let asked = 0;
  const { url } = await startWebServer(test, (_request, answer) => {
    asked += 1;
    answer.end('{}');
  });
  const { code, err } = await run(['delete', id, '--yes', '--url', url]);
  assert.equal(code, 1);
  assert.match(err, /its token is not sent to/);
  assert.equal(asked, 0);
});

it('a deployment cannot steer the terminal, nor write outside of the folder of its code', async (test) => {
  const { run, config } = cli();
  const steering = '\u001b]0;a\u0007\u009b31m\u202e';
  let path = 'form.html';
  const { url } = await startWebServer(test, (_request, answer) => {
    const files = [{ path, content: steering }];
    answer.end(JSON.stringify({ success: true, files, notes: [steering] }));
  });
  const printed = await run(['code', UNKNOWN, '--url', url]);
  const inJson = await run(['code', UNKNOWN, '--url', url, '--json']);
  for (const { code, out, err } of [printed, inJson]) {
    assert.equal(code, 0);
    assert.doesNotMatch(out + err, /(?!\n)\p{Cc}/u);
  }
  assert.equal(JSON.parse(inJson.out).notes[0], steering);
  assert.doesNotMatch(inJson.out, /\u202e/);
  for (path of ['../evil', '/tmp/evil', '.git/config', 'a/../../evil', 'a\\b', 'a\nb']) {
    const { code, err } = await run(['code', UNKNOWN, '--url', url, '--out', config]);
    assert.equal(code, 1, path);
    assert.match(err, /names a file outside of the folder; nothing was written/);
  }
});

it('a deployment that is away, or is none, gets a sentence and exit code 75', async (test) => {
  const { run, service } = cli();
  const nothing = `http://127.0.0.1:${CLOSED_PORT}`;
  const away = await run(['show', UNKNOWN, '--url', nothing, '--json']);
  assert.equal(away.code, 75);
  assert.match(away.err, /^letterslot: http:\S+ cannot be reached \(ECONNREFUSED\)/);
  assert.equal(JSON.parse(away.out).error, 'unreachable');
  const { url } = await startWebServer(test, (_request, answer) => {
    answer.writeHead(302, { location: `${service.url}/` }).end();
  });
  const moved = await run(['show', UNKNOWN, '--url', url]);
  assert.equal(moved.code, 75);
  assert.match(moved.err, /redirects to http/);
});

it('a form that does not exist: exit code 1 and the code of the service', async () => {
  const { code, err, out } = await cli().run(['show', UNKNOWN, '--json']);
  assert.equal(code, 1);
  assert.match(err, /\(route_not_found\)\n$/);
  assert.equal(JSON.parse(out).error, 'route_not_found');
});

it('form create refuses a wrong address with the words of the service, and saves nothing', async () => {
  const { run, config } = cli();
  const before = globSync(`${config}/forms/*/*`).length;
  const { code, err } = await run(['create', 'nobody']);
  assert.equal(code, 1);
  assert.match(err, /\(invalid_email\)\n$/);
  const several = await run(['create', 'nobody', '--name', '\t', 'redirct=x']);
  const said = several.err.trimEnd().split('\n');
  assert.match(said[0] ?? '', /\(invalid_email\)$/);
  assert.match(said[1] ?? '', /^letterslot: --name: /);
  assert.match(said[2] ?? '', /^letterslot: redirct is not a setting\. Did you mean redirect\?$/);
  assert.equal(globSync(`${config}/forms/*/*`).length, before);
});

it('form create makes no form where its token cannot be kept', async () => {
  const { run, service, config } = cli();
  service.sink.mails.length = 0;
  mkdirSync(`${config}-blocked`, { recursive: true });
  writeFileSync(`${config}-blocked/letterslot`, 'a file');
  const blocked = { XDG_CONFIG_HOME: `${config}-blocked` };
  const { code, err } = await run(['create', 'blocked@example.com'], blocked);
  assert.equal(code, 1);
  assert.match(err, /cannot be written \((ENOTDIR|EEXIST)\)/);
  assert.equal(service.sink.mails.length, 0);
});

const misuses: [args: string, sentence: RegExp][] = [
  ['', /form needs one of: create, /],
  ['create', /Name an inbox: letterslot form create you@/],
  ['create a@example.com --framework cobol', /--framework must be one of: html, /],
  ['create a@example.com --url ftp://x', /--url must be an http/],
  ['show cfm_short', /FORM_ID must be/],
];
for (const [args, sentence] of misuses)
  it(`letterslot form ${args}: exit code 64 and a sentence`, async () => {
    const { code, err } = await runCli({}, ['form', ...args.split(' ').filter(Boolean)]);
    assert.equal(code, 64);
    assert.match(err, sentence);
  });
