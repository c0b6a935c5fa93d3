import type { TargetedSubmitEvent } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import type { Challenge, ErrorEnvelope, RouteResource } from '../contract/schemas.ts';
import { LANGUAGE } from './context.tsx';

/** A fault of what was sent, at a JSON Pointer; of a submission, at the name of its field. */
export interface Fault {
  path: string;
  /** A sentence in English, of a submission in the language of its form. */
  message: string;
}

/** Errors about one entry of a step, which says what is wrong with it. */
const ENTRIES: Readonly<Record<string, string>> = {
  invalid_email: '/email',
  invalid_alias: '/alias',
};

/** The code of a form that was not sent, because entries are missing or no addresses. */
const UNSENT = 'entries_invalid';

/** Why a call failed: an error code of the API, or `unreachable` without an answer. */
export class Problem extends Error {
  readonly code: string;
  readonly retryAfterSeconds: number | undefined;
  /** The challenge that a submission has to solve first. */
  readonly challenge: Challenge | undefined;
  readonly faults: readonly Fault[];
  /** True if all of it is said at the entries of a step. */
  readonly isAtEntry: boolean;

  constructor(envelope: Partial<ErrorEnvelope> = {}) {
    const { error: code = 'unreachable', challenge } = envelope;
    const entry = ENTRIES[code];
    const { errors = entry === undefined ? [] : [{ path: entry, message: code }] } = envelope;
    super(code);
    this.code = code;
    this.retryAfterSeconds = envelope.retry_after_seconds;
    this.challenge = challenge;
    this.faults = errors.map(({ path, field, message }) => ({
      path: path ?? field ?? '',
      message,
    }));
    this.isAtEntry = code === UNSENT || entry !== undefined;
  }
}

export interface Answer<T> {
  value: T;
  status: number;
  etag: string | null;
}

/** Calls an operation; throws a `Problem`. Relative paths work behind any path prefix. */
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

/** Has a link mailed that opens an inbox. */
export const mailLink = (email: string) =>
  call<unknown>('v1/inbox/sessions', withJson('POST', { email }));

export const routePath = (formId: string) => `v1/routes/${formId}`;

export const getRoute = (formId: string) => call<RouteResource>(routePath(formId));

function asProblem(error: unknown): Problem {
  if (error instanceof Problem) return error;
  throw error;
}

/** Runs a task, and resolves to what went wrong with its calls. */
export const problemOf = (task: () => Promise<unknown>): Promise<Problem | undefined> =>
  task().then(() => undefined, asProblem);

/** Makes nothing of a call that was refused with this code: `call().catch(unless('not_found'))`. */
export const unless = (code: string) => (error: unknown) => {
  if (asProblem(error).code !== code) throw error;
};

/** The entries that a form cannot be sent with, in the page's words instead of the browser's. */
const invalidIn = ({ elements }: HTMLFormElement) =>
  Array.from(elements).flatMap((element) => {
    const { valueMissing = false, typeMismatch = false } =
      element instanceof HTMLInputElement ? element.validity : {};
    return valueMissing || typeMismatch ? [{ path: `/${element.id}`, message: UNSENT }] : [];
  });

/** Something that the visitor does: whether it is under way, and what went wrong with it last. */
export function useTask() {
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<Problem>();
  /** Runs a task, unless one is under way. */
  const run = async (task: () => Promise<void>) => {
    if (busy) return;
    setBusy(true);
    setProblem(undefined);
    setProblem(await problemOf(task));
    setBusy(false);
  };
  /** Runs a task when a form is sent. */
  const submit =
    (task: (form: HTMLFormElement) => Promise<void>) =>
    (event: TargetedSubmitEvent<HTMLFormElement>) => {
      event.preventDefault();
      const form = event.currentTarget;
      const errors = form.noValidate ? invalidIn(form) : [];
      void run(async () => {
        if (errors.length > 0) throw new Problem({ error: UNSENT, errors });
        await task(form);
      });
    };
  return { busy, problem, run, submit };
}

/** The last answer of the service, and the problem since then. */
export interface Known<T> {
  value?: T;
  problem?: Problem;
}

/** Asks the service, and again when `about` changes; without a question there is no answer. */
export function useAnswer<T>(
  question: () => Promise<T> | undefined,
  about: readonly unknown[],
): Known<T> {
  const [known, setKnown] = useState<Known<T>>({});
  useEffect(() => {
    let over = false;
    const show = (news: Known<T>) => {
      if (!over) setKnown((before) => (news.problem ? { ...before, ...news } : news));
    };
    void question()?.then(
      (value) => show({ value }),
      (error: unknown) => show({ problem: asProblem(error) }),
    );
    return () => {
      over = true;
    };
  }, about);
  return known;
}
