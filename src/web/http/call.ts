import type { FastifyReply, FastifyRequest, RouteHandlerMethod } from 'fastify';
import type { InboxSessions } from '../../consent/decisions/inbox-sessions.ts';
import type { Operation } from '../../contract/operation.ts';
import type { OperationId, OPERATIONS } from '../../contract/operations.ts';
import type { AuthorizedForm, FormCredentials } from '../../forms/form-credentials.ts';
import type { Asker } from '../../forms/forms-context.ts';
import { settingsInvalid, tooLarge } from '../../forms/settings/parse-settings.ts';
import type { InboxSession } from '../../inboxes/inbox-session.ts';
import type { CountCalls } from './call-rates.ts';
import { readJsonText, readMailedForm, readReport, tooLong, type MailedForm } from './read-body.ts';
import { callerOf, languageOf } from './request.ts';

/** The unchecked parameters in a path of the contract. */
type Params = Record<'formId' | 'keyId' | 'provider', string>;

/** One request for an operation, as its handler sees it. */
export class Call {
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
  readonly requestId: string;
  /** The name of the client in limits. */
  readonly caller: string;
  /** The Authorization header, unchecked. */
  readonly authorization: string | undefined;
  readonly params: Params;
  form?: AuthorizedForm;
  session?: InboxSession;
  body?: unknown;
  text?: string;
  readReport?: () => Promise<unknown>;

  constructor(request: FastifyRequest, reply: FastifyReply) {
    this.request = request;
    this.reply = reply;
    this.requestId = request.id;
    this.caller = callerOf(request);
    this.authorization = request.headers.authorization;
    this.params = request.params as Params;
  }

  get headers(): FastifyRequest['headers'] {
    return this.request.headers;
  }

  /** The Idempotency-Key header, unchecked. */
  get idempotencyKey(): string | undefined {
    const key = this.request.headers['idempotency-key'];
    return Array.isArray(key) ? key.join(', ') : key;
  }

  /** The query as the router leaves it: a repeated parameter is a list. */
  get query(): Record<string, unknown> {
    return this.request.query as Record<string, unknown>;
  }

  /** Who asks, and the language they read, for what mails somebody. */
  get asker(): Asker {
    const { requestId, caller, request } = this;
    return { requestId, caller, language: languageOf(request) };
  }
}

/** The handler's type of a body, by how its row reads it. */
interface Bodies {
  json: { body: unknown; text: string };
  form: { body: MailedForm };
  report: { readReport: () => Promise<unknown> };
  own: object;
}

/** A call whose row has been followed. */
type CallOf<Row> = Call &
  (Row extends { credential: string; path: `${string}{formId}${string}` }
    ? { form: AuthorizedForm }
    : Row extends { credential: 'inboxSession' }
      ? { session: InboxSession }
      : object) &
  (Row extends { body: { read: infer Kind extends keyof Bodies } } ? Bodies[Kind] : object);

/** A handler for every operation of the contract; it returns what is sent. */
export type Operations = {
  [Id in OperationId]: (call: CallOf<(typeof OPERATIONS)[Id]>) => unknown;
};

/** Who counts a call, and who knows whether its credential holds. */
export interface Guards {
  countCalls: CountCalls;
  credentials: FormCredentials;
  sessions: Pick<InboxSessions, 'open'>;
}

type Step = (call: Call) => Promise<void>;

/** Checks the credential of a row. */
function checkOf(
  { credential, path }: Operation,
  { credentials, sessions }: Guards,
): Step | undefined {
  if (credential === undefined) return undefined;
  if (credential === 'accountLookupSecret') {
    return async (call) => credentials.authorizeLookup(call.authorization);
  }
  if (!path.includes('{formId}')) {
    return async (call) => {
      call.session = await sessions.open(call.authorization);
    };
  }
  const authorize = credential === 'inboxSession' ? 'authorizeOwner' : 'authorize';
  return async (call) => {
    call.form = await credentials[authorize](call.params.formId, call.authorization);
  };
}

/** Reads the body of a row. */
function readerOf({ body }: Operation): Step | undefined {
  if (!body || body.read === 'own') return undefined;
  const { read, limit } = body;
  if (read === 'form') {
    return async (call) => {
      call.body = await readMailedForm(call.request, limit);
    };
  }
  if (read === 'report') {
    return async (call) => {
      call.readReport = () => readReport(call.request, limit);
    };
  }
  const isSettings = body.tooLong === 'settings_invalid';
  return async (call) => {
    const error = isSettings ? settingsInvalid([tooLarge('')]) : tooLong(limit);
    const { value, text } = await readJsonText(call.request, limit, error);
    call.body = value;
    call.text = text;
  };
}

/** Milliseconds for a body; after a slower one the credential is checked again. */
const SLOW_BODY = 1_000;

/** Does what the row of an operation says, in the contract's order, and then calls its handler. */
export function answerBy(
  row: Operation,
  handle: (call: never) => unknown,
  guards: Guards,
): RouteHandlerMethod {
  const count = guards.countCalls(row);
  const check = checkOf(row, guards);
  const read = readerOf(row);
  const [status, ...others] = Object.keys(row.answers);
  const code = others.length === 0 ? Number(status) : 200;
  const isPlain = !count && !check && !read && code === 200;
  if (isPlain) return (request, reply) => handle(new Call(request, reply) as never);
  return async (request, reply) => {
    const call = new Call(request, reply);
    if (count) await count(call);
    const begun = performance.now();
    if (check) await check(call);
    if (read) await read(call);
    // A form may be handed over, or a session ended, while a slow body arrives.
    if (check && performance.now() - begun > SLOW_BODY) await check(call);
    if (code !== 200) reply.code(code);
    return handle(call as never);
  };
}
