import type { IncomingMessage } from 'node:http';
import type { TokenServer } from './token-server.ts';

/** A mail as the provider got it, octet by octet. */
export interface TakenMail {
  raw: string;
  /** From the request, where it names one; else from the header of the mail. */
  to: string;
  from?: string;
}

interface Call {
  method: string;
  path: string;
  headers: IncomingMessage['headers'];
  body: Buffer;
}

export interface Reply {
  status: number;
  json?: object;
  /** The mail that this request submits. */
  mail?: TakenMail;
}

export const USER = 'forms@letterslot.example';
export const KEY = 'canary-api-key';
export const DOMAIN = 'mg.letterslot.example';

const recipientOf = (raw: string) =>
  /^To:\s*(?:.*<)?([^<>\r\n]+?)>?\r$/m.exec(raw)?.[1] ?? 'nobody';

/** Says what is wrong with a message for a server that takes only what RFC 5322 allows. */
export function faultOf(raw: string): string | undefined {
  if (!/^From: /m.test(raw) || !/^To:/m.test(raw)) return 'no From or To';
  if (/(^|[^\r])\n/.test(raw)) return 'a bare line feed';
  if (raw.split('\r\n').some((line) => line.length > 998)) return 'a long line';
  return undefined;
}

const isBase64 = (text: string) =>
  /^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/.test(text);

export type Judge = (call: Call, state: State) => Reply;

export interface State {
  tokens: TokenServer;
  limit: number;
  drafts: Map<string, string>;
  blobs: Map<string, string>;
  session: number;
  refusesSubmissions: boolean;
}

export const refuse = (status: number, fault: string): Reply => ({
  status,
  json: { error: { fault } },
});

/** https://learn.microsoft.com/graph/api/user-sendmail and outlook-send-mime-message */
export const graph: Judge = ({ method, path, headers, body }, { tokens, limit }) => {
  if (method !== 'POST' || path !== `/v1.0/users/${encodeURIComponent(USER)}/sendMail`)
    return refuse(404, path);
  if (!tokens.isValid(headers.authorization)) return refuse(401, 'InvalidAuthenticationToken');
  if (headers['content-type'] !== 'text/plain') return refuse(400, 'content type');
  if (body.length > Math.min(4_194_304, limit)) return refuse(413, 'size');
  const text = body.toString('latin1');
  if (!isBase64(text)) return refuse(400, 'ErrorMimeContentInvalidBase64String');
  const raw = Buffer.from(text, 'base64').toString('latin1');
  const fault = faultOf(raw);
  if (fault) return refuse(400, fault);
  return { status: 202, mail: { raw, to: recipientOf(raw) } };
};

/** https://developers.google.com/workspace/gmail/api/reference/rest/v1/users.messages/send */
export const gmail: Judge = ({ method, path, headers, body }, { tokens, limit }) => {
  if (method !== 'POST' || path !== '/gmail/v1/users/me/messages/send') return refuse(404, path);
  if (!tokens.isValid(headers.authorization)) return refuse(401, 'Invalid Credentials');
  if (headers['content-type'] !== 'application/json') return refuse(400, 'content type');
  if (body.length > limit) return refuse(413, 'size');
  const { raw: encoded, ...rest } = JSON.parse(body.toString()) as Record<string, string>;
  if (encoded === undefined || Object.keys(rest).length > 0) return refuse(400, 'members');
  if (!/^[\w-]+={0,2}$/.test(encoded)) return refuse(400, 'Invalid value for ByteString');
  const raw = Buffer.from(encoded, 'base64url').toString('latin1');
  const fault = faultOf(raw);
  if (fault) return refuse(400, fault);
  return {
    status: 200,
    json: { id: '1', threadId: '1', labelIds: ['SENT'] },
    mail: { raw, to: recipientOf(raw) },
  };
};

/** https://docs.aws.amazon.com/ses/latest/APIReference-V2/API_SendEmail.html */
export const ses: Judge = ({ method, path, headers, body }, { limit }) => {
  const authorization = headers.authorization ?? '';
  const isSigned =
    authorization.startsWith('AWS4-HMAC-SHA256 Credential=AKIACANARY/') &&
    authorization.includes('/eu-central-1/ses/aws4_request') &&
    /Signature=[\da-f]{64}$/.test(authorization);
  if (!isSigned) return refuse(403, 'UnrecognizedClientException');
  if (method === 'GET' && path === '/v2/email/account')
    return {
      status: 200,
      json: { SendQuota: { MaxSendRate: 500, Max24HourSend: 1, SentLast24Hours: 0 } },
    };
  if (method !== 'POST' || path !== '/v2/email/outbound-emails') return refuse(404, path);
  if (body.length > limit) return refuse(413, 'size');
  const { Content, Destination } = JSON.parse(body.toString()) as {
    Content: { Raw?: { Data: string } };
    Destination: { ToAddresses: string[] };
  };
  const data = Content.Raw?.Data ?? '';
  if (!isBase64(data)) return refuse(400, 'BadRequestException');
  const raw = Buffer.from(data, 'base64').toString('latin1');
  const fault = faultOf(raw);
  if (fault) return refuse(400, fault);
  const [to = ''] = Destination.ToAddresses;
  return { status: 200, json: { MessageId: '1' }, mail: { raw, to } };
};

/** https://documentation.mailgun.com/docs/mailgun/api-reference/send/mailgun/messages */
export const mailgun: Judge = ({ method, path, headers, body }, { limit }) => {
  const basic = `Basic ${Buffer.from(`api:${KEY}`).toString('base64')}`;
  if (headers.authorization !== basic) return refuse(401, 'Forbidden');
  if (method !== 'POST' || path !== `/v3/${DOMAIN}/messages.mime`) return refuse(404, path);
  if (body.length > limit) return refuse(413, 'size');
  const [, boundary = ''] =
    /^multipart\/form-data; boundary=([\w-]{1,70})$/.exec(headers['content-type'] ?? '') ?? [];
  const text = body.toString('latin1');
  const parts = text.split(`--${boundary}`);
  if (parts.shift() !== '' || parts.pop() !== '--\r\n') return refuse(400, 'multipart');
  const fields = new Map(
    parts.map((part) => {
      const end = part.indexOf('\r\n\r\n');
      const [, name = ''] = /name="([^"]+)"/.exec(part.slice(0, end)) ?? [];
      return [name, part.slice(end + 4, -2)];
    }),
  );
  if (fields.get('o:tracking') !== 'no') return refuse(400, 'tracking would rewrite links');
  const raw = fields.get('message') ?? '';
  const fault = faultOf(raw);
  if (fault) return refuse(400, fault);
  const to = fields.get('to') ?? '';
  return { status: 200, json: { id: '<1@mg>', message: 'Queued. Thank you.' }, mail: { raw, to } };
};
