import assert from 'node:assert/strict';
import { existsSync, chmodSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, it } from 'node:test';
import type { Finding } from '../../src/cli/operator/doctor/finding.ts';
import { startDnsZone } from '../support/dns-zone.ts';
import { CLOSED_PORT } from '../support/own-port.ts';
import { startRspamd } from '../support/rspamd.ts';
import { runCli } from '../support/run-cli.ts';
import { newNodeKeys } from '../support/keys.ts';
import { mountSmallDisk, unlessMountable } from '../support/small-disk.ts';
import { startWebServer } from '../support/web-server.ts';
import {
  newSqlite,
  startDeployment,
  startPostgresDatabases,
  type Env,
  type NewDatabase,
} from './deployment.ts';

const newPostgres = await startPostgresDatabases();

const DOMAIN = 'letterslot.example';

const GOOD_ZONE = {
  [DOMAIN]: ['v=spf1 mx -all'],
  [`s1._domainkey.${DOMAIN}`]: ['v=DKIM1; p=MIIB'],
  [`_dmarc.${DOMAIN}`]: ['v=DMARC1; p=reject'],
};

async function examine(env: Env, ...args: string[]) {
  const { code, out } = await runCli(env, ['doctor', '--json', ...args]);
  const { healthy, findings } = JSON.parse(out) as { healthy: boolean; findings: Finding[] };
  assert.equal(code, healthy ? 0 : 1);
  const about = (subject: string) =>
    findings
      .filter((finding) => finding.subject === subject)
      .map(({ verdict, message }) => `${verdict}: ${message}`)
      .join('\n');
  return { code, out, findings, about };
}

function describeDoctor(name: string, newDatabase: NewDatabase): void {
  it(`doctor finds nothing wrong with a sound deployment on ${name}`, async (test) => {
    const zone = await startDnsZone(GOOD_ZONE);
    test.after(zone.close);
    const { env, node, sink, newActiveForm } = await startDeployment(test, await newDatabase(test));
    const port = new URL(node.url).port;
    const settings = { ...env, PORT: port, BOUNCE_ADDRESS: 'bounces@letterslot.example' };
    const dns = ['--dns', zone.server, '--dkim-selector', 's1'];
    assert.match((await examine(settings, ...dns)).about('PUBLIC_URL'), /ok: .* no active form/);
    await newActiveForm();
    const sent = sink.mails.length;
    const { code, findings, about, out } = await examine(settings, ...dns);
    assert.equal(code, 0);
    assert.deepEqual(
      findings.filter(({ verdict }) => verdict !== 'ok'),
      [],
    );
    assert.match(about('PUBLIC_URL'), /^ok: http:\/\/localhost:\d+ answers; it knows a form/);
    assert.match(about('bounces'), /^ok: reported by BOUNCE_ADDRESS/);
    assert.match(about('automatic replies'), /^ok: on; .*AUTO_REPLY_HOSTS/);
    assert.match(about('clock'), /this machine is 0\.\d s/);
    const clocks = name === 'SQLite' ? 1 : 2;
    assert.equal(about('clock').split('\n').length, clocks);
    assert.equal(sink.mails.length, sent, 'nothing was sent');
    for (const secret of [env['SEALING_KEYS'], env['INDEX_KEY'], 'owner@']) {
      assert.ok(secret === undefined || !out.includes(secret));
    }
    const lines = (await runCli(settings, ['doctor', ...dns])).out.trimEnd().split('\n');
    assert.equal(lines.length, findings.length);
    for (const line of lines) assert.match(line, /^ok {2}[\w. ]+ {2}\S/);
  });

  it(`doctor sees that the keys are not those of the database, on ${name}`, async (test) => {
    const { env } = await startDeployment(test, await newDatabase(test));
    const { code, about } = await examine({ ...env, ...newNodeKeys() }, '--dns', '127.0.0.1:1');
    assert.equal(code, 1);
    assert.match(about('keys'), /^FAIL: The (index key|sealing key k1) is not the one/);
  });
}

describe('the doctor', { concurrency: 3 }, () => {
  describeDoctor('SQLite', newSqlite);
  describeDoctor('PostgreSQL', newPostgres);

  it('doctor lists every fault of the settings', async () => {
    const { code, findings } = await examine({ PORT: 'x', LOG_LEVEL: 'loud' });
    assert.equal(code, 1);
    assert.equal(findings.filter(({ verdict }) => verdict === 'FAIL').length, 2);
  });

  it('doctor sees whether Rspamd answers, and what keeps it from that', async (test) => {
    const rspamd = await startRspamd(test, 'secret');
    const env = { ...(await newSqlite(test)), RSPAMD_URL: rspamd.url };
    const about = async (more: Env) => (await examine({ ...env, ...more })).about('rspamd');
    const closed = `http://127.0.0.1:${CLOSED_PORT}`;
    assert.match(await about({ RSPAMD_PASSWORD: 'secret' }), /^ok: 127\.0\.0\.1:\d+ answers$/);
    assert.match(
      await about({ RSPAMD_PASSWORD: 'wrong' }),
      /^warn: .* set RSPAMD_PASSWORD.*HTTP_401/,
    );
    assert.match(await about({ RSPAMD_URL: closed }), /^warn: nothing listens there/);
    assert.match(await about({ RSPAMD_URL: `${rspamd.url}/mail` }), /^warn: .*HTTP_40/);
    assert.equal((await examine(await newSqlite(test))).about('rspamd'), '');
  });

  it('doctor creates no database and no keys', async (test) => {
    const env = await newSqlite(test);
    const path = env['DATABASE_URL']?.slice(5) ?? '';
    const { code, about } = await examine(env);
    assert.equal(code, 0);
    assert.match(about('database'), /^warn: .* does not exist yet: the first start creates it/);
    assert.equal(existsSync(path) || existsSync(join(dirname(path), 'letterslot.keys')), false);
  });

  it('doctor sees a database that cannot be reached or read', async () => {
    const absent = { DATABASE_URL: 'postgres://me:s3cret@127.0.0.1:1/forms', ...newNodeKeys() };
    const { code, about, out } = await examine(absent);
    assert.equal(code, 1);
    assert.match(about('database'), /^FAIL: Cannot reach the PostgreSQL database forms/);
    assert.doesNotMatch(out, /s3cret/);
    assert.match(
      (await examine({ DATABASE_URL: `file:${import.meta.filename}` })).about('database'),
      /^FAIL: The database .* cannot be read and written/,
    );
  });

  it('doctor sees a full disk, as /ready does', { skip: unlessMountable() }, async (test) => {
    const disk = mountSmallDisk(test, 4);
    const { DATABASE_URL: _, ...others } = await newSqlite(test);
    const database = { ...others, DATABASE_URL: `file:${join(disk.folder, 'x.db')}` };
    const { env, newActiveForm } = await startDeployment(test, database);
    await newActiveForm();
    assert.match((await examine(env)).about('database'), /^ok: .* can be read and written$/);
    disk.fill();
    assert.match((await examine(env)).about('database'), /^FAIL: .*database or disk is full\.$/);
    disk.free();
    assert.match((await examine(env)).about('database'), /^ok/);
  });

  it('doctor sees a key file that others may read', async (test) => {
    const { env } = await startDeployment(test, await newSqlite(test));
    chmodSync(join(dirname(env['DATABASE_URL']?.slice(5) ?? ''), 'letterslot.keys'), 0o640);
    const { about } = await examine(env, '--dns', '127.0.0.1:1');
    assert.match(about('keys'), /^warn: other users may read .*chmod 600/);
  });

  it('doctor sees that another deployment, or something else, is at PUBLIC_URL', async (test) => {
    const [mine, other] = await Promise.all([
      startDeployment(test, await newSqlite(test)),
      startDeployment(test, await newSqlite(test)),
    ]);
    await mine.newActiveForm();
    const publicUrl = async (url: string) =>
      (await examine({ ...mine.env, PUBLIC_URL: url }, '--dns', '127.0.0.1:1')).about('PUBLIC_URL');
    const port = (url: string) => new URL(url).port;
    assert.match(await publicUrl(`http://localhost:${port(mine.node.url)}`), /^ok: /);
    assert.match(
      await publicUrl(`http://localhost:${port(other.node.url)}`),
      /^FAIL: another deployment answers/,
    );
    assert.match(await publicUrl(mine.node.url), /^FAIL: .* has another PUBLIC_URL/);
    const page = await startWebServer(test, (_, response) => void response.end('Welcome'));
    assert.match(await publicUrl(page.url), /^FAIL: something else answers at .* \(status 200\)/);
    const detour = await startWebServer(test, (_request, response) => {
      response.writeHead(301, { location: page.url }).end();
    });
    assert.match(await publicUrl(detour.url), /^FAIL: .* redirects/);
    assert.match(await publicUrl('http://127.0.0.1:1'), /^FAIL: .* cannot be reached/);
    const silent = await startWebServer(test, () => undefined);
    assert.match(
      await publicUrl(silent.url),
      /^FAIL: .* cannot be reached from here \(TimeoutError\)/,
    );
  });

  const skews: [seconds: number, verdict: string][] = [
    [-1, 'ok'],
    [10, 'warn'],
    [-10, 'warn'],
    [70, 'FAIL'],
    [-3_600, 'FAIL'],
  ];
  for (const [seconds, verdict] of skews)
    it(`doctor says ${verdict} of a clock ${seconds} s ahead`, async (test) => {
      const { url } = await startWebServer(test, (request, response) => {
        response.setHeader('date', new Date(Date.now() + seconds * 1_000).toUTCString());
        const base = `http://${request.headers.host}`;
        response.end(JSON.stringify({ name: 'letterslot', openapi_url: `${base}/openapi.json` }));
      });
      const { code, about } = await examine({ ...(await newSqlite(test)), PUBLIC_URL: url });
      assert.match(about('clock'), new RegExp(`^${verdict}: this machine is \\d+\\.\\d s`));
      if (verdict === 'ok') return;
      assert.match(
        about('clock'),
        seconds > 0 ? / behind the clock at / : / ahead of the clock at /,
      );
      assert.equal(code, verdict === 'FAIL' ? 1 : 0);
    });
});
