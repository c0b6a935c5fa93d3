import { createHmac } from 'node:crypto';
import type { Answer, TestService } from './service.ts';

export const POSTMARK_SECRET = 'a-secret-of-more-than-32-characters-here';
export const MAILGUN_KEY = 'key-3ax6xnjp29jd6fds4gc373sgvjxteol0';

/** Settings for the providers that need no certificate of their own. */
export const PROVIDERS = {
  POSTMARK_BOUNCE_SECRET: POSTMARK_SECRET,
  MAILGUN_SIGNING_KEY: MAILGUN_KEY,
};

/** Calls a provider's path, as JSON of the type that SNS sends. */
export const report = (
  { request }: Pick<TestService, 'request'>,
  provider: string,
  body: unknown,
  headers: Record<string, string> = {},
): Promise<Answer> =>
  request(`/v1/bounces/${provider}`, {
    method: 'POST',
    headers: { 'content-type': 'text/plain; charset=UTF-8', ...headers },
    body: typeof body === 'string' ? body : JSON.stringify(body),
  });

export const basicAuth = (secret = POSTMARK_SECRET) => ({
  authorization: `Basic ${Buffer.from(`letterslot:${secret}`).toString('base64')}`,
});

/** A bounce as Postmark's documentation shows it. */
export const postmarkBounce = (token: string, type = 'HardBounce') => ({
  RecordType: 'Bounce',
  MessageStream: 'outbound',
  ID: 4323372036854,
  Type: type,
  TypeCode: 1,
  Name: 'Hard bounce',
  Tag: 'Test',
  MessageID: '883953f4-6105-42a2-a16a-77a8eac79483',
  Metadata: { letterslot: token },
  ServerID: 23,
  Description:
    'The server was unable to deliver your message (ex: unknown user, mailbox not found).',
  Details: 'Test bounce details',
  Email: 'owner@example.com',
  From: 'forms@letterslot.example',
  BouncedAt: '2026-11-23T01:00:00Z',
  DumpAvailable: true,
  Inactive: true,
  CanActivate: true,
  Subject: 'Test subject',
});

export const postmarkComplaint = (token: string) => ({
  ...postmarkBounce(token, 'SpamComplaint'),
  RecordType: 'SpamComplaint',
  TypeCode: 512,
});

/** The signature of Mailgun at a time, in seconds. */
export function mailgunSignature(at = Date.now() / 1000, key = MAILGUN_KEY) {
  const timestamp = String(Math.floor(at));
  const token = 'ffbfaf0a4f9a1d4e2a7d2a2b8f7f4f4b5f2d0c3b9f1a8e7d6c';
  const signature = createHmac('sha256', key)
    .update(timestamp + token)
    .digest('hex');
  return { timestamp, token, signature };
}

/** A permanent failure as Mailgun's documentation shows it. */
export const mailgunFailure = (token: string, changes: object = {}) => ({
  signature: mailgunSignature(),
  'event-data': {
    id: 'G9Bn5sl1TC6nu79C8C0bwg',
    timestamp: 1521233195.375624,
    event: 'failed',
    severity: 'permanent',
    reason: 'bounce',
    'delivery-status': {
      'attempt-no': 1,
      code: 550,
      'enhanced-code': '5.1.1',
      message: '5.1.1 The email account that you tried to reach does not exist.',
      description: '',
    },
    envelope: { sender: 'forms@letterslot.example', transport: 'smtp' },
    message: { headers: { 'message-id': 'x@letterslot.example', to: 'owner@example.com' } },
    recipient: 'owner@example.com',
    'user-variables': { letterslot: token },
    ...changes,
  },
});
