import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { createServer, type AddressInfo } from 'node:net';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { readExposition } from '../support/exposition.ts';
import { METRICS_TOKEN, monitorUrl, withToken } from '../support/metered-service.ts';
import { startService } from '../support/service.ts';
import { newTempFolder } from '../support/temp-folder.ts';

const ENTRY = join(import.meta.dirname, '..', '..', 'bin', 'letterslot.js');

const isLoaded = () =>
  Object.keys(createRequire(import.meta.url).cache).some((path) =>
    path.includes('@prometheus-io/client'),
  );

describe('metrics that nobody asked for', () => {
  // The first of this file: later scrapes load the library.
  it('/metrics is 404 without its settings, and the metrics library is not loaded', async (test) => {
    const { request } = await startService(test);
    for (const method of ['GET', 'POST', 'OPTIONS']) {
      const { status } = await request('/metrics', { method, ...withToken });
      assert.equal(status, 404, method);
    }
    assert.equal((await request('/metrics')).json.error, 'not_found');
    assert.equal(isLoaded(), false);
    const metered = await startService(test, { METRICS_TOKEN });
    assert.equal(isLoaded(), false, 'before the first scrape');
    await metered.request('/metrics', withToken);
    assert.equal(isLoaded(), true);
  });
});

describe('METRICS_TOKEN', () => {
  it('METRICS_TOKEN serves /metrics only to requests with the token', async (test) => {
    const { request } = await startService(test, { METRICS_TOKEN });
    const { status, text, headers } = await request('/metrics', withToken);
    assert.equal(status, 200);
    readExposition(text);
    assert.equal(headers.get('cache-control'), 'no-store');
    assert.equal(headers.get('access-control-allow-origin'), null);
    const wrong = [
      undefined,
      'Bearer',
      'Bearer ',
      `Bearer ${METRICS_TOKEN}x`,
      `Bearer ${METRICS_TOKEN.slice(1)}`,
      `Basic ${METRICS_TOKEN}`,
      METRICS_TOKEN,
    ];
    for (const authorization of wrong) {
      const answer = await request('/metrics', {
        ...(authorization && { headers: { authorization } }),
      });
      assert.equal(answer.status, 401, authorization);
      assert.equal(answer.headers.get('www-authenticate'), 'Bearer');
      const { success, error, retryable, message } = answer.json;
      assert.deepEqual([success, error, retryable], [false, 'metrics_unauthorized', false]);
      assert.ok(!message.includes(METRICS_TOKEN));
    }
    const query = await request(`/metrics?token=${METRICS_TOKEN}`);
    assert.equal(query.status, 401);
  });

  it('/metrics and /ready answer other methods with 405, and HEAD like GET', async (test) => {
    const { request } = await startService(test, { METRICS_TOKEN });
    for (const path of ['/metrics', '/ready']) {
      const posted = await request(path, { method: 'POST', ...withToken });
      assert.equal(posted.status, 405);
      assert.equal(posted.headers.get('allow'), 'GET, HEAD, OPTIONS');
      const asked = await request(path, { method: 'OPTIONS' });
      assert.deepEqual([asked.status, asked.headers.get('allow')], [204, 'GET, HEAD, OPTIONS']);
      const head = await request(path, { method: 'HEAD', ...withToken });
      assert.deepEqual([head.status, head.text], [200, '']);
    }
    assert.equal((await request('/metrics', { method: 'HEAD' })).status, 401);
  });
});

describe('METRICS_PORT', () => {
  it('METRICS_PORT opens a listener on loopback that serves /metrics and /ready and nothing else', async (test) => {
    const service = await startService(test, { METRICS_PORT: '0' });
    const url = monitorUrl(service);
    assert.match(url, /^http:\/\/127\.0\.0\.1:/);
    assert.notEqual(new URL(url).port, new URL(service.url).port);
    const metrics = await fetch(`${url}/metrics`);
    assert.equal(metrics.headers.get('content-type'), 'text/plain; version=0.0.4; charset=utf-8');
    readExposition(await metrics.text());
    const ready = await fetch(`${url}/ready`);
    assert.deepEqual(await ready.json(), { ready: true, checks: { store: 'ok', smtp: 'ok' } });
    for (const path of ['/', '/health', '/v1/routes', '/openapi.json', '/mcp', '/preview']) {
      assert.equal((await fetch(url + path)).status, 404, path);
    }
    assert.equal((await fetch(`${url}/metrics`, { method: 'DELETE' })).status, 405);
    assert.equal((await service.request('/metrics')).status, 404);
    await service.close();
    await assert.rejects(fetch(`${url}/ready`));
  });

  it('METRICS_PORT works together with METRICS_TOKEN, and counts what the main port answers', async (test) => {
    const service = await startService(test, { METRICS_PORT: '0', METRICS_TOKEN });
    await service.request('/health');
    const { value } = readExposition(await (await fetch(`${monitorUrl(service)}/metrics`)).text());
    const health = { operation: 'getHealth', status: '200' };
    assert.equal(value('letterslot_requests_total', health), 1);
    assert.equal((await service.request('/metrics', withToken)).status, 200);
  });

  it('a METRICS_PORT in use ends the start in one sentence', async (test) => {
    const other = createServer().listen(0, '127.0.0.1');
    await new Promise((resolve) => other.once('listening', resolve));
    test.after(() => other.close());
    const folder = newTempFolder('service');
    test.after(() => rmSync(folder, { recursive: true }));
    const { port } = other.address() as AddressInfo;
    const { status, stderr } = spawnSync(process.execPath, [ENTRY], {
      env: { PORT: '0', DATABASE_URL: `file:${folder}/x.db`, METRICS_PORT: String(port) },
      encoding: 'utf8',
      timeout: 30_000,
    });
    const fault = `Port ${port} on localhost is already in use. Set METRICS_PORT to another one.`;
    assert.deepEqual([status, stderr], [78, `letterslot: ${fault}\n`]);
  });
});
