import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { it } from 'node:test';
import fc from 'fast-check';
import {
  OUTSIDE_CHANNEL_NAMES,
  OUTSIDE_CHANNELS,
  type OutsideChannelName,
} from '../../src/contract/channels.ts';
import { toSent } from '../../src/delivery/channels.ts';
import { toFacts } from '../../src/submissions/posted/facts.ts';
import { parseSubmission } from '../../src/submissions/posted/submission.ts';
import type { Delivery } from '../../src/submissions/delivery.ts';
import { BOT_TOKEN } from '../support/chat-services.ts';
import { CHATS } from '../support/judge-chats.ts';
import { newRoute } from '../stores/route-rows.ts';

const at = (url: string) => ({ url, secret: '' });

/** Where the messages of each service go. */
const PLACES = {
  slack: at('https://hooks.slack.com/services/x'),
  discord: at('https://discord.com/api/webhooks/1/x'),
  teams: at('https://a.logic.azure.com/x'),
  telegram: { ...at('https://api.telegram.org/'), token: BOT_TOKEN, chat_id: '-1' },
  ntfy: at('https://ntfy.sh/topic'),
} satisfies Record<Exclude<OutsideChannelName, 'webhook'>, object>;

/** What a service, its clients or a cut could act on. */
const PIECES = [
  ['@everyone', '<!channel>', '<@U123>', '[a](https://evil.example)', '```', '**', '||'],
  ['&lt;', '&', '\n# ', '\n1. ', '\n> ', '\n- ', '\\', '/start', '#tag', '{{DATE(1)}}'],
  ['\u202e', '\u200b', '👩‍👩‍👧', '😀', '\ud800', 'ü', ' ', 'x'.repeat(2_000)],
  ['&'.repeat(1_500), '😀'.repeat(1_500)],
].flat();

const text = fc
  .array(fc.oneof(fc.constantFrom(...PIECES), fc.string({ unit: 'binary', maxLength: 5 })), {
    maxLength: 12,
  })
  .map((pieces) => pieces.join(''));

const fields = fc
  .array(fc.tuple(text, text), { minLength: 1, maxLength: 40 })
  .map((pairs) => new Map(pairs.map(([name, value]) => [`f${name}`.slice(0, 200), [value]])));

for (const name of OUTSIDE_CHANNEL_NAMES) {
  if (name === 'webhook') continue;
  const to = PLACES[name];
  const [call, { judge }] = [OUTSIDE_CHANNELS[name], CHATS[name]];

  it(`a message to ${name} is what it takes, whatever was sent`, () => {
    fc.assert(
      fc.property(fields, text, (given, alias) => {
        const submission = parseSubmission(new Map([...given, ['_subject', [alias]]]));
        const route = { ...newRoute('jo@example.com'), alias };
        const facts = toFacts(submission.fields);
        const delivery = {
          id: `msg_${randomUUID()}`,
          route,
          submission,
          facts,
        } as unknown as Delivery;
        const body = call.compose(toSent(delivery), to);
        const hmac = () => '';
        const headers = call.headers?.(to, { id: '', at: 0, body, hmac }) ?? {};
        const path = new URL(call.urlOf(to)).pathname;
        assert.deepEqual(judge({ path, headers, body }), []);
        assert.ok(body.isWellFormed());
      }),
      { numRuns: 150 },
    );
  });
}

it('a message to a server that reads what Slack reads is escaped Markdown without mentions', () => {
  const given = new Map([['message', ['**a** @channel [x](https://evil.example)']]]);
  const submission = parseSubmission(given);
  const [id, route] = [`msg_${randomUUID()}`, newRoute('jo@example.com')];
  const delivery = { id, route, submission, facts: toFacts(given) };
  const body = OUTSIDE_CHANNELS.slack.compose(
    toSent(delivery as unknown as Delivery),
    at('https://chat.example.org/hooks/x'),
  );
  const sent = JSON.parse(body);
  assert.deepEqual(Object.keys(sent), ['text']);
  assert.match(
    sent.text,
    /\\\*\\\*a\\\*\\\* @\u2060channel \\\[x\\\]\\\(https:\/\u2060\/evil\.example\\\)/,
  );
});
