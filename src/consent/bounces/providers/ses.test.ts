import assert from 'node:assert/strict';
import { createSign, X509Certificate } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { it } from 'node:test';
import { ServiceError } from '../../../contract/service-error.ts';
import { SesReports } from './ses.ts';

const tls = (name: string) =>
  readFileSync(new URL(`../../../../test/support/tls/${name}`, import.meta.url), 'utf8');

const TOPIC = 'arn:aws:sns:eu-central-1:123456789012:bounces';
const SNS = 'https://sns.eu-central-1.amazonaws.com';
const CERTIFICATE = `${SNS}/SimpleNotificationService-0123456789abcdef0123456789abcdef.pem`;
const CONFIRM = `${SNS}/?Action=ConfirmSubscription&TopicArn=${TOPIC}&Token=2336412f`;
const KEY = tls('server.key');
const TOKEN = '7k2mnp4qrstvwxyzaabc6dmk3f5xq9hjr2u8wz';
const NOW = Date.parse(new X509Certificate(tls('server.pem')).validFrom) + 1_000;

type Message = Record<string, string>;

/** A message with a signature as SNS makes it. */
function signed(message: Message, { key = KEY, hash = 'RSA-SHA256' } = {}): Message {
  const names =
    message['Type'] === 'Notification'
      ? ['Message', 'MessageId', 'Subject', 'Timestamp', 'TopicArn', 'Type']
      : ['Message', 'MessageId', 'SubscribeURL', 'Timestamp', 'Token', 'TopicArn', 'Type'];
  const text = names.map((name) => (message[name] ? `${name}\n${message[name]}\n` : '')).join('');
  return { ...message, Signature: createSign(hash).update(text).sign(key, 'base64') };
}

const notification = (event: object, changes: Message = {}): Message => ({
  Type: 'Notification',
  MessageId: '22b80b92-fdea-4c2c-8f9d-bdfb0c7bf324',
  TopicArn: TOPIC,
  Message: JSON.stringify(event),
  Timestamp: '2026-11-23T01:00:00.000Z',
  SignatureVersion: '2',
  SigningCertURL: CERTIFICATE,
  ...changes,
});

const SUBSCRIPTION: Message = {
  Type: 'SubscriptionConfirmation',
  MessageId: '165545c9-2a5c-472c-8df2-7ff2be2b3b1b',
  Token: '2336412f',
  TopicArn: TOPIC,
  Message: 'You have chosen to subscribe to the topic.',
  SubscribeURL: CONFIRM,
  Timestamp: '2026-11-23T01:00:00.000Z',
  SignatureVersion: '2',
  SigningCertURL: CERTIFICATE,
};

const MAIL = {
  source: 'forms@letterslot.example',
  destination: ['owner@example.com'],
  headersTruncated: false,
  headers: [
    { name: 'From', value: 'Forms <forms@letterslot.example>' },
    { name: 'Letterslot-Bounce', value: TOKEN },
  ],
};

/** An event as the documentation of SES shows it. */
const bounceOf = (bounce: object = {}, status = '5.1.1', mail: object = MAIL) => ({
  notificationType: 'Bounce',
  bounce: {
    bounceType: 'Permanent',
    bounceSubType: 'General',
    bouncedRecipients: [{ emailAddress: 'owner@example.com', status, action: 'failed' }],
    ...bounce,
  },
  mail,
});

const filesOf = (getText: (url: string) => Promise<string | undefined>) => ({
  fetchBytes: async (url: string) =>
    getText(url).then((text) => (text === undefined ? text : Buffer.from(text))),
});

function start(pem: () => Promise<string | undefined> = async () => tls('server.pem')) {
  const fetched: string[] = [];
  const getText = (url: string) => {
    fetched.push(url);
    if (url === CERTIFICATE) return pem();
    return Promise.resolve(url === CONFIRM ? '<ConfirmSubscriptionResponse/>' : undefined);
  };
  const reports = new SesReports([TOPIC], filesOf(getText), () => NOW);
  return {
    fetched,
    read: async (body: unknown) =>
      reports.read({ readBody: async () => body, authorization: undefined }),
  };
}

const isRefused = (error: unknown) => error instanceof ServiceError && error.code === 'not_found';

it('a report with either version of the signature names the form, and its certificate is fetched once', async () => {
  const { read, fetched } = start();
  const report = { token: TOKEN, verdict: 'gone', recipient: 'owner@example.com' };
  const first = signed(notification(bounceOf()));
  assert.deepEqual(await read(first), [report]);
  const older = notification(bounceOf(), { SignatureVersion: '1', Subject: 'Amazon SES' });
  assert.deepEqual(await read(signed(older, { hash: 'RSA-SHA1' })), [report]);
  assert.deepEqual(fetched, [CERTIFICATE]);
});

it('the signature covers every member that matters', async () => {
  const { read } = start();
  const good = signed(notification(bounceOf(), { Subject: 'Amazon SES' }));
  await read(good);
  const other = JSON.stringify(bounceOf({}, '5.1.2'));
  const changes: Message[] = [
    { Message: other },
    { MessageId: 'x' },
    { Subject: 'x' },
    { Timestamp: 'x' },
    { Signature: '' },
    { Signature: '****' },
    { SignatureVersion: '1' },
    { SignatureVersion: '3' },
    { Type: 'SubscriptionConfirmation', SubscribeURL: CONFIRM },
    { Type: '__proto__' },
  ];
  for (const change of changes) {
    await assert.rejects(read({ ...good, ...change }), isRefused, JSON.stringify(change));
  }
  await assert.rejects(
    read(signed(notification(bounceOf()), { key: tls('database.key') })),
    isRefused,
  );
  for (const body of [undefined, null, 7, 'x', [], {}, [good]]) {
    await assert.rejects(read(body), isRefused);
  }
});

it('nothing is fetched for another topic, nor from a place that is not SNS in the region of the topic', async () => {
  const { read, fetched } = start();
  const places = [
    'http://sns.eu-central-1.amazonaws.com/SimpleNotificationService-1.pem',
    'https://sns.eu-central-1.amazonaws.com:444/SimpleNotificationService-1.pem',
    'https://user@sns.eu-central-1.amazonaws.com/SimpleNotificationService-1.pem',
    'https://sns.us-east-1.amazonaws.com/SimpleNotificationService-1.pem',
    'https://sns.eu-central-1.amazonaws.com.evil.example/SimpleNotificationService-1.pem',
    'https://evil.example/sns.eu-central-1.amazonaws.com/SimpleNotificationService-1.pem',
    `${SNS}/a-bucket/SimpleNotificationService-1.pem`,
    `${SNS}/?Action=Publish`,
    `${CERTIFICATE}?x=1`,
    '',
  ];
  for (const SigningCertURL of places) {
    const message = signed(notification(bounceOf(), { SigningCertURL }));
    await assert.rejects(read(message), isRefused, SigningCertURL);
  }
  const TopicArn = 'arn:aws:sns:eu-central-1:123456789012:other';
  await assert.rejects(read(signed(notification(bounceOf(), { TopicArn }))), isRefused);
  await assert.rejects(read(signed({ ...SUBSCRIPTION, TopicArn })), isRefused);
  assert.deepEqual(fetched, []);
});

it('a subscription is confirmed at SNS alone, for an allowed topic with a valid signature', async () => {
  const { read, fetched } = start();
  assert.deepEqual(await read(signed(SUBSCRIPTION)), []);
  assert.deepEqual(fetched, [CERTIFICATE, CONFIRM]);
  for (const SubscribeURL of [
    'https://evil.example/?Action=ConfirmSubscription',
    'https://sns.us-east-1.amazonaws.com/?Action=ConfirmSubscription',
    `${SNS}/?Action=Unsubscribe`,
  ]) {
    await assert.rejects(read(signed({ ...SUBSCRIPTION, SubscribeURL })), isRefused);
  }
  assert.equal(fetched.length, 2);
  assert.deepEqual(await read(signed({ ...SUBSCRIPTION, Type: 'UnsubscribeConfirmation' })), []);
  assert.equal(fetched.length, 2, 'and it is not ended by the message about its end');
});

it('a certificate that cannot be fetched is tried again, and one that is over is refused', async () => {
  let pem: () => Promise<string | undefined> = () => Promise.reject(new Error('unreachable'));
  const { read } = start(() => pem());
  const message = signed(notification(bounceOf()));
  await assert.rejects(read(message), /unreachable/);
  for (const text of [undefined, '', 'no certificate']) {
    pem = async () => text;
    await assert.rejects(read(message), isRefused);
  }
  pem = async () => tls('server.pem');
  assert.equal((await read(message)).length, 1);
  const late = new SesReports([TOPIC], filesOf(pem), () => NOW + 200 * 365 * 86_400_000);
  await assert.rejects(
    async () => late.read({ readBody: async () => message, authorization: undefined }),
    isRefused,
  );
});

it('a stranger who knows a topic can have few files fetched, which do not replace the certificate', async () => {
  const { read, fetched } = start();
  const message = signed(notification(bounceOf()));
  await read(message);
  const strange = Array.from({ length: 100 }, (_, at) =>
    read({ ...message, SigningCertURL: `${SNS}/SimpleNotificationService-${at}.pem` }),
  );
  for (const { status } of await Promise.allSettled(strange)) assert.equal(status, 'rejected');
  assert.equal(fetched.length, 20);
  assert.equal((await read(message)).length, 1);
  assert.equal(fetched.length, 20);
});

const verdicts: [string, object, string | undefined][] = [
  ['no such mailbox', bounceOf({ bounceSubType: 'NoEmail' }, ''), 'gone'],
  ['on the suppression list', bounceOf({ bounceSubType: 'OnAccountSuppressionList' }), 'gone'],
  ['refused for its content', bounceOf({}, '5.7.1'), 'message'],
  ['too much mail', bounceOf({}, '5.2.1'), 'full'],
  ['too large', bounceOf({ bounceType: 'Transient', bounceSubType: 'MessageTooLarge' }), 'message'],
  ['a full mailbox', bounceOf({ bounceType: 'Transient', bounceSubType: 'MailboxFull' }), 'full'],
  ['unclear, with a status', bounceOf({ bounceType: 'Undetermined' }, '5.1.1'), 'gone'],
  ['without recipients', bounceOf({ bouncedRecipients: 'x' }), undefined],
  ['a complaint', { notificationType: 'Complaint', complaint: {}, mail: MAIL }, 'complaint'],
  ['a complaint as an event', { eventType: 'Complaint', mail: MAIL }, 'complaint'],
  [
    'no spam after all',
    {
      notificationType: 'Complaint',
      complaint: { complaintFeedbackType: 'not-spam' },
      mail: MAIL,
    },
    undefined,
  ],
  ['a delivery', { notificationType: 'Delivery', mail: MAIL }, undefined],
];
for (const [name, event, verdict] of verdicts)
  it(`the verdict of SES on ${name} is ${verdict ?? 'none'}`, async () => {
    const [report] = await start().read(signed(notification(event)));
    assert.equal(report?.verdict, verdict);
    if (report) assert.equal(report.token, TOKEN);
  });

it('without headers in the event, the envelope sender names the form', async () => {
  const source = `bounces+${TOKEN}@forms.example.com`;
  const [report] = await start().read(signed(notification(bounceOf({}, '5.1.1', { source }))));
  assert.equal(report?.token, TOKEN);
});
