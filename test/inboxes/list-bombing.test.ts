import assert from 'node:assert/strict';
import { describe, it, type TestContext } from 'node:test';
import { connectMcp } from '../mcp/mcp-client.ts';
import { METRICS_TOKEN, readMetrics } from '../support/metered-service.ts';
import { startService, type TestService } from '../support/service.ts';

const HOUR = 3_600_000;

const DEFAULTS = { CREATE_RATE_PER_MINUTE: '5', TRUSTED_PROXIES: '127.0.0.1' };

/** A caller in a separate network for each number. */
const networkOf = (count: number) => `198.${count >> 8}.${count & 255}.7`;

/** A service with its defaults, behind a proxy, with a clock that only the test moves. */
async function startDefault(test: TestContext, env: Record<string, string> = {}) {
  const clock = { now: Date.UTC(2025, 5, 1, 12, 5) };
  const service = await startService(test, { ...DEFAULTS, ...env }, { now: () => clock.now });
  return { ...service, clock };
}

/** Asks for one form after the other, each from another network; returns the refusals. */
async function ask({ create }: TestService, emails: readonly string[], caller = networkOf) {
  const refusals = [];
  for (const [at, email] of emails.entries()) {
    const answer = await create({ email }, { 'x-forwarded-for': caller(at) });
    if (answer.status === 202) continue;
    assert.equal(answer.status, 429, email);
    refusals.push(answer.json);
  }
  return refusals;
}

const names = (count: number, domain: string) =>
  Array.from({ length: count }, (_, at) => `name${at}@${domain}`);

describe('verification mails to made-up names at one domain', () => {
  it('a domain gets 20 verification mails an hour, from any number of clients', async (test) => {
    const service = await startDefault(test);
    const refusals = await ask(service, names(60, 'victim.example'));
    assert.equal(service.sink.mails.length, 20);
    assert.equal(refusals.length, 40);
    for (const { error, message, retry_after_seconds: seconds } of refusals) {
      assert.equal(error, 'rate_limited');
      assert.match(message, /domain/);
      assert.ok(!message.includes('victim'));
      assert.equal(seconds, HOUR / 1_000 + 300);
    }
    service.clock.now += refusals[0].retry_after_seconds * 1_000;
    assert.equal((await ask(service, names(1, 'victim.example'))).length, 0);
  });

  it('a domain gets 50 verification mails a day', async (test) => {
    const service = await startDefault(test);
    for (let round = 0; round < 6; round += 1) {
      await ask(service, names(15, 'victim.example'), (at) => networkOf(round * 15 + at));
      service.clock.now += 2 * HOUR;
    }
    assert.equal(service.sink.mails.length, 50);
  });

  it('a domain is counted together with its subdomains', async (test) => {
    const service = await startDefault(test);
    const emails = Array.from({ length: 30 }, (_, at) => `jo@mail${at}.team.victim.co.uk`);
    await ask(service, emails);
    assert.equal(service.sink.mails.length, 20);
    assert.equal((await ask(service, ['jo@other.co.uk', 'jo@victim.com'])).length, 0);
  });

  it('a large mailbox provider has no limit as a domain', async (test) => {
    const service = await startDefault(test);
    assert.deepEqual(await ask(service, names(60, 'gmail.com')), []);
    assert.equal(service.sink.mails.length, 60);
  });
});

describe('verification mails from one client network', () => {
  for (const [network, caller] of [
    ['an IPv4 /24', (at: number) => `198.51.100.${at + 1}`],
    ['an IPv6 /48', (at: number) => `2001:db8:1:${at.toString(16)}::7`],
  ] as const)
    it(`a client network of ${network} causes 60 verification mails an hour, over HTTP and MCP`, async (test) => {
      const service = await startDefault(test);
      const emails = Array.from({ length: 70 }, (_, at) => `jo@domain${at}.example`);
      const refusals = await ask(service, emails, caller);
      assert.equal(service.sink.mails.length, 60);
      assert.match(refusals[0].message, /network/);
      const mcp = await connectMcp(test, service, { headers: { 'x-forwarded-for': caller(99) } });
      await mcp.call('create_form', { email: 'jo@other.example', alias: 'By a tool' });
      assert.equal(service.sink.mails.length, 60);
      assert.equal((await ask(service, ['jo@other.example'])).length, 0, 'another network');
    });

  it('resent verification mails count for the client network', async (test) => {
    const service = await startDefault(test, { CREATE_RATE_PER_MINUTE: '1' });
    const forwarded = { 'x-forwarded-for': networkOf(0) };
    const { json } = await service.create({ email: 'jo@gmail.com' }, forwarded);
    const emails = Array.from({ length: 11 }, (_, at) => `jo@domain${at}.example`);
    assert.deepEqual(await ask(service, emails, (at) => `198.0.0.${at + 20}`), []);
    const headers = { ...forwarded, authorization: `Bearer ${json.management_token}` };
    const path = `/v1/routes/${json.form_id}/verification`;
    const again = await service.request(path, { method: 'POST', headers });
    assert.match(again.json.message, /network/);
  });
});

describe('verification mails of a whole deployment', () => {
  it('a deployment sends 200 times CREATE_RATE_PER_MINUTE verification mails an hour', async (test) => {
    const service = await startDefault(test, { CREATE_RATE_PER_MINUTE: '1' });
    const emails = Array.from({ length: 210 }, (_, at) => `jo@domain${at}.example`);
    const refusals = await ask(service, emails);
    assert.equal(service.sink.mails.length, 200);
    assert.match(refusals[0].message, /^This service/);
  });

  it('with CREATE_RATE_PER_MINUTE=0 verification mails are limited per inbox only', async (test) => {
    const service = await startDefault(test, { CREATE_RATE_PER_MINUTE: '0' });
    assert.deepEqual(await ask(service, names(70, 'victim.example'), () => networkOf(1)), []);
    const inbox = await ask(
      service,
      Array.from({ length: 4 }, () => 'jo@victim.example'),
    );
    assert.equal(inbox.length, 1);
    assert.match(inbox[0].message, /^This inbox/);
  });
});

describe('budgets of verification mails', () => {
  it('a request that one mail budget refuses leaves the others unchanged', async (test) => {
    const service = await startDefault(test);
    const one = Array.from({ length: 40 }, () => 'jo@victim.example');
    const refusals = await ask(service, one);
    assert.equal(refusals.length, 37);
    await ask(service, names(40, 'victim.example'));
    assert.equal(service.sink.mails.length, 20, 'three of them to the first inbox');
  });

  it('a mail budget gets back mails that were not sent', async (test) => {
    const service = await startDefault(test);
    service.sink.refuseWith({ code: 550, text: 'no such user' });
    for (const email of names(30, 'victim.example')) {
      const answer = await service.create({ email }, { 'x-forwarded-for': networkOf(9) });
      assert.equal(answer.json.error === 'delivery_failed' || answer.status === 429, true);
      service.clock.now += 60_000;
    }
    service.sink.refuseWith(undefined);
    assert.equal((await ask(service, names(20, 'victim.example'))).length, 0);
  });

  it('a refusal names the longest wait of all exhausted mail budgets', async (test) => {
    const service = await startDefault(test);
    await ask(service, names(20, 'victim.example'));
    service.clock.now += 30 * 60_000;
    await ask(service, ['jo@gmail.com', 'j.o@gmail.com', 'jo+1@gmail.com']);
    const [{ retry_after_seconds: seconds }] = await ask(service, ['jo@gmail.com']);
    assert.equal(seconds, HOUR / 1_000 + 300);
  });

  it('an exhausted mail budget appears by name in log and metrics', async (test) => {
    const service = await startDefault(test, { METRICS_TOKEN });
    await ask(service, names(22, 'victim.example'));
    await ask(
      service,
      Array.from({ length: 4 }, () => 'jo@other.example'),
    );
    const lines = service.logText().split('\n');
    const budgets = lines
      .filter((line) => line.includes('"mail_budget_spent"'))
      .map((line) => (JSON.parse(line) as { budget: string }).budget);
    assert.deepEqual(budgets, ['domain', 'domain', 'inbox']);
    assert.ok(!service.logText().includes('victim'));
    const metrics = await readMetrics(service);
    const heldBack = metrics.byLabel('letterslot_verification_mails_held_back_total');
    assert.deepEqual(heldBack, { domain: 2, inbox: 1 });
  });
});
