import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import type { RequestListener } from 'node:http';
import { join } from 'node:path';
import { after, before, it } from 'node:test';
import { runCli } from '../support/run-cli.ts';
import { newTempFolder } from '../support/temp-folder.ts';
import { startWebServer } from '../support/web-server.ts';

/** A title, a cleared screen in two spellings, a line like a verdict, and reversed text. */
const HOSTILE =
  'a\u001b]0;owned\u0007\u001b[2J\u009b2J\r\nProven: everything\u2028\u202egnp\u2066\u200f';

const STEERS = /(?!\n)[\p{Cc}\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]/u;

const ID = 'cfm_7K2MNP4QRSTVWXYZ';

const REFUSAL = JSON.stringify({
  success: false,
  error: HOSTILE,
  message: HOSTILE,
  errors: [{ path: HOSTILE, message: `${HOSTILE}!` }],
  reasons: { [HOSTILE]: HOSTILE },
});

const answer: RequestListener = (request, response) => {
  const action = `${site.url}/f/${ID}`;
  const page = `<form method="post" action="${action}"><input name="${HOSTILE}" required pattern="["></form>
    <form method="${HOSTILE}" action="${action}"></form>`;
  switch (request.url ?? '') {
    case '/page':
      return void response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' }).end(page);
    case '/type':
      return void response.writeHead(200, { 'content-type': 'text/\u009b2J' }).end();
    case '/away':
      return void response.writeHead(302, { location: 'http://a.example/\u009b2J' }).end();
    default:
      response.writeHead(409, { 'content-type': 'application/json' }).end(REFUSAL);
  }
};

let site: Awaited<ReturnType<typeof startWebServer>>;
before(async () => (site = await startWebServer(undefined, answer)));
after(() => site.close());

/** Commands by what is hostile in what they read. */
const CASES: readonly [string, (url: string, file: string) => string[]][] = [
  ['the name of a command', () => [HOSTILE]],
  ['an option', () => ['doctor', `--${HOSTILE}`]],
  ['the name of a file', () => ['verify-receipt', HOSTILE]],
  ['a receipt', (_url, file) => ['verify-receipt', file]],
  ['a key set', (url, file) => ['verify-receipt', file, '--keys', `${url}/${HOSTILE}`]],
  ['a mailbox', (_url, file) => ['collect', file, '--out', `${file}.csv`]],
  ['the answer of a deployment', (url) => ['form', 'show', ID, '--url', url]],
  ['the form of a page', (url) => ['form', 'check', `${url}/page`]],
  ['the type of a page', (url) => ['form', 'check', `${url}/type`]],
  ['a redirect', (url) => ['form', 'check', `${url}/away`]],
];

for (const [what, argsOf] of CASES)
  it(`nothing steers the terminal or begins a line: ${what}`, async () => {
    const folder = newTempFolder('hostile-words');
    const file = join(folder, 'a.txt');
    writeFileSync(file, HOSTILE);
    const args = argsOf(site.url, file);
    const { code, out, err } = await runCli({ XDG_CONFIG_HOME: folder, HOME: folder }, args);
    assert.notEqual(code, 0);
    assert.doesNotMatch(out + err, STEERS);
    assert.doesNotMatch(out + err, /^Proven/m);
  });
