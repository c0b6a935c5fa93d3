import { readFileSync } from 'node:fs';
import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http';
import { createServer as createSecureServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import type { Owner } from './owner.ts';

const tls = (name: string) => readFileSync(join(import.meta.dirname, 'tls', name), 'utf8');

/** The authority behind the receiver's certificate for hooks.example.com. */
export const TEST_CA = tls('ca.pem');

/** Lets a service in this process call a receiver: resolves its name here, trusts its authority. */
export const REACHES_RECEIVER = {
  allowPrivate: true,
  resolve: async () => [{ address: '127.0.0.1', family: 4 }],
  ca: TEST_CA,
};

/** Certificates for hooks.example.com that sign themselves; the second one ended in 2020. */
export const SELF_SIGNED = tls('self-signed.pem');
export const EXPIRED = tls('expired.pem');

/** Self-signed, for names below example.com, example.net and github.io, which host customers. */
export const WILDCARD = tls('wildcard.pem');

export interface WebhookCall {
  path: string;
  headers: IncomingHttpHeaders;
  body: string;
}

export interface WebhookReceiver {
  port: number;
  /** `https://hooks.example.com:PORT/hook`, which the service has to resolve to loopback. */
  url: string;
  calls: WebhookCall[];
  /** Connections seen, whether or not a request came over them. */
  connections(): number;
  /** Answers every call from now on. */
  answerWith(answer: (response: ServerResponse) => void): void;
  close(): Promise<void>;
}

/**
 * A real https server on a free loopback port, with a certificate of TEST_CA unless another one is
 * given. `plain` makes it http, to see who connects at all.
 */
export async function startWebhookReceiver(
  owner?: Owner,
  { plain = false, cert = tls('server.pem') } = {},
): Promise<WebhookReceiver> {
  const calls: WebhookCall[] = [];
  let answer = (response: ServerResponse): void => void response.writeHead(204).end();
  let connections = 0;
  const server = plain ? createServer() : createSecureServer({ key: tls('server.key'), cert });
  server.on('connection', () => (connections += 1));
  server.on('request', (request, response) => {
    let body = '';
    request.on('data', (chunk: Buffer) => (body += chunk.toString()));
    request.on('end', () => {
      calls.push({ path: request.url ?? '', headers: request.headers, body });
      answer(response);
    });
  });
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const receiver: WebhookReceiver = {
    port,
    url: `https://hooks.example.com:${port}/hook`,
    calls,
    connections: () => connections,
    answerWith: (next) => void (answer = next),
    close() {
      server.closeAllConnections();
      return new Promise((resolve) => void server.close(() => resolve()));
    },
  };
  owner?.after(receiver.close);
  return receiver;
}
