import assert from 'node:assert/strict';
import { it } from 'node:test';
import type { FormTarget } from '../../contract/channels.ts';
import { TO_INBOX } from '../targets/channels.ts';
import { newWebhook } from '../targets/webhook.ts';
import { parseEmailAddress } from '../../platform/text/email-address.ts';
import { WIDEST_LIMITS, type SettingsForm } from './setting-rules.ts';
import { faultsAt } from './schema-faults.ts';
import { TARGETS } from './targets.ts';

const { describe: describeTargets, judge, normalise, widens } = TARGETS;

const TOKEN = '110201543:AAHdqTcvCH1vGWJxfSeofSAs0K5PALDsaw';
const SLACK = 'https://hooks.slack.com/services/T0/B0/x';
const limits = {
  ...WIDEST_LIMITS,
  ownHost: 'forms.letterslot.com',
  targetHosts: ['chat.example.org'],
};
const address = parseEmailAddress('jo@example.com');
assert.ok(address);
const context = { localPages: [], document: {}, limits };

const faultsOf = (targets: FormTarget[], form?: Omit<SettingsForm, 'address'>) =>
  faultsAt('/targets', (report) =>
    judge(targets, report, { ...context, form: form && { ...form, address } }),
  ).map(({ path }) => path);

const FINE: FormTarget[] = [
  { type: 'webhook', url: 'https://hooks.site.com/in' },
  { type: 'slack', url: SLACK },
  { type: 'slack', url: 'https://chat.example.org:8443/hooks/x' },
  { type: 'discord', url: 'https://discord.com/api/webhooks/123/abc-D_e' },
  { type: 'discord', url: 'https://discord.com/api/v10/webhooks/123/abc?thread_id=1' },
  { type: 'teams', url: 'https://prod-1.westus.logic.azure.com:443/workflows/x?sig=y' },
  { type: 'teams', url: 'https://x.environment.api.powerplatform.com/powerautomate/x?sig=y' },
  { type: 'teams', url: 'https://acme.webhook.office.com/webhookb2/x' },
  { type: 'telegram', token: TOKEN, chat_id: '-1001234' },
  { type: 'telegram', token: TOKEN, chat_id: '@channel' },
  { type: 'telegram', token: TOKEN, chat_id: '1', url: 'https://chat.example.org/' },
  { type: 'ntfy', url: 'https://ntfy.sh/my-topic' },
  { type: 'ntfy', url: 'https://push.site.com/my_topic', token: 'tk_abc' },
];

const WRONG: [why: string, target: FormTarget, member: string][] = [
  ['without a URL', { type: 'slack' }, '/url'],
  ['with a token that it has not', { type: 'slack', url: SLACK, token: 'x' }, '/token'],
  [
    'with a secret that it has not',
    { type: 'slack', url: SLACK, rotate_secret: true },
    '/rotate_secret',
  ],
  ['over http', { type: 'webhook', url: 'http://hooks.site.com/in' }, '/url'],
  ['with an address of the network', { type: 'webhook', url: 'https://10.0.0.1/in' }, '/url'],
  ['inside a network', { type: 'ntfy', url: 'https://push.internal/topic' }, '/url'],
  ['that is this service', { type: 'webhook', url: `https://${limits.ownHost}/f/x` }, '/url'],
  [
    'at another host',
    { type: 'slack', url: 'https://hooks.slack.com.evil.com/services/x' },
    '/url',
  ],
  ['at a host that ends like it', { type: 'teams', url: 'https://evil-logic.azure.com/x' }, '/url'],
  ['at the service itself', { type: 'teams', url: 'https://logic.azure.com/x' }, '/url'],
  ['at another port', { type: 'slack', url: 'https://hooks.slack.com:8443/services/x' }, '/url'],
  [
    'at another path',
    { type: 'discord', url: 'https://discord.com/api/webhooks/1/x/slack' },
    '/url',
  ],
  ['without a topic', { type: 'ntfy', url: 'https://ntfy.sh/' }, '/url'],
  ['below a topic', { type: 'ntfy', url: 'https://ntfy.sh/a/b' }, '/url'],
  ['with a query', { type: 'ntfy', url: 'https://ntfy.sh/a?auth=x' }, '/url'],
  ['without a chat', { type: 'telegram', token: TOKEN }, '/chat_id'],
  ['without a bot', { type: 'telegram', chat_id: '1' }, '/token'],
  ['with a path in its token', { type: 'telegram', token: '1/../x', chat_id: '1' }, '/token'],
  ['with words for a chat', { type: 'telegram', token: TOKEN, chat_id: 'a chat' }, '/chat_id'],
  [
    'at a foreign server',
    { type: 'telegram', token: TOKEN, chat_id: '1', url: 'https://x.com/' },
    '/url',
  ],
  ['with a line break', { type: 'ntfy', url: 'https://ntfy.sh/a', token: 'x\r\ny: z' }, '/token'],
];

for (const target of FINE)
  it(`a target is fine: ${target.type} ${target.url ?? target.chat_id ?? ''}`, () =>
    assert.deepEqual(faultsOf([target]), []));

for (const [why, target, member] of WRONG)
  it(`a target of the type ${target.type} ${why} is a fault`, () =>
    assert.deepEqual(faultsOf([target]), [`/targets/0${member}`]));

it('a target twice in the list is a fault, however its URL is written', () => {
  const twins: FormTarget[] = [
    { type: 'slack', url: SLACK },
    { type: 'ntfy', url: 'https://ntfy.sh/a' },
    { type: 'slack', url: SLACK.replace('hooks.slack', 'HOOKS.Slack') },
  ];
  assert.deepEqual(faultsOf(twins), ['/targets/2']);
});

it('a target list has room for the webhook that the form was made with', () => {
  const config = newWebhook('https://hooks.site.com/in');
  const form = { targets: [TO_INBOX, { channel: 'webhook', config, awaited: false }] as const };
  const topics = Array.from({ length: 5 }, (_, at): FormTarget => {
    return { type: 'ntfy', url: `https://ntfy.sh/topic${at}` };
  });
  assert.deepEqual(faultsOf(topics), []);
  assert.deepEqual(faultsOf(topics, form), ['/targets']);
  assert.deepEqual(faultsOf(topics.slice(1), form), []);
  assert.deepEqual(faultsOf([{ type: 'webhook', url: config.url }, ...topics.slice(1)], form), []);
  const { secret } = config;
  assert.deepEqual(faultsOf([{ type: 'webhook', url: config.url, secret }], form), []);
  assert.deepEqual(faultsOf([{ type: 'webhook', url: config.url, secret: 'x' }], form), [
    '/targets/0/secret',
  ]);
});

it('a target widens by where it leads, not by its token or its place in the list', () => {
  const [one, two]: FormTarget[] = [
    { type: 'ntfy', url: 'https://ntfy.sh/a', token: 'x' },
    { type: 'slack', url: SLACK },
  ];
  assert.ok(one && two);
  assert.equal(widens([one, two], [two, { ...one, token: 'y' }]), false);
  assert.equal(widens([one], [two]), true);
  assert.equal(widens([one], []), false);
});

it('a target is stored without a secret, and described without a token', () => {
  const target: FormTarget = { type: 'telegram', token: TOKEN, chat_id: '1', secret: 'x' };
  assert.deepEqual(normalise([target]), [{ type: 'telegram', token: TOKEN, chat_id: '1' }]);
  assert.deepEqual(describeTargets([target]), ['Telegram 1 (bot 110201543)']);
});
