import assert from 'node:assert/strict';
import { Agent } from 'node:http';
import { after, describe, it } from 'node:test';
import { onWorkers, toSink } from '../stopping/environments.ts';
import { openForm, submit } from '../stopping/visitors.ts';
import { readExposition } from '../support/exposition.ts';
import { startPostgres } from '../support/postgres-server.ts';
import { runService } from '../support/service-process.ts';
import { startSmtpSink } from '../support/smtp-sink.ts';

const server = await startPostgres({ after });
const TOKEN = 'a-token-of-more-than-thirty-two-characters';
const DELIVERED = /^letterslot_submissions_total\{outcome="delivered"\} (\d+)$/m;

describe('the metrics of several workers', () => {
  it('metrics of all workers add up, on their own port with the token, and include health', async (test) => {
    const sink = await startSmtpSink();
    const service = runService(
      test,
      {
        ...toSink(sink),
        ...(await onWorkers(server, 3)),
        METRICS_PORT: '0',
        METRICS_TOKEN: TOKEN,
      },
      { patience: 60_000 },
    );
    test.after(() => sink.close());
    const url = await service.url();
    await service.until(/(?:"event":"worker_started"[^]*){3}/);
    const form = url + (await openForm(url, sink));
    // Each connection may reach another worker.
    for (let count = 0; count < 30; count += 1) {
      const agent = new Agent();
      await submit(form, `visitor-${count}`, { agent, json: true, pause: 0 });
      agent.destroy();
    }
    const [event] = service.events('metrics_listening');
    const own = `http://127.0.0.1:${String(event?.['port'])}`;
    const headers = { authorization: `Bearer ${TOKEN}`, connection: 'close' };
    const places: [string, RequestInit][] = [
      [`${own}/metrics`, {}],
      [`${url}/metrics`, { headers }],
      [`${url}/metrics`, { headers }],
      [`${url}/metrics`, { headers }],
    ];
    for (const [place, init] of places) {
      const answer = await fetch(place, init);
      assert.equal(answer.status, 200);
      const [, delivered] = DELIVERED.exec(await answer.text()) ?? [];
      assert.equal(delivered, '30', place);
    }
    const ready = await fetch(`${own}/ready`);
    assert.equal(ready.status, 200);
    assert.deepEqual(await ready.json(), { ready: true, checks: { store: 'ok', smtp: 'ok' } });
    service.child.kill('SIGTERM');
    assert.equal(await service.exited, 0);
  });

  it('metrics of workers never go back when a worker dies or stands still', async (test) => {
    const sink = await startSmtpSink();
    const settings = { ...toSink(sink), ...(await onWorkers(server, 2)), METRICS_PORT: '0' };
    const service = runService(test, settings, { patience: 60_000 });
    test.after(() => sink.close());
    const url = await service.url();
    await service.until(/(?:"event":"worker_started"[^]*){2}/);
    const form = url + (await openForm(url, sink));
    const visit = async (count: number) => {
      for (let visitor = 0; visitor < count; visitor += 1) {
        const agent = new Agent();
        const { status } = await submit(form, 'x', { agent, json: true, pause: 0 });
        assert.equal(status, 200);
        agent.destroy();
      }
    };
    const [event] = service.events('metrics_listening');
    const scrape = async () =>
      readExposition(
        await (await fetch(`http://127.0.0.1:${String(event?.['port'])}/metrics`)).text(),
      );
    let before = await scrape();
    const scrapeNoLess = async () => {
      const now = await scrape();
      for (const { name, labels, value } of before.samples) {
        const family = name.replace(/_(?:bucket|sum|count)$/, '');
        const type = now.types.get(name) ?? now.types.get(family);
        if (type === 'gauge') continue;
        assert.ok((now.value(name, labels) ?? 0) >= value, `${name} ${JSON.stringify(labels)}`);
      }
      before = now;
      return now.value('letterslot_submissions_total', { outcome: 'delivered' });
    };

    await visit(10);
    assert.equal(await scrapeNoLess(), 10);
    const [first, second] = service.events('worker_started').map(({ pid }) => Number(pid));
    process.kill(first ?? 0, 'SIGKILL');
    await service.until(/"event":"worker_replaced"/);
    assert.equal(await scrapeNoLess(), 10);
    await service.until(/(?:"event":"worker_started"[^]*){3}/);
    await visit(10);
    assert.equal(await scrapeNoLess(), 20);
    process.kill(second ?? 0, 'SIGSTOP');
    const delivered = await scrapeNoLess();
    process.kill(second ?? 0, 'SIGCONT');
    assert.equal(delivered, 20);
    assert.equal(await scrapeNoLess(), 20);
    service.child.kill('SIGTERM');
    assert.equal(await service.exited, 0);
  });

  it('workers end the start once when METRICS_PORT is taken', async (test) => {
    const sink = await startSmtpSink();
    const service = runService(test, {
      ...toSink(sink),
      ...(await onWorkers(server, 2)),
      METRICS_PORT: String(sink.port),
    });
    test.after(() => sink.close());
    assert.equal(await service.exited, 78);
    assert.match(
      service.output(),
      /^letterslot: Port \d+ on localhost is already in use\. Set METRICS_PORT to another one\.\n$/,
    );
  });
});
