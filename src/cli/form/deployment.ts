import { OPERATIONS, type OperationId } from '../../contract/operations.ts';
import { collect } from '../../platform/text/octets.ts';
import { readJsonObject } from '../../platform/text/json.ts';
import { printable } from '../../platform/text/printable.ts';
import { CommandError, EXIT } from '../command.ts';
import { refusal } from './refusal.ts';

/** Milliseconds for one request: more than the 25 seconds that a mail may take. */
const PATIENCE = 40_000;

const MOST_ANSWER = 16_777_216;

/** True if a call failed with this code; it is `unreachable` if no Letterslot answered. */
export const hasCode = (error: unknown, code: string): boolean =>
  error instanceof CommandError && error.envelope['error'] === code;

const unreachable = (message: string, cause?: unknown) =>
  new CommandError(message, {
    exitCode: EXIT.unavailable,
    envelope: { success: false, error: 'unreachable', message },
    cause,
  });

/** Why a request failed, for people. */
export function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return 'unknown';
  if (error.name === 'TimeoutError') return 'no answer in time';
  const cause = error.cause instanceof Error ? error.cause : error;
  return printable('code' in cause ? cause.code : cause.message);
}

/** The `fetch` of the platform, or another one that connects to fewer places. */
export type Fetch = (url: string | URL, init: RequestInit) => Promise<Response>;

/** The deployment that is called, the form that an operation is about, and its token. */
export interface Target {
  /** The public URL, without a slash at its end. */
  url: string;
  formId?: string;
  /** An access key of the form. */
  keyId?: string;
  token?: string | undefined;
  /** How to get to a deployment that a page has named. */
  fetch?: Fetch | undefined;
}

interface Request {
  query?: Record<string, string>;
  headers?: Record<string, string>;
  body?: object;
  /** Replaces the JSON body: a form as a browser sends it. */
  form?: FormData | URLSearchParams | string;
}

interface Answer<Body> {
  body: Body;
  etag: string | undefined;
}

async function send(
  operation: OperationId,
  { url, formId = '', keyId = '', token, fetch: fetchThere = fetch }: Target,
  { query, headers, body, form }: Request,
) {
  const { method, path } = OPERATIONS[operation];
  const named = path
    .replace('{formId}', encodeURIComponent(formId))
    .replace('{keyId}', encodeURIComponent(keyId));
  const search = query ? `?${new URLSearchParams(query).toString()}` : '';
  try {
    const response = await fetchThere(url + named + search, {
      method,
      headers: {
        accept: 'application/json',
        ...(body && { 'content-type': 'application/json' }),
        ...(token !== undefined && { authorization: `Bearer ${token}` }),
        ...headers,
      },
      body: form ?? (body ? JSON.stringify(body) : null),
      // A redirect would lead the token to another place.
      redirect: 'manual',
      signal: AbortSignal.timeout(PATIENCE),
    });
    return { response, text: String((await collect(response.body, MOST_ANSWER)) ?? '') };
  } catch (cause) {
    throw unreachable(
      `${printable(url)} cannot be reached (${reasonOf(cause)}). Is the service running, and is the URL right? ` +
        'Set it with --url or LETTERSLOT_URL.',
      cause,
    );
  }
}

/** Calls an operation by its name in the contract, and returns its answer. Throws CommandError. */
export async function call<Body>(
  operation: OperationId,
  target: Target,
  request: Request = {},
): Promise<Answer<Body>> {
  const { response, text } = await send(operation, target, request);
  const json = readJsonObject(text);
  if (!json || typeof json['success'] !== 'boolean') {
    const location = response.headers.get('location');
    throw unreachable(
      location === null
        ? `${printable(target.url)} answered ${response.status}, but not as Letterslot does. Check the URL.`
        : `${printable(target.url)} redirects to ${printable(location)}. Use the public URL of the service.`,
    );
  }
  if (!json['success']) throw refusal(json, response.headers.get('x-request-id'));
  return { body: json as Body, etag: response.headers.get('etag') ?? undefined };
}
