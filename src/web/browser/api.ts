import type { FormSettings } from '../../contract/form-settings.ts';
import type {
  Challenge,
  ErrorEnvelope,
  InstallArtifact,
  RouteResource,
  SubmissionAccepted,
} from '../../contract/schemas.ts';
import { LANGUAGE } from './context.ts';
import type { FrameworkId } from '../../contract/enums.ts';
import { solve } from '../install/script/solver.ts';

/** A fault of what was sent, at a JSON Pointer; of a submission, at the name of its field. */
export interface Fault {
  path: string;
  /** A sentence in English. */
  message: string;
}

/** What went wrong with a call: an error code of the API, or `unreachable` without an answer. */
export class Problem extends Error {
  readonly code: string;
  readonly retryAfterSeconds: number | undefined;
  /** What a submission has to solve first. */
  readonly challenge: Challenge | undefined;
  readonly faults: readonly Fault[];

  constructor(envelope: Partial<ErrorEnvelope> = {}) {
    const { error: code = 'unreachable', errors = [], challenge } = envelope;
    super(code);
    this.code = code;
    this.retryAfterSeconds = envelope.retry_after_seconds;
    this.challenge = challenge;
    this.faults = errors.map(({ path, field, message }) => ({
      path: path ?? field ?? '',
      message,
    }));
  }
}

export interface Answer<T> {
  value: T;
  status: number;
  etag: string | null;
}

/**
 * Calls an operation; throws a `Problem`. Paths are relative to the page, so that they work behind any path
 * prefix.
 */
export async function ask<T>(path: string, init: RequestInit = {}): Promise<Answer<T>> {
  const headers = {
    accept: 'application/json',
    // So mails that result from the call are in the language of the page.
    'accept-language': LANGUAGE,
    ...(init.headers as Record<string, string>),
  };
  let problem: Problem;
  try {
    const response = await fetch(path, { ...init, headers, cache: 'no-store' });
    const body: unknown = await response.json();
    const { ok, status } = response;
    if (ok) return { value: body as T, status, etag: response.headers.get('etag') };
    problem = new Problem(body as ErrorEnvelope);
  } catch {
    problem = new Problem();
  }
  throw problem;
}

/** Calls an operation of whose answer only the body matters. */
export const call = async <T>(path: string, init?: RequestInit): Promise<T> =>
  (await ask<T>(path, init)).value;

export const withJson = (
  method: 'POST' | 'PUT',
  body: object,
  headers: Record<string, string> = {},
): RequestInit => ({
  method,
  headers: { 'content-type': 'application/json', ...headers },
  body: JSON.stringify(body),
});

export const routePath = (formId: string) => `v1/routes/${formId}`;

export interface NewRoute {
  email: string;
  alias: string;
  settings?: FormSettings;
}

/** Creates a route; the same `key` again returns the route that it created before. */
export const createRoute = (route: NewRoute, key: string) =>
  call<RouteResource>('v1/routes', withJson('POST', route, { 'idempotency-key': key }));

export const getRoute = (formId: string) => call<RouteResource>(routePath(formId));

/** Asks for the verification mail again; 202 when it was sent, 200 when it was not needed. */
export function sendAgain(formId: string, token: string) {
  const headers = { authorization: `Bearer ${token}` };
  return ask<RouteResource>(`${routePath(formId)}/verification`, { method: 'POST', headers });
}

export const getInstall = (formId: string, framework: FrameworkId) =>
  call<InstallArtifact>(`${routePath(formId)}/install?framework=${framework}`);

/** The body of a submission, with what was entered into a form; only one with files needs to be in parts. */
function bodyOf(form: HTMLFormElement): FormData | URLSearchParams {
  // A file that was not chosen has no name.
  const entries = Array.from(new FormData(form)).filter(([, value]) =>
    typeof value === 'string' ? value.trim() !== '' : value.name !== '',
  );
  const texts = entries.filter((entry): entry is [string, string] => typeof entry[1] === 'string');
  if (texts.length === entries.length) return new URLSearchParams(texts);
  const body = new FormData();
  for (const [name, value] of entries) body.append(name, value);
  return body;
}

/**
 * Sends what was entered into a form, as a submission that is marked as a test; if the form asks for a
 * challenge, solves it and sends again. The management token shows that it is no stranger's.
 */
export async function sendTest(
  { form_id: formId, management_token: token }: RouteResource,
  form: HTMLFormElement,
  onChallenge: () => void,
): Promise<SubmissionAccepted> {
  const body = bodyOf(form);
  if (!body.keys().next().done) body.set('_test', 'true');
  const headers: HeadersInit = token === undefined ? {} : { authorization: `Bearer ${token}` };
  const send = () => call<SubmissionAccepted>(`f/${formId}`, { method: 'POST', headers, body });
  return send().catch(async (problem: unknown) => {
    if (!(problem instanceof Problem) || !problem.challenge) throw problem;
    onChallenge();
    const solution = await solve(problem.challenge).catch(() => undefined);
    if (solution === undefined) throw problem;
    body.set('altcha', solution);
    return send();
  });
}

/** A fresh Idempotency-Key: 16 random bytes in hexadecimal. */
export function newKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}
