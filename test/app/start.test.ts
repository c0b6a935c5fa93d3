import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { mkdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { after, describe, it } from 'node:test';
import { checkLogLine } from '../support/check-log-line.ts';
import { READY, runService as run } from '../support/service-process.ts';
import { startSmtpSink } from '../support/smtp-sink.ts';
import { newTempFolder } from '../support/temp-folder.ts';

/** A mail server that does not answer. */
const MAIL = { SMTP_URL: 'smtp://127.0.0.1:1', MAIL_FROM: 'forms@example.com' };

describe('start', () => {
  it('a start on a terminal prints in six lines what, where, mail, data and what to try', async (test) => {
    const { until } = run(test, {}, { terminal: true });
    const lines = (await until(READY)).trimEnd().split('\n');
    assert.equal(lines.length, 6);
    const [what = '', where = '', mail = '', data = '', page = ''] = lines;
    assert.ok(what.includes(process.version));
    assert.match(where, /^Listening on http:\/\/localhost:\d+$/);
    assert.match(mail, /preview mailbox at http:\/\/localhost:\d+\/preview/);
    assert.match(data, /x\.db/);
    assert.match(page, /^Open http:\/\/localhost:\d+\/start to make a form in a browser$/);
  });

  const places: [env: Record<string, string>, line: RegExp][] = [
    [
      { ...MAIL, PUBLIC_URL: 'https://forms.example.com/base' },
      /^Listening on http:\/\/localhost:[1-9]\d*, known as https:\/\/forms\.example\.com\/base$/m,
    ],
    [{ HOST: '127.0.0.2' }, /^Listening on http:\/\/127\.0\.0\.2:(\d+), known as http:.*:\1$/m],
    [
      { ...MAIL, HOST: '0.0.0.0' },
      /^Listening on http:\/\/localhost:\d+ and every address of this machine$/m,
    ],
    [{ HOST: '[::1]' }, /^Try: curl -X POST 'http:\/\/\[::1\]:\d+\/v1\/routes' /m],
    [{ HOST: '127.0.0.1' }, /^Open http:\/\/localhost:\d+\/start to make/m],
    [{ HOST: 'localhost' }, /^Listening on http:\/\/(localhost|\[::1\]):\d+/m],
  ];
  for (const [env, line] of places)
    it(`a start on a terminal prints where it listens with ${JSON.stringify(env)}`, async (test) => {
      const text = await run(test, env, { terminal: true }).until(READY);
      assert.match(text, line);
      const [greeting = ''] = /^Letterslot .*?^Try: [^\n]*/ms.exec(text) ?? [];
      assert.equal(greeting.split('\n').length, 6);
      const [, local = ''] = /^Listening on (http:[^ ,\n]+)/m.exec(text) ?? [];
      assert.equal((await fetch(`${local}/health`)).status, 200);
    });

  it('a start on a terminal prints a curl command that works when pasted', async (test) => {
    const env = { PUBLIC_URL: 'http://localhost:1/behind-a-proxy' };
    const { until } = run(test, env, { terminal: true });
    const [, command = ''] = /Try: (.*)\n/.exec(await until(READY)) ?? [];
    const shell = spawn('sh', ['-c', `${command} -s`], { stdio: ['ignore', 'pipe', 'inherit'] });
    let answer = '';
    shell.stdout.on('data', (chunk) => (answer += chunk));
    await new Promise((resolve) => shell.on('exit', resolve));
    assert.equal(JSON.parse(answer).status, 'pending_verification');
  });

  it('a start creates database and keys for the owner alone, and the next one uses them', async (test) => {
    const first = run(test, {}, { terminal: true });
    const [, path = ''] = /Database: (\S+);/.exec(await first.until(READY)) ?? [];
    for (const file of [path, join(path, '..', 'letterslot.keys')]) {
      assert.equal(statSync(file).mode & 0o777, 0o600);
    }
    const keys = readFileSync(join(path, '..', 'letterslot.keys'), 'utf8');
    first.child.kill('SIGTERM');
    assert.equal(await first.exited, 0);
    const second = run(test, { DATABASE_URL: `file:${path}` });
    await second.until(READY);
    assert.equal(readFileSync(join(path, '..', 'letterslot.keys'), 'utf8'), keys);
  });

  it('a start on a terminal without its mail server listens, and one line says what to do', async (test) => {
    const line = /^Warning: 127\.0\.0\.1:1 takes no mail.* letterslot doctor$/m;
    const { until, url, events } = run(test, MAIL, { terminal: true });
    assert.equal((await fetch(`${await url()}/health`)).status, 200);
    const text = await until(line);
    assert.ok(text.search(READY) < text.search(line));
    assert.deepEqual(
      events('mail_server_unusable').map(({ level, reason }) => [level, reason]),
      [['warn', 'ECONNREFUSED']],
    );
  });

  it('a start whose mail server answers says nothing of it', async (test) => {
    const sink = await startSmtpSink(test);
    const { child, until, exited, output } = run(test, { ...MAIL, SMTP_URL: sink.url });
    await until(READY);
    child.kill('SIGTERM');
    await exited;
    assert.doesNotMatch(output(), /Warning|mail_server_unusable/);
  });

  it('a start that no person watches writes a line of JSON for all that it says, warnings of Node.js too', async (test) => {
    const warn =
      "process.on('SIGUSR2',()=>process.emitWarning('can'+'ary','DeprecationWarning','DEP1'))";
    const env = {
      ...MAIL,
      NODE_OPTIONS: `--import=data:text/javascript,${warn}`,
      SMTP_URL: 'smtp://canary:canary@127.0.0.1:1',
      OPERATOR_CONTACT: 'canary@example.com',
      TRUSTED_PROXIES: '127.0.0.1',
      KEEP_ALIVE_SECONDS: '650',
      DRAIN_SECONDS: '0',
      MONTHLY_LIMIT: '250',
      METRICS_PORT: '0',
      WEBHOOK_ALLOW_PRIVATE: 'true',
    };
    const command = [join(import.meta.dirname, '../../bin/letterslot')] as const;
    const { child, until, exited, output, events } = run(test, env, { command });
    await until(/mail_server_unusable/);
    child.kill('SIGUSR2');
    await until(/node_warned/);
    child.kill('SIGTERM');
    assert.equal(await exited, 0);
    for (const line of output().trimEnd().split('\n')) checkLogLine(line);
    assert.doesNotMatch(output(), /canary/);
    const [{ version, commit, node, engine, mail, host, settings, ...rest } = {}] =
      events('started');
    assert.match([version, commit, node].join(' '), /^\d+\.\d+\.\d+ (\w{40}|unknown) v24\./);
    assert.deepEqual([engine, mail, host], ['sqlite', 'smtp', '127.0.0.1']);
    assert.equal(rest['url'], `http://localhost:${String(rest['port'])}`);
    assert.deepEqual(settings, {
      PORT: '0',
      DATABASE_URL: 'set',
      SMTP_URL: 'set',
      MAIL_FROM: 'set',
      METRICS_PORT: '0',
      WEBHOOK_ALLOW_PRIVATE: 'true',
      TRUSTED_PROXIES: '127.0.0.1',
      DRAIN_SECONDS: '0',
      OPERATOR_CONTACT: 'set',
    });
    const [{ level, error } = {}] = events('node_warned');
    assert.deepEqual([level, (error as { code?: string }).code], ['warn', 'DEP1']);
  });

  it('a started service stops on SIGTERM with exit code 0', async (test) => {
    const { child, until, exited, output } = run(test, {});
    await until(READY);
    child.kill('SIGTERM');
    assert.equal(await exited, 0);
    assert.match(output(), /"event":"stopped"/);
  });
});

describe('starts that fail', () => {
  const BLOCKED = newTempFolder('start');
  mkdirSync(join(BLOCKED, 'letterslot.keys'));
  after(() => rmSync(BLOCKED, { recursive: true, force: true }));
  const refusals: [name: string, env: Record<string, string>, sentence: RegExp][] = [
    ['wrong settings', { PORT: 'x', LOG_LEVEL: 'loud' }, /PORT must be .*\n.*LOG_LEVEL must be/],
    ['a setting that is gone', { WORKERS: '1' }, /^letterslot: WORKERS is gone: .* PostgreSQL/],
    ['a setting that is gone, empty', { WORKERS: '' }, /^letterslot: WORKERS is gone: /],
    ['SMTP_URL without MAIL_FROM', { SMTP_URL: 'smtp://127.0.0.1:1' }, /MAIL_FROM is required/],
    [
      'production without SMTP_URL',
      { NODE_ENV: 'production' },
      /SMTP_URL, SMTP_HOST or MAIL_API is required/,
    ],
    [
      'a preview mailbox on all addresses',
      { HOST: '0.0.0.0' },
      /: SMTP_URL, SMTP_HOST or MAIL_API is required with a HOST/,
    ],
    [
      'a preview mailbox with a public name',
      { PUBLIC_URL: 'https://forms.example.com' },
      /: SMTP_URL, SMTP_HOST or MAIL_API is required with a PUBLIC_URL/,
    ],
    ['a blank HOST', { HOST: ' ' }, /HOST must be an IP address/],
    [
      'an address of another machine',
      { ...MAIL, HOST: '192.0.2.1' },
      /HOST is not an address of this machine \(EADDRNOTAVAIL\)\./,
    ],
    [
      'a HOST without address',
      { ...MAIL, HOST: 'no.such.host.invalid' },
      /HOST is not an address of this machine \((ENOTFOUND|EAI)/,
    ],
    [
      'TRUSTED_PROXIES of all addresses',
      { ...MAIL, TRUSTED_PROXIES: '10.0.0.0/8,0.0.0.0/0' },
      /TRUSTED_PROXIES must name the networks of your proxies: one that ends with \/0/,
    ],
    ['a key file that is a folder', { DATABASE_URL: `file:${BLOCKED}/x.db` }, /it is a directory/],
    ['a database it cannot make', { DATABASE_URL: 'file:/dev/null/x.db' }, /cannot be opened/],
  ];
  for (const [name, env, sentence] of refusals)
    it(`a start with ${name}: exit code 78 and a sentence`, async (test) => {
      const { exited, output } = run(test, env);
      assert.equal(await exited, 78);
      assert.match(output(), sentence);
      assert.doesNotMatch(output(), /\n\s+at /);
    });

  // Any fault that nobody has thought of: a module that throws at its first use.
  const unexpected: [name: string, thrown: string, sentence: RegExp][] = [
    ["a file's EACCES", '{code:"EACCES",syscall:"open",path:"/x"}', /\(EACCES in open \/x\)\.\n$/],
    ['an error without a code', '{stack:"secret"}', /\(Error\)\.\n$/],
  ];
  for (const [name, thrown, sentence] of unexpected)
    it(`a start that meets ${name}: exit code 1 and a sentence that does not blame the port`, async (test) => {
      const preload =
        'data:text/javascript,import{Server}from"node:http";Server.prototype.listen=()=>{throw ' +
        `Object.assign(new Error("words"),${thrown})}`;
      const { exited, output } = run(test, {}, { nodeArguments: ['--import', preload] });
      assert.equal(await exited, 1);
      assert.match(output(), sentence);
      assert.doesNotMatch(output(), /PORT|words|secret|\n\s+at /);
    });

  it('a start on a port in use: exit code 78', async (test) => {
    const first = run(test, {});
    const { port } = new URL(await first.url());
    const second = run(test, { PORT: port });
    assert.equal(await second.exited, 78);
    assert.equal(
      second.output(),
      `letterslot: Port ${port} on localhost is already in use. Set PORT to another one.\n`,
    );
  });
});
