import assert from 'node:assert/strict';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { describe, it } from 'node:test';
import { DECISION_NAMES, decisionOf, type DecisionName } from '../../src/contract/decisions.ts';
import { tokenOf } from '../contract/decision-scenarios.ts';
import { forgedToken } from '../support/decision-tokens.ts';
import { startService, type TestService } from '../support/service.ts';

/** What mail gateways, browsers and chat previews send when they look at a link. */
const LOOKS: [name: string, headers: Record<string, string>][] = [
  ['a mail gateway', { 'user-agent': 'Mozilla/5.0 (compatible; SafeLinks)', accept: 'text/html' }],
  ['a link preview', { 'user-agent': 'Slackbot-LinkExpanding 1.0', accept: '*/*' }],
  ['a prefetch', { 'sec-purpose': 'prefetch', accept: 'text/html' }],
  ['a prerender', { 'sec-purpose': 'prefetch;prerender', accept: 'text/html' }],
  ['an old prefetch', { purpose: 'prefetch', 'x-moz': 'prefetch', 'x-purpose': 'preview' }],
  ['a scanner that asks for JSON', { accept: 'application/json' }],
  ['a scanner that pretends to post', { 'x-http-method-override': 'POST' }],
];

/** Fields that keep a token from leaking: to other sites, into caches and frames. */
const KEPT_BACK = ['referrer-policy', 'cache-control', 'x-frame-options', 'refresh'];

const OTHER_METHODS = ['PUT', 'PATCH', 'DELETE', 'OPTIONS', 'PROPFIND', 'QUERY'];
const FORM_TYPE = 'application/x-www-form-urlencoded';
const JSON_TYPE = 'application/json';

/** Every row of the database but those of counts, which are written some seconds later. */
function rowsOf({ folder }: TestService): unknown[] {
  const database = new DatabaseSync(join(folder, 'test.db'), { readOnly: true });
  const tables = database.prepare("SELECT name FROM sqlite_master WHERE type = 'table'").all();
  const rows = tables
    .filter(({ name }) => name !== 'form_counts')
    .map(({ name }) => [name, database.prepare(`SELECT * FROM ${String(name)}`).all()]);
  database.close();
  return rows;
}

/** A token whose form id was altered may name no form. */
const REFUSED: ReadonlySet<unknown> = new Set(['verification_token_invalid', 'route_not_found']);

const purposeOf = (name: DecisionName): string => decisionOf(name).purpose ?? name;

/** Every fifth character of a token replaced, and the token cut and extended. */
function* alterationsOf(token: string): Generator<string> {
  for (let at = 0; at < token.length; at += 5) {
    yield token.slice(0, at) + (token[at] === 'A' ? 'B' : 'A') + token.slice(at + 1);
  }
  yield* [token.slice(0, -8), `${token}A`, `${token}.x`, token.split('.').slice(0, -1).join('.')];
}

for (const name of DECISION_NAMES) {
  const { path } = decisionOf(name);

  describe(`the mailed link "${name}"`, () => {
    // Guarantee: The owner of an inbox
    // opening a mailed link does nothing until its button is pressed
    it(`the mailed link "${name}" does nothing until its button is pressed`, async (test) => {
      const service = await startService(test);
      const token = await tokenOf(service, name);
      const link = `${path}?${new URLSearchParams({ token }).toString()}`;
      const before = rowsOf(service);
      for (const [looker, headers] of LOOKS) {
        const page = await service.request(link, { headers });
        assert.equal(page.status, 200, looker);
        assert.doesNotMatch(page.text, /<script|<meta[^>]*refresh|<img|<iframe|\son[a-z]+=/i);
        const policy = page.headers.get('content-security-policy') ?? '';
        assert.match(policy, /default-src 'none'.*frame-ancestors 'none'/);
        assert.deepEqual(
          KEPT_BACK.map((field) => page.headers.get(field)),
          ['no-referrer', 'no-store', 'DENY', null],
        );
        await service.request(link, { method: 'HEAD', headers });
      }
      for (const method of OTHER_METHODS) await service.request(link, { method });
      for (const type of [FORM_TYPE, 'text/plain', JSON_TYPE]) {
        const headers = { 'content-type': type };
        const answer = await service.request(link, { method: 'POST', headers });
        assert.equal(answer.json.error, 'verification_token_required');
      }
      const body = JSON.stringify({ token, 'List-Unsubscribe': 'One-Click' });
      await service.request(link, { method: 'POST', headers: { 'content-type': JSON_TYPE }, body });
      assert.deepEqual(rowsOf(service), before);
    });

    it(`the mailed link "${name}" takes its own token alone, unaltered`, async (test) => {
      const service = await startService(test);
      const token = await tokenOf(service, name);
      const { form_id } = (await service.create({ email: 'another@example.com' })).json;
      const others = DECISION_NAMES.filter((other) => purposeOf(other) !== purposeOf(name));
      const wrong = [
        ...alterationsOf(token),
        ...others.map((other) => forgedToken(service, other, form_id)),
        ...(token.startsWith('cfm_') ? [token.replace(/^cfm_\w+/, form_id)] : []),
        ' ',
      ];
      const before = rowsOf(service);
      for (const text of wrong) {
        const sent = new URLSearchParams({ token: text });
        const shown = await service.request(`${path}?${sent.toString()}`);
        assert.ok(REFUSED.has(shown.json?.error), text);
        const pressed = await service.request(path, { method: 'POST', body: sent });
        assert.ok(REFUSED.has(pressed.json.error), text);
      }
      assert.deepEqual(rowsOf(service), before);
    });
  });
}
