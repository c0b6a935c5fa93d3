import { lookup } from 'node:dns/promises';
import { request, type Agent, type Dispatcher } from 'undici';
import type { FileSource } from '../../inboxes/keys/find-key.ts';
import { collect } from '../../platform/text/octets.ts';
import { Unanswered, type Answer, type Call, type Stage } from './call.ts';
import { createPublicOnlyAgent, type AgentOptions, type Lookup } from './public-only-agent.ts';
import { NameResolver } from './resolver.ts';

export interface ClientOptions extends Omit<AgentOptions, 'resolve'> {
  /** Resolves in place of the hosts file and DNS, for tests. */
  resolve?: Lookup;
  /** Servers to ask in place of the system's, IP:PORT. */
  dnsServers?: readonly string[] | undefined;
}

export interface HttpClient extends FileSource {
  /** Posts a body and returns the answer; rejects with Unanswered when there is none. */
  post(call: Call): Promise<Answer>;
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
export class PublicHttpClient implements HttpClient {
  /** Undefined where a test resolves. */
  readonly #resolver: NameResolver | undefined;
  readonly #agent: Agent;

  constructor({ dnsServers, resolve, ...options }: ClientOptions) {
    const system = options.allowPrivate
      ? (hostname: string) => lookup(hostname, { all: true })
      : undefined;
    const resolver = new NameResolver({ servers: dnsServers, system });
    this.#resolver = resolve ? undefined : resolver;
    const ofHost = resolve ?? ((hostname: string) => resolver.resolve(hostname));
    this.#agent = createPublicOnlyAgent({ ...options, resolve: ofHost });
  }

  async post(call: Call): Promise<Answer> {
    const response = await this.#send(call);
    // The status decides; the body is dropped in the background.
    void response.body
      .dump({ limit: BODY_BYTES, signal: AbortSignal.timeout(BODY_MILLISECONDS) })
      .catch(() => undefined);
    const retryAfter = response.headers['retry-after'];
    return { status: response.statusCode, retryAfter: [retryAfter].flat()[0] };
  }

  async fetchBytes(url: string, bytes: number, signal: AbortSignal): Promise<Buffer | undefined> {
    const { statusCode, body } = await request(url, { dispatcher: this.#agent, signal });
    const found = await collect(body, statusCode === 200 ? bytes : 0);
    return statusCode === 200 ? found : undefined;
  }

  close(): Promise<void> {
    return this.#agent.destroy();
  }

  async #send({ url, headers, body, claim, signal }: Call) {
    let stage: Stage = 'unsent';
    const dispatcher = this.#agent.compose(watch((reached) => (stage = reached)));
    try {
      // In its owner's turn; the connection's own look-up then finds the answer.
      await this.#resolver?.resolve(new URL(url).hostname, claim);
      return await request(url, { dispatcher, method: 'POST', headers, body, signal });
    } catch (error) {
      const failure = new Unanswered(stage, error);
      const isUnreadable = UNREADABLE.some((start) => failure.reason.startsWith(start));
      throw isUnreadable ? new Unanswered('answering', error) : failure;
    }
  }
}
