import { lookup } from 'node:dns/promises';
import { isIP, type LookupFunction } from 'node:net';
import { request, type Dispatcher, Agent, buildConnector } from 'undici';
import type { FetchBytes } from '../../inboxes/keys/find-key.ts';
import { collect } from '../../platform/text/octets.ts';
import { Unanswered, type Call, type Post, type Stage } from './call.ts';
import { isPublicAddress } from './public-address.ts';
import { createResolver, type Resolve, type ResolvedAddress } from './resolver.ts';

interface AgentOptions {
  /** Lets connections reach private addresses too: closed networks and tests. */
  allowPrivate: boolean;
  resolve: Resolve;
  /** Certificate authorities beside the system's, in PEM. */
  ca?: string | undefined;
  /** Every connection goes to this port, for tests of calls that name none. */
  port?: number;
}

const CONNECT_TIMEOUT = 5_000;

/** The name resolves to an address that calls must not reach. */
class ForbiddenAddress extends Error {
  readonly code = 'EFORBIDDENADDRESS';
}

/**
 * Connects only when every address of the name is public. The check is in the connection's own
 * lookup, so that the checked addresses are the ones it connects to (ADR 14).
 */
function createPublicOnlyAgent(options: AgentOptions): Agent {
  const { allowPrivate, resolve, ca, port } = options;

  async function vet(hostname: string): Promise<ResolvedAddress[]> {
    const addresses = await resolve(hostname);
    const vetted = allowPrivate || addresses.every(({ address }) => isPublicAddress(address));
    if (!vetted || addresses.length === 0) throw new ForbiddenAddress('not a public address');
    return addresses;
  }

  const vettedLookup: LookupFunction = (hostname, { all }, callback) => {
    vet(hostname).then(
      (addresses) => {
        if (all) callback(null, addresses);
        else callback(null, addresses[0]?.address ?? '', addresses[0]?.family);
      },
      (error: NodeJS.ErrnoException) => callback(error, ''),
    );
  };

  const connect = buildConnector({
    timeout: CONNECT_TIMEOUT,
    lookup: vettedLookup,
    autoSelectFamily: true,
    allowH2: false,
    ...(ca !== undefined && { ca }),
  });
  return new Agent({
    // As many connections as calls, which have bounds of their own: none waits for another.
    connections: null,
    pipelining: 1,
    keepAliveTimeout: 1_000,
    maxHeaderSize: 16_384,
    connect(target, callback) {
      // For an IP literal there is no lookup.
      if (isIP(target.hostname.replace(/^\[(.*)\]$/, '$1')) !== 0) {
        callback(new ForbiddenAddress('an IP literal'), null);
      } else connect(port === undefined ? target : { ...target, port: String(port) }, callback);
    },
  });
}

export interface ClientOptions extends Omit<AgentOptions, 'resolve'> {
  /** Resolves in place of the hosts file and DNS, for tests. */
  resolve?: Resolve;
  /** Servers to ask in place of the system's, IP:PORT. */
  dnsServers?: readonly string[] | undefined;
}

export interface HttpClient {
  post: Post;
  /** Reads a file; the address and the answer are the caller's to check. */
  fetchBytes: FetchBytes;
  close(): Promise<void>;
}

/** Limits for reading the body of an answer before the connection is dropped. */
const BODY_BYTES = 65_536;
const BODY_MILLISECONDS = 1_000;

/** Errors of the parser and of checks on the head: the receiver did answer. */
const UNREADABLE = ['HPE_', 'HTTPParserError', 'UND_ERR_HEADERS_OVERFLOW', 'UND_ERR_RES'];

/** Reports when a request is written, and when an answer, even an interim one (1xx), begins. */
const watch =
  (reach: (stage: Stage) => void): Dispatcher.DispatcherComposeInterceptor =>
  (dispatch) =>
  (options, handler) =>
    dispatch(options, {
      onRequestStart(...args) {
        reach('sent');
        handler.onRequestStart?.(...args);
      },
      onResponseStart(...args) {
        reach('answering');
        handler.onResponseStart?.(...args);
      },
      onRequestUpgrade: (...args) => handler.onRequestUpgrade?.(...args),
      onResponseData: (...args) => handler.onResponseData?.(...args),
      onResponseEnd: (...args) => handler.onResponseEnd?.(...args),
      onResponseError: (...args) => handler.onResponseError?.(...args),
    });

/** HTTP to public receivers: no redirects, no decompression, the answer's body read and dropped. */
export function createHttpClient({ dnsServers, ...options }: ClientOptions): HttpClient {
  const system = options.allowPrivate
    ? (hostname: string) => lookup(hostname, { all: true })
    : undefined;
  const resolve = options.resolve ?? createResolver({ servers: dnsServers, system });
  const agent = createPublicOnlyAgent({ ...options, resolve });

  async function send({ url, headers, body, claim, signal }: Call) {
    let stage: Stage = 'unsent';
    const dispatcher = agent.compose(watch((reached) => (stage = reached)));
    try {
      // In its owner's turn; the connection's own look-up then finds the answer.
      if (!options.resolve) await resolve(new URL(url).hostname, claim);
      return await request(url, { dispatcher, method: 'POST', headers, body, signal });
    } catch (error) {
      const failure = new Unanswered(stage, error);
      const isUnreadable = UNREADABLE.some((start) => failure.reason.startsWith(start));
      throw isUnreadable ? new Unanswered('answering', error) : failure;
    }
  }

  return {
    async post(call) {
      const response = await send(call);
      // The status decides; the body is dropped in the background.
      void response.body
        .dump({ limit: BODY_BYTES, signal: AbortSignal.timeout(BODY_MILLISECONDS) })
        .catch(() => undefined);
      const retryAfter = response.headers['retry-after'];
      return { status: response.statusCode, retryAfter: [retryAfter].flat()[0] };
    },
    async fetchBytes(url, bytes, signal) {
      const { statusCode, body } = await request(url, { dispatcher: agent, signal });
      const found = await collect(body, statusCode === 200 ? bytes : 0);
      return statusCode === 200 ? found : undefined;
    },
    close: () => agent.destroy(),
  };
}
