import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { TO_INBOX } from './targets/channels.ts';
import { newWebhook } from './targets/webhook.ts';
import { idempotencyOf, keyring, newRoute } from '../../test/stores/route-rows.ts';
import { newFormId, openRoute, sealRoute, type Route } from './route.ts';
import { parseFormId } from '../contract/names.ts';

const ID = 'cfm_ABCDEFGH23456789';

describe('a form id', () => {
  const ids = Array.from({ length: 2_000 }, newFormId);

  it('a form id is parsed as it was made', () => {
    for (const id of ids) assert.equal(parseFormId(id), id);
  });

  it('a form id is new each time', () => assert.equal(new Set(ids).size, ids.length));

  it('a form id uses each of its 32 symbols at every place', () => {
    for (let place = 4; place < 20; place += 1) {
      assert.equal(new Set(ids.map((id) => id[place])).size, 32, `place ${place}`);
    }
  });

  it('a form id has no symbols that people confuse', () => {
    for (const id of ids) assert.doesNotMatch(id.slice(4), /[IO01]/);
  });

  it('a form id is accepted in exactly one spelling', () => assert.equal(parseFormId(ID), ID));

  const replaced = ['A I', 'A O', '2 0', '2 1', 'A Ａ', 'cfm_ CFM_'].map((pair) => {
    const [from = '', to = ''] = pair.split(' ');
    return ID.replace(from, to);
  });
  const around = [`${ID}A`, ` ${ID}`, `${ID} `, `${ID}\n`, `x\n${ID}`, `${ID}/`];
  const parts = ['', 'cfm_', ID.slice(0, -1), ID.slice(4), ID.toLowerCase(), '__proto__'];
  for (const text of [...parts, ...around, ...replaced])
    it(`a form id is not ${JSON.stringify(text)}`, () =>
      assert.equal(parseFormId(text), undefined));
});

it('a route is opened with every field that it was sealed with', () => {
  const config = newWebhook('https://hook.example/in');
  // Optional fields are required here, so that a new one does not compile without a value.
  const route: { [Name in keyof Required<Route>]: NonNullable<Route[Name]> } = {
    ...newRoute('jo@example.com', { status: 'active' }),
    targets: [TO_INBOX, { channel: 'webhook', config, awaited: false }],
    verificationSentAt: 1,
    stoppedAt: 2,
    unapprovedSince: 3,
    settings: { subject: '{name}', copies: ['ann@example.com'], paused: true },
    proposal: { settings: { origins: ['https://example.com'] }, at: 4 },
    relaxed: ['links'],
    guard: 'always',
    limitedAt: 9,
    quiet: true,
    bounced: { kind: 'bounce', at: 5, healedAt: 6 },
    copies: [{ address: newRoute('ann@example.com').address, status: 'confirmed', since: 5 }],
    targetStates: [{ key: 'slack https://hooks.slack.com/x', off: { at: 7, status: 404 } }],
    hidden: ['0123456789'],
    accessKeys: [{ id: 'key_AAAAAAAAAA', name: 'Website', secretHash: 'h', createdOn: 10 }],
    offer: {
      nonce: 'nonce',
      to: newRoute('client@example.com').address,
      by: 'token',
      side: 'owner',
      at: 8,
      content: newRoute('jo@example.com').inbox.owner,
    },
    language: 'de',
    idempotency: idempotencyOf('key'),
  };
  // No new route is stopped: only a statement of its own writes that.
  const row = { ...sealRoute(keyring, route), stoppedAt: route.stoppedAt };
  assert.deepEqual(openRoute(keyring, row), route);
});
