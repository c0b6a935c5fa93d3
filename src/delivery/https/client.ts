import { Readable } from 'node:stream';
import { Agent, request } from 'undici';
import { MailFailure } from '../../mail/mailer.ts';
import type { LongMessage } from '../../mail/long-message.ts';
import { isSecure } from '../../platform/settings/setting-parsers.ts';
import type { TokenSource } from '../../platform/settings/smtp-url.ts';
import { parseRetryAfter } from '../../platform/text/http-headers.ts';
import { readJsonObject } from '../../platform/text/json.ts';
import { collect } from '../../platform/text/octets.ts';
import { ApiRefusal } from './mail-api.ts';

export interface ApiRequest {
  url: string;
  headers?: Record<string, string>;
  /** Makes it a POST. */
  body?: LongMessage;
  /** Has the message sent, so that it is doubtful if no answer comes. */
  submits?: boolean;
}

interface Answer {
  status: number;
  /** Milliseconds of `Retry-After`. */
  wait: number | undefined;
  /** Undefined if the body is no object, or did not arrive. */
  json: Record<string, unknown> | undefined;
}

const CONNECT_TIMEOUT = 5_000;

/** Milliseconds that an idle connection is kept, less than providers allow. */
const IDLE = 10_000;

const MOST_ANSWER = 262_144;

function reasonOf(error: unknown, { aborted }: AbortSignal): string {
  const { code, name } = error as { code?: unknown; name?: unknown };
  return aborted ? 'ETIMEDOUT' : String(typeof code === 'string' ? code : name);
}

/** Requests to one provider, over few connections that are kept. Follows no redirect. */
export class ApiClient {
  readonly #agent: Agent;

  constructor(connections: number, ca: string | undefined) {
    this.#agent = new Agent({
      connections,
      pipelining: 1,
      keepAliveTimeout: IDLE,
      connect: { timeout: CONNECT_TIMEOUT, ...(ca !== undefined && { ca }) },
    });
  }

  /** Sends one request. Throws MailFailure without an answer. */
  async call(
    { url, headers, body, submits = false }: ApiRequest,
    signal: AbortSignal,
  ): Promise<Answer> {
    if (!isSecure(url)) throw new MailFailure('refused', 'EPLAIN');
    let isWhole = false;
    const pieces = function* () {
      yield* body?.pieces() ?? [];
      isWhole = true;
    };
    try {
      const answer = await request(url, {
        dispatcher: this.#agent,
        method: body ? 'POST' : 'GET',
        headers: { ...headers, ...(body && { 'content-length': String(body.octets) }) },
        body: body ? Readable.from(pieces(), { objectMode: false }) : null,
        signal,
      });
      const octets = await collect(answer.body, MOST_ANSWER).catch(() => undefined);
      const [retryAfter] = [answer.headers['retry-after']].flat();
      return {
        status: answer.statusCode,
        wait: parseRetryAfter(retryAfter, Date.now()),
        json: octets && readJsonObject(octets.toString()),
      };
    } catch (error) {
      throw new MailFailure(submits && isWhole ? 'doubtful' : 'refused', reasonOf(error, signal));
    }
  }

  /** Sends one with credentials, a header or tokens; a 401 costs one more token. */
  async authorised(
    wanted: ApiRequest,
    credentials: TokenSource | string,
    signal: AbortSignal,
  ): Promise<Answer> {
    const send = (authorization: string) =>
      this.call({ ...wanted, headers: { ...wanted.headers, authorization } }, signal);
    if (typeof credentials === 'string') return succeeded(await send(credentials));
    const token = await credentials.current();
    const answer = await send(`Bearer ${token}`);
    if (answer.status !== 401) return succeeded(answer);
    credentials.discard(token);
    return succeeded(await send(`Bearer ${await credentials.current()}`));
  }

  close(): Promise<void> {
    return this.#agent.destroy();
  }
}

/** The answer if it is 2xx; else throws ApiRefusal. */
export function succeeded(answer: Answer): Answer {
  if (answer.status >= 200 && answer.status < 300) return answer;
  throw new ApiRefusal(answer.status, answer.wait);
}
