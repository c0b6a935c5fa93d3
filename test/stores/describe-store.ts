import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { newWebhook } from '../../src/delivery/channels/webhook.ts';
import { managementTokenOf } from '../../src/forms/form-credentials.ts';
import { describeCounters } from './describe-counters.ts';
import { describeCounts } from './describe-counts.ts';
import { describeOutcomes } from './describe-outcomes.ts';
import { describeRates } from './describe-rates.ts';
import { describeRoutes } from './describe-routes.ts';
import { describeSteering } from './describe-steering.ts';
import type { OpenStore } from './open-store.ts';
import {
  addRoute,
  facts,
  findRoute,
  hashOf,
  idempotencyOf,
  keyring,
  newRoute,
} from './route-rows.ts';

const JUNE = Date.UTC(2025, 6, 1) / 1000;

/** The text as any of the three alignments of base64 would show it, and plain. */
function spellings(text: string): string[] {
  const encoded = [0, 1, 2].map((padding) => {
    const bytes = Buffer.concat([Buffer.alloc(padding), Buffer.from(text)]);
    const whole = bytes.subarray(0, bytes.length - (bytes.length % 3)).toString('base64');
    return whole.slice(Math.ceil((padding * 4) / 3));
  });
  const urlSafe = encoded.map((spelling) => spelling.replaceAll('+', '-').replaceAll('/', '_'));
  return [text, Buffer.from(text).toString('hex'), ...encoded, ...urlSafe];
}

function describeKeeping(open: OpenStore): void {
  it('a store keeps everything when it is closed and opened again', async (test) => {
    const { store, reopen } = await open(test);
    const route = newRoute('jo@example.com', { idempotency: idempotencyOf('key') });
    await addRoute(store, route);
    await store.routes.activate(route.formId, undefined);
    await store.counters.take(hashOf('a'), JUNE, 9);
    await store.addKeyCheck('index', 'check');
    const again = await reopen();
    assert.deepEqual(
      facts(await findRoute(again, route.formId)),
      facts({ ...route, status: 'active' }),
    );
    assert.equal(await again.routes.hasActiveRoute(route.inbox.owner), true);
    assert.equal(await again.counters.take(hashOf('a'), JUNE, 9), 2);
    assert.deepEqual(await again.listKeyChecks(), new Map([['index', 'check']]));
  });

  it('a store keeps writes that were under way when it was closed', async (test) => {
    const { store, reopen } = await open(test);
    const writes = Array.from({ length: 20 }, () => store.counters.take(hashOf('a'), JUNE, 99));
    const again = await reopen();
    assert.equal((await Promise.all(writes)).length, 20);
    assert.equal(await again.counters.take(hashOf('a'), JUNE, 99), 21);
  });

  it('a store keeps the first check value of a key', async (test) => {
    const { store } = await open(test);
    assert.deepEqual(await store.listKeyChecks(), new Map());
    await store.addKeyCheck('index', 'first');
    await store.addKeyCheck('index', 'second');
    await store.addKeyCheck('sealing k1', 'third');
    const checks = new Map([
      ['index', 'first'],
      ['sealing k1', 'third'],
    ]);
    assert.deepEqual(await store.listKeyChecks(), checks);
  });

  it('a store holds no readable address, alias or token', async (test) => {
    const { store, dump } = await open(test);
    const webhook = newWebhook('https://hook.canary-receiver.example/in');
    const route = newRoute('canary.owner@canary-domain.example', {
      alias: 'Canary form of nobody',
      targets: [{ channel: 'webhook', config: webhook, awaited: true }],
      idempotency: idempotencyOf('canary-idempotency-key'),
    });
    await addRoute(store, route);
    await store.counters.take(route.inbox.quota, JUNE, 9);
    const text = await dump();
    assert.ok(text.includes(route.formId) && text.includes(route.inbox.quota), 'the dump has rows');
    const token = managementTokenOf(keyring, route).slice(4);
    const canaries = [
      route.address,
      'canary.owner',
      'canary-domain',
      route.alias,
      'Canary form',
      'canary-idempotency-key',
      token,
      webhook.url,
      'canary-receiver',
      webhook.secret.slice(6),
    ];
    for (const canary of canaries) {
      for (const spelling of spellings(canary)) assert.ok(!text.includes(spelling), canary);
    }
    assert.ok(!text.toLowerCase().includes('canary'));
  });

  it('a closed store refuses to work', async (test) => {
    const { store } = await open(test);
    await store.close();
    await assert.rejects(store.counters.take(hashOf('a'), JUNE, 9));
    await assert.rejects(store.routes.find(newRoute('jo@example.com').formId));
  });
}

/** What every driver of the Store port has to pass. */
export function describeStore(name: string, open: OpenStore): void {
  describe(`${name}: counters`, () => describeCounters(open));
  describe(`${name}: rates`, () => describeRates(open));
  describe(`${name}: outcomes`, () => describeOutcomes(open));
  describe(`${name}: counts of submissions`, () => describeCounts(open));
  describe(`${name}: steering`, () => describeSteering(open));
  describe(`${name}: routes`, () => describeRoutes(open));
  describe(`${name}: what is kept`, () => describeKeeping(open));
}
