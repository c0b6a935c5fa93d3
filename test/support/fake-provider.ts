import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { EmailAddress } from '../../src/platform/text/email-address.ts';

/** How a provider fails its clients. */
export type Misbehaviour =
  | 'forbidden'
  | 'throttling'
  | 'throttling briefly'
  | 'broken'
  | 'garbage'
  | 'hanging'
  | 'dripping'
  | 'flooding'
  | 'hanging up'
  | 'full';

export interface FakeRequest {
  method: string;
  path: string;
  query: URLSearchParams;
  authorization: string;
  json: Record<string, unknown>;
}

export interface FakeReply {
  status: number;
  headers?: Record<string, string>;
  json: object;
}

/** The differences between the APIs. */
export interface FakeApi {
  /** Path below the server's root at which the API begins. */
  base: string;
  /** The settings that lead a service here. */
  env(url: string): Record<string, string>;
  answer(request: FakeRequest, addresses: Map<string, FakeAddress>, full: boolean): FakeReply;
  forbidden: FakeReply;
  throttled: FakeReply;
}

export interface FakeAddress {
  id: string;
  email: string;
  verified: boolean;
  /** The provider gave up on the link it had sent. */
  failed: boolean;
}

export interface FakeProvider {
  url: string;
  env: Record<string, string>;
  /** `METHOD path` of every request so far, the query included. */
  requests: string[];
  /** The Authorization header of every request so far. */
  authorizations: string[];
  /** How many mails the provider sent to each address. */
  mails: Map<string, number>;
  /** Puts an address in, as an earlier registration would have. */
  add(email: string, state?: Partial<FakeAddress>): void;
  has(email: string): boolean;
  /** The address is removed by hand. */
  forget(email: string): void;
  /** The owner of the address follows the provider's link. */
  verify(email: string): void;
  /** From now on; only for one method if it is named. */
  behave(how: Misbehaviour | undefined, method?: string): void;
  close(): Promise<void>;
}

export const toAddress = (text: string) => text as EmailAddress;

/** Longer than any limit on a reply. */
const FLOOD = Buffer.alloc(65_536, ' ');

async function readRequest(request: IncomingMessage): Promise<FakeRequest> {
  const chunks: Buffer[] = [];
  for await (const chunk of request as AsyncIterable<Buffer>) chunks.push(chunk);
  const text = Buffer.concat(chunks).toString();
  const url = new URL(request.url ?? '/', 'http://localhost');
  return {
    method: request.method ?? '',
    path: url.pathname,
    query: url.searchParams,
    authorization: request.headers.authorization ?? '',
    json: text === '' ? {} : (JSON.parse(text) as Record<string, unknown>),
  };
}

function send(response: ServerResponse, { status, headers = {}, json }: FakeReply): void {
  const body = JSON.stringify(json);
  response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(body);
}

function flood(response: ServerResponse): void {
  response.writeHead(200, { 'content-type': 'application/json' });
  let left = 200;
  const write = () => {
    while (left > 0 && !response.destroyed) {
      left -= 1;
      if (!response.write(FLOOD)) return void response.once('drain', write);
    }
    response.end('{"success":true,"errors":[],"result":[]}');
  };
  write();
}

/** A server on a free loopback port that speaks `api` and keeps its addresses in memory. */
export async function startFakeProvider(api: FakeApi): Promise<FakeProvider> {
  const addresses = new Map<string, FakeAddress>();
  const mails = new Map<string, number>();
  const requests: string[] = [];
  const authorizations: string[] = [];
  let behaviour: { how: Misbehaviour; method: string | undefined } | undefined;

  function misbehave(how: Misbehaviour, response: ServerResponse): void {
    switch (how) {
      case 'forbidden':
        return send(response, api.forbidden);
      case 'throttling':
        return send(response, { ...api.throttled, headers: { 'retry-after': '3600' } });
      case 'throttling briefly':
        behaviour = undefined;
        return send(response, {
          ...api.throttled,
          headers: { ...api.throttled.headers, 'retry-after': '1' },
        });
      case 'broken':
        return send(response, { status: 500, json: { message: 'owner@example.com broke it' } });
      case 'garbage':
        return void response.writeHead(200, { 'content-type': 'application/json' }).end('{"a":');
      case 'dripping': {
        response.writeHead(200, { 'content-type': 'application/json' });
        const timer = setInterval(() => response.write(' '), 20);
        return void response.on('close', () => clearInterval(timer));
      }
      case 'flooding':
        return flood(response);
      case 'hanging up':
        return void response.destroy();
      case 'hanging':
      case 'full':
        return undefined;
    }
  }

  async function answer(incoming: IncomingMessage, response: ServerResponse): Promise<void> {
    const request = await readRequest(incoming);
    requests.push(`${request.method} ${incoming.url}`);
    authorizations.push(request.authorization);
    const applies = !behaviour?.method || behaviour.method === request.method;
    const how = applies ? behaviour?.how : undefined;
    if (how && how !== 'full') return misbehave(how, response);
    const before = new Set(addresses.keys());
    send(response, api.answer(request, addresses, how === 'full'));
    for (const email of addresses.keys()) {
      if (!before.has(email)) mails.set(email, (mails.get(email) ?? 0) + 1);
    }
  }

  const server = createServer((incoming, response) => void answer(incoming, response));
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', () => resolve()));
  const { port } = server.address() as AddressInfo;
  const url = `http://127.0.0.1:${port}${api.base}`;

  return {
    url,
    env: {
      DELIVERY_MODE: 'verified',
      ...api.env(url),
    },
    requests,
    authorizations,
    mails,
    add(email, state = {}) {
      const id = `id${String(addresses.size + 1).padStart(30, '0')}`;
      addresses.set(email, { id, email, verified: false, failed: false, ...state });
    },
    has: (email) => addresses.has(email),
    forget: (email) => void addresses.delete(email),
    verify(email) {
      const address = addresses.get(email);
      if (!address) throw new Error('the address is not registered');
      address.verified = true;
    },
    behave: (how, method) => void (behaviour = how && { how, method }),
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => void server.close(resolve));
    },
  };
}
