import { createHmac, createSign, X509Certificate } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { LIMITS } from '../../src/contract/limits.ts';
import { SesReports } from '../../src/consent/bounces/providers/ses.ts';
import { MailgunReports, PostmarkReports } from '../../src/consent/bounces/providers/webhooks.ts';
import { readReport, REPORT_BYTES } from '../../src/consent/bounces/read-report.ts';
import { UnreadableMail } from '../../src/mail/parse-mail.ts';
import { readJsonOctets } from '../../src/web/http/read-body.ts';
import { documents, list, texts } from './hostile.ts';
import { parser, type Hostile } from './parser.ts';

const SECRET = 'a-secret-of-more-than-32-characters-here';
const FOLDER = join(import.meta.dirname, '../support/tls');
const certificate = readFileSync(join(FOLDER, 'server.pem'), 'utf8');
const signingKey = readFileSync(join(FOLDER, 'server.key'), 'utf8');

const TOPIC = 'arn:aws:sns:eu-central-1:123456789012:bounces';
const NOW = Date.parse(new X509Certificate(certificate).validFrom) + 1_000;

const sesWith = (pem: string) =>
  new SesReports([TOPIC], { fetchBytes: async () => Buffer.from(pem) }, () => NOW);
const ses = sesWith(certificate);

/** A notification of SNS with the right signature. */
function notification(Message: string) {
  const signed = { Message, MessageId: '1', Timestamp: '2', TopicArn: TOPIC, Type: 'Notification' };
  const text = Object.entries(signed).map(([name, value]) => `${name}\n${value}\n`);
  const Signature = createSign('RSA-SHA256').update(text.join('')).sign(signingKey, 'base64');
  const SigningCertURL = 'https://sns.eu-central-1.amazonaws.com/SimpleNotificationService-0.pem';
  return { ...signed, Signature, SignatureVersion: '2', SigningCertURL };
}

const NOTIFICATION = notification('{}');
const postmark = new PostmarkReports(SECRET);
const mailgun = new MailgunReports(SECRET, Date.now);

/** A report of Mailgun whose signature is right, around members that are not. */
function withSignature(report: object): object {
  const [timestamp, token] = [String(Math.floor(Date.now() / 1000)), 't'];
  const signature = createHmac('sha256', SECRET)
    .update(timestamp + token)
    .digest('hex');
  return { ...report, signature: { timestamp, token, signature } };
}

const MEMBERS = ['event-data', 'Metadata', 'Message', 'mail', 'bounce'];

const readAll = async (text: string, authorization: string) => {
  const { value } = readJsonOctets(Buffer.from(text));
  const readBody = async () => withSignature(Object(value) as object);
  return Promise.allSettled([
    postmark.read({ readBody, authorization: `Bearer ${SECRET}` }),
    postmark.read({ readBody, authorization }),
    mailgun.read({ readBody, authorization }),
    ses.read({ readBody: async () => value, authorization }),
    ses.read({ readBody: async () => notification(text), authorization }),
  ]);
};

const REPORT_HEAD = 'To: a@b.example\r\nContent-Type: multipart/report; boundary=b\r\n\r\n';
const STATUS = '--b\r\nContent-Type: message/delivery-status\r\n\r\n';

function* reports(size: number): Generator<Hostile<string>> {
  yield* texts(size / 4, 'To: ');
  yield* texts(size / 4, `${REPORT_HEAD}${STATUS}Action: failed\r\n`);
  yield ['lines', `\r\n${'\r\n'.repeat(size / 2)}`];
  yield ['headers', list(size / 12, (at) => `X-${at}: a\r\n`)];
  yield ['parts', REPORT_HEAD + '--b\r\n\r\n'.repeat(size / 7)];
  yield ['mails', REPORT_HEAD + '--b\r\nContent-Type: message/rfc822\r\n\r\n'.repeat(size / 36)];
  const nested = (at: number) =>
    `Content-Type: multipart/mixed; boundary=b${at}\r\n\r\n--b${at}\r\n`;
  yield ['levels', list(size / 60, nested)];
  const group = 'Action: failed\r\nStatus: 5.1.1\r\n\r\n';
  yield ['recipients', REPORT_HEAD + STATUS + group.repeat(size / group.length)];
}

export const REPORT_PARSERS = [
  parser({
    name: "a report of a provider's API",
    files: ['src/consent/bounces/providers/webhooks.ts', 'src/consent/bounces/providers/ses.ts'],
    most: LIMITS.bounceReportBytes,
    boundedBy: 'readBody, by LIMITS.bounceReportBytes',
    cost: 300,
    inputs: (size) => documents(size, MEMBERS),
    read: (text) => readAll(text, `Basic ${text.slice(0, LIMITS.headerBytes)}`),
  }),
  parser({
    name: 'the certificate of a report',
    files: ['src/consent/bounces/providers/ses.ts'],
    most: 65_536,
    boundedBy: 'fetchBytes, by its caller in consent/bounces',
    inputs: (size) => texts(size, certificate.slice(0, 100), certificate.slice(100)),
    read: (pem) =>
      sesWith(pem).read({ readBody: async () => NOTIFICATION, authorization: undefined }),
  }),
  parser({
    // The command of a mail server, in a process of its own.
    name: 'a mail that reports a bounce',
    files: ['src/consent/bounces/read-report.ts'],
    most: REPORT_BYTES,
    boundedBy: 'itself: the rest of the mail is not read',
    cost: 3_000,
    faults: [UnreadableMail],
    inputs: reports,
    read: (text) => readReport(Buffer.from(text)),
  }),
];
