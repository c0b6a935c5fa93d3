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

/** What went wrong: an error code of the API, or `unreachable` without an answer. */
export interface Problem {
  code: string;
  retryAfterSeconds: number | undefined;
  /** What a submission has to solve first. */
  challenge?: Challenge | undefined;
  faults: readonly Fault[];
}

export type Outcome<T> =
  { ok: true; status: number; value: T; etag: string | null } | { ok: false; problem: Problem };

const UNREACHABLE: Problem = { code: 'unreachable', retryAfterSeconds: undefined, faults: [] };

const problemOf = ({
  error,
  retry_after_seconds: seconds,
  errors,
  challenge,
}: ErrorEnvelope): Problem => ({
  code: error,
  challenge,
  retryAfterSeconds: seconds,
  faults: (errors ?? []).map(({ path, field, message }) => ({
    path: path ?? field ?? '',
    message,
  })),
});

/** Calls an operation. Paths are relative to the page, so that they work behind any path prefix. */
export async function call<T>(path: string, init: RequestInit = {}): Promise<Outcome<T>> {
  const headers = {
    accept: 'application/json',
    // So mails that result from the call are in the language of the page.
    'accept-language': LANGUAGE,
    ...(init.headers as Record<string, string>),
  };
  try {
    const response = await fetch(path, { ...init, headers, cache: 'no-store' });
    const body: unknown = await response.json();
    if (!response.ok) return { ok: false, problem: problemOf(body as ErrorEnvelope) };
    const { status } = response;
    return { ok: true, status, value: body as T, etag: response.headers.get('etag') };
  } catch {
    return { ok: false, problem: UNREACHABLE };
  }
}

export const withJson = (
  method: 'POST' | 'PUT',
  body: object,
  headers: Record<string, string> = {},
): RequestInit => ({
  method,
  headers: { 'content-type': 'application/json', ...headers },
  body: JSON.stringify(body),
});

const postJson = (body: object, headers?: Record<string, string>) =>
  withJson('POST', body, headers);

export const routePath = (formId: string) => `v1/routes/${formId}`;

export interface NewRoute {
  email: string;
  alias: string;
  settings?: FormSettings;
}

/** Creates a route; the same `key` again returns the route that it created before. */
export function createRoute(route: NewRoute, key: string): Promise<Outcome<RouteResource>> {
  return call('v1/routes', postJson(route, { 'idempotency-key': key }));
}

export function getRoute(formId: string): Promise<Outcome<RouteResource>> {
  return call(routePath(formId));
}

/** Asks for the verification mail again; 202 when it was sent, 200 when it was not needed. */
export function sendAgain(formId: string, token: string): Promise<Outcome<RouteResource>> {
  const headers = { authorization: `Bearer ${token}` };
  return call(`${routePath(formId)}/verification`, { method: 'POST', headers });
}

export function getInstall(
  formId: string,
  framework: FrameworkId,
): Promise<Outcome<InstallArtifact>> {
  return call(`${routePath(formId)}/install?framework=${framework}`);
}

/** What was entered into a form, repeated names too. A file that was not chosen has no name. */
const entriesOf = (form: HTMLFormElement) =>
  Array.from(new FormData(form)).filter(([, value]) =>
    typeof value === 'string' ? value.trim() !== '' : value.name !== '',
  );

/** The body of a submission; only one with files needs to be in parts. */
function bodyOf(form: HTMLFormElement): FormData | URLSearchParams {
  const entries = entriesOf(form);
  const texts = entries.filter((entry): entry is [string, string] => typeof entry[1] === 'string');
  if (texts.length === entries.length) return new URLSearchParams(texts);
  const body = new FormData();
  for (const [name, value] of entries) body.append(name, value);
  return body;
}

/**
 * Sends what was entered into a form, as a submission that is marked as a test; where the form asks for a
 * challenge, solves it and sends again. The management token shows that it is no stranger's.
 */
export async function sendTest(
  { form_id: formId, management_token: token }: RouteResource,
  form: HTMLFormElement,
  onChallenge: () => void,
): Promise<Outcome<SubmissionAccepted>> {
  const body = bodyOf(form);
  if (!body.keys().next().done) body.set('_test', 'true');
  const headers: HeadersInit = token === undefined ? {} : { authorization: `Bearer ${token}` };
  const send = () => call<SubmissionAccepted>(`f/${formId}`, { method: 'POST', headers, body });
  const outcome = await send();
  if (outcome.ok || !outcome.problem.challenge) return outcome;
  onChallenge();
  const solution = await solve(outcome.problem.challenge).catch(() => undefined);
  if (solution === undefined) return outcome;
  body.set('altcha', solution);
  return send();
}

/** A fresh Idempotency-Key: 16 random bytes in hexadecimal. */
export function newKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}
