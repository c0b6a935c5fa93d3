import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { createServer, type Server } from 'node:https';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { jmap } from './judge-jmap.ts';
import {
  DOMAIN,
  gmail,
  graph,
  KEY,
  mailgun,
  ses,
  USER,
  type Judge,
  type Reply,
  type State,
  type TakenMail,
} from './judge-mail-requests.ts';
import { startTokenServer, type TokenServer } from './token-server.ts';

const tls = (name: string) => readFileSync(join(import.meta.dirname, 'tls', name), 'utf8');

export const PROVIDER_NAMES = ['graph', 'gmail', 'ses', 'mailgun', 'jmap'] as const;
export type ProviderName = (typeof PROVIDER_NAMES)[number];

/** How the next messages end. */
type Mode =
  | 'accept'
  | 'cut'
  | 'cut-early'
  | 'silence'
  | 'unreadable'
  | { status: number; headers?: Record<string, string> };

export interface Provider {
  env: Record<string, string>;
  tokens: TokenServer;
  /** Mails that it will deliver. */
  mails: TakenMail[];
  /** Requests that submit a message, whatever came of them; and all requests. */
  submissions(): number;
  requests(): number;
  connections(): number;
  answerWith(mode: Mode): void;
  /** What is at fault with a request, for the message of a failed test. */
  faults: string[];
  /** JMAP: messages that wait in a mailbox, and a change of the session. */
  drafts: Map<string, string>;
  changeSession(): void;
  /** JMAP: refuses to send what it has imported. */
  refuseSubmissions(): void;
  /** Octets of the largest message from now on (JMAP says so in its session). */
  limit(octets: number): void;
}

const JUDGES: Record<ProviderName, Judge> = { graph, gmail, ses, mailgun, jmap };

const envOf = (name: ProviderName, url: string, tokens: TokenServer): Record<string, string> => {
  const of: Record<ProviderName, Record<string, string>> = {
    graph: { MAIL_API_URL: `${url}/v1.0`, MAIL_API_USER: USER, ...tokens.env },
    gmail: { MAIL_API_URL: url, ...tokens.refreshEnv },
    ses: {
      AWS_ENDPOINT_URL_SESV2: url,
      AWS_REGION: 'eu-central-1',
      AWS_ACCESS_KEY_ID: 'AKIACANARY',
      AWS_SECRET_ACCESS_KEY: 'ses-canary-secret',
    },
    mailgun: { MAIL_API_URL: url, MAIL_API_USER: DOMAIN, MAIL_API_KEY: KEY },
    jmap: { MAIL_API_URL: `${url}/jmap/session`, MAIL_API_KEY: KEY },
  };
  return { SMTP_URL: '', MAIL_API: name, MAIL_FROM: `Forms <${USER}>`, ...of[name] };
};

/** Settings with credentials that the provider refuses. */
export const withWrongCredentials = (env: Record<string, string>): Record<string, string> => ({
  ...env,
  ...(env['MAIL_API_KEY'] && { MAIL_API_KEY: 'wrong' }),
  ...(env['AWS_ACCESS_KEY_ID'] && { AWS_ACCESS_KEY_ID: 'AKIAWRONG' }),
  ...(env['MAIL_OAUTH_CLIENT_SECRET'] && { MAIL_OAUTH_CLIENT_SECRET: 'wrong' }),
  ...(env['MAIL_OAUTH_REFRESH_TOKEN'] && { MAIL_OAUTH_REFRESH_TOKEN: 'wrong' }),
});

const newState = (tokens: TokenServer): State => ({
  tokens,
  limit: 40_000_000,
  drafts: new Map(),
  blobs: new Map(),
  session: 1,
  refusesSubmissions: false,
});

/** Ends with its owner; returns the port. */
async function listen(owner: { after(end: () => Promise<void>): void }, server: Server) {
  server.listen(0, 'localhost');
  await once(server, 'listening');
  owner.after(async () => {
    server.closeAllConnections();
    await new Promise<void>((resolve) => void server.close(() => resolve()));
  });
  return (server.address() as AddressInfo).port;
}

/** A provider over https, as strict as its documents, with a certificate of TEST_CA. */
export async function startProvider(
  owner: { after(end: () => Promise<void>): void },
  name: ProviderName,
): Promise<Provider> {
  const tokens = await startTokenServer(owner);
  const state = newState(tokens);
  const mails: TakenMail[] = [];
  const faults: string[] = [];
  let mode: Mode = 'accept';
  let [requests, submissions, connections] = [0, 0, 0];
  const judge = JUDGES[name];
  const finish = (response: ServerResponse, answer: Reply) => {
    const { status, json, mail } = answer;
    const send = () => {
      response.writeHead(status, { 'content-type': 'application/json' });
      response.end(json && JSON.stringify(json));
    };
    if (!mail) return send();
    submissions += 1;
    if (mode === 'cut') return response.socket?.destroy();
    if (mode === 'silence') return undefined;
    if (mode === 'unreadable') return response.socket?.end('HTTP/1.1 nonsense\r\n\r\n');
    if (typeof mode === 'object') return response.writeHead(mode.status, mode.headers).end('{}');
    mails.push(mail);
    return send();
  };
  const take = (request: IncomingMessage, response: ServerResponse) => {
    const chunks: Buffer[] = [];
    requests += 1;
    request.on('error', () => undefined);
    request.on('data', (chunk: Buffer) => {
      chunks.push(chunk);
      if (mode === 'cut-early') request.socket.destroy();
    });
    request.on('end', () => {
      const { method = '', url = '', headers } = request;
      const answer = judge({ method, path: url, headers, body: Buffer.concat(chunks) }, state);
      if (answer.status >= 400) faults.push(JSON.stringify(answer.json));
      finish(response, answer);
    });
  };
  const server = createServer({ key: tls('server.key'), cert: tls('server.pem') }, take);
  server.on('secureConnection', () => (connections += 1));
  const port = await listen(owner, server);
  return {
    env: envOf(name, `https://localhost:${port}`, tokens),
    tokens,
    mails,
    faults,
    drafts: state.drafts,
    submissions: () => submissions,
    requests: () => requests,
    connections: () => connections,
    answerWith: (wanted) => void (mode = wanted),
    changeSession: () => void (state.session += 1),
    refuseSubmissions: () => void (state.refusesSubmissions = true),
    limit: (octets) => void (state.limit = octets),
  };
}
