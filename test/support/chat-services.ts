import assert from 'node:assert/strict';
import { X509Certificate } from 'node:crypto';
import { readFileSync } from 'node:fs';
import type { IncomingHttpHeaders, ServerResponse } from 'node:http';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import type { TestContext } from 'node:test';
import type { FormTarget, OutsideChannelName } from '../../src/contract/channels.ts';
import { CHATS } from './judge-chats.ts';

const tls = (name: string) => readFileSync(join(import.meta.dirname, 'tls', name), 'utf8');

const HOSTS: Readonly<Record<OutsideChannelName, string>> = {
  webhook: 'hooks.example.com',
  slack: 'hooks.slack.com',
  discord: 'discord.com',
  teams: 'prod-01.westeurope.logic.azure.com',
  telegram: 'api.telegram.org',
  ntfy: 'ntfy.sh',
};

export const BOT_TOKEN = '110201543:AAHdqTcvCH1vGWJxfSeofSAs0K5PALDsaw';

/** A message that came to one of the services. */
export interface ChatCall {
  host: string;
  path: string;
  headers: IncomingHttpHeaders;
  body: string;
  /** The service's reason to answer with 400. */
  faults: string[];
}

export interface ChatServices {
  calls: ChatCall[];
  callsOf(type: OutsideChannelName): ChatCall[];
  /** A target that leads to the service of this type. */
  target(type: OutsideChannelName, path?: string): FormTarget;
  /** Replaces the answers of the services for a while; undefined for their own. */
  answerWith(answer: ((response: ServerResponse, call: ChatCall) => void) | undefined): void;
  /** For a service that calls them. */
  env: Record<string, string>;
  receivers: {
    allowPrivate: true;
    ca: string;
    resolve(): Promise<{ address: string; family: number }[]>;
  };
}

/** The answer of each service to a message that is as it asks for. */
const TAKEN: Readonly<Record<OutsideChannelName, { status: number; body: string }>> = {
  webhook: { status: 204, body: '' },
  slack: { status: 200, body: 'ok' },
  discord: { status: 204, body: '' },
  teams: { status: 202, body: '' },
  telegram: { status: 200, body: '{"ok":true,"result":{}}' },
  ntfy: { status: 200, body: '{"event":"message"}' },
};

const typeOfHost = (host: string): OutsideChannelName =>
  (Object.keys(HOSTS) as OutsideChannelName[]).find((type) => HOSTS[type] === host) ?? 'webhook';

function certificate(): string {
  const cert = tls('chats.pem');
  for (const host of Object.values(HOSTS)) {
    const isNamed = new X509Certificate(cert).checkHost(host) !== undefined;
    assert.ok(isNamed, `tls/chats.pem is for other hosts than ${host}: see CONTRIBUTING.md`);
  }
  return cert;
}

/** Stand-ins for the chat services behind one https port, as strict as they document themselves. */
export async function startChatServices(test: Pick<TestContext, 'after'>): Promise<ChatServices> {
  const calls: ChatCall[] = [];
  let answer: ((response: ServerResponse, call: ChatCall) => void) | undefined;
  const server = createServer({ key: tls('chats.key'), cert: certificate() });
  server.on('request', (request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const [host = ''] = (request.headers.host ?? '').split(':');
      const { url: path = '', headers } = request;
      const call = { host, path, headers, body: Buffer.concat(chunks).toString(), faults: [] };
      const type = typeOfHost(host);
      const isJson = headers['content-type'] === 'application/json' && request.method === 'POST';
      const faults = isJson ? CHATS[type].judge(call) : ['it is no POST of JSON'];
      const judged = { ...call, faults };
      calls.push(judged);
      if (answer) return answer(response, judged);
      const { status, body } = faults.length > 0 ? { status: 400, body: 'invalid' } : TAKEN[type];
      response.writeHead(status).end(body);
    });
  });
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  test.after(() => {
    server.closeAllConnections();
    return new Promise<void>((resolve) => void server.close(() => resolve()));
  });
  const at = (type: OutsideChannelName, path: string) => `https://${HOSTS[type]}:${port}${path}`;
  return {
    calls,
    callsOf: (type) => calls.filter(({ host }) => host === HOSTS[type]),
    target(type, path) {
      switch (type) {
        case 'webhook':
          return { type, url: at(type, path ?? '/hook') };
        case 'slack':
          return { type, url: at(type, path ?? '/services/T0/B0/x') };
        case 'discord':
          return { type, url: at(type, path ?? '/api/webhooks/123/abc-d_e') };
        case 'teams':
          return { type, url: at(type, path ?? '/workflows/1/triggers/manual/paths/invoke?sig=x') };
        case 'telegram':
          return { type, token: BOT_TOKEN, chat_id: path ?? '-100123', url: at(type, '/') };
        case 'ntfy':
          return { type, url: at(type, path ?? '/topic') };
      }
    },
    answerWith: (next) => void (answer = next),
    env: { TARGET_HOSTS: Object.values(HOSTS).join(',') },
    receivers: {
      allowPrivate: true,
      ca: tls('chats-ca.pem'),
      resolve: async () => [{ address: '127.0.0.1', family: 4 }],
    },
  };
}
