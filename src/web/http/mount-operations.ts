import type { FastifyInstance } from 'fastify';
import {
  DOCS_PATH,
  INBOX_PATH,
  START_PATH,
  allowHeader,
  methodsByPath,
  OPERATION_IDS,
  OPERATIONS,
  operationOf,
} from '../../contract/operations.ts';
import { answerBy, Call, type Guards, type Operations } from './call.ts';
import type { CountCalls } from './call-rates.ts';
import { looksForPage, type Doors } from './doors.ts';
import { FORM_VARY } from './replies.ts';
import { FORMS } from './request.ts';

const PREFLIGHT_HEADERS = {
  'access-control-allow-headers': 'Authorization, Content-Type, Idempotency-Key, *',
  'access-control-max-age': '86400',
};

const PREFLIGHT_VARY = `${FORM_VARY}, Access-Control-Request-Headers`;

/** `/f/{formId}` as the router writes it: `/f/:formId`. */
const toRouterPath = (path: string) => path.replace(/\{(\w+)\}/g, ':$1');

const parametersIn = (path: string) => path.split('{').length - 1;

/** The methods of each path; paths without parameters come first, as in the router. */
const PATHS = Array.from(methodsByPath(), ([path, methods]) => ({
  path,
  parts: path.split('/'),
  methods,
})).toSorted((one, other) => parametersIn(one.path) - parametersIn(other.path));

type Path = (typeof PATHS)[number];

/** True if a path fits, in which a part is a parameter or is not. */
const fits = ({ parts }: Path, given: readonly string[]) =>
  parts.length === given.length &&
  parts.every((part, at) => (part.startsWith('{') ? given[at] !== '' : part === given[at]));

/**
 * The `Allow` header of a path with any parameters; undefined for unknown ones. Routes that refuse
 * other methods would take a tenth of the start.
 */
function allowAt(url: string): string | undefined {
  try {
    const given = (url.split('?', 1)[0] ?? '').split('/').map(decodeURIComponent);
    const path = PATHS.find((one) => fits(one, given));
    return path && allowHeader(path.methods);
  } catch {
    return undefined;
  }
}

/** Pages outside the contract that answer no other method; an operator may switch one off. */
const PAGES: ReadonlySet<string> = new Set([START_PATH, INBOX_PATH, DOCS_PATH]);

const isPage = (path: string, app: FastifyInstance): boolean =>
  path.startsWith(`${DOCS_PATH}/`) ||
  (PAGES.has(path) && app.hasRoute({ method: 'GET', url: path }));

/** The same for these pages too. */
export function allowOfAny(url: string, app: FastifyInstance): string | undefined {
  const path = url.split('?', 1)[0] ?? '';
  return isPage(path, app) ? 'GET, HEAD' : allowAt(url);
}

/** One route for all preflights: a route for each path would double the start of operations. */
function mountPreflights(app: FastifyInstance): void {
  app.options('*', { config: { name: 'preflight' } }, ({ url, headers }, reply) => {
    const allow = allowAt(url);
    if (allow === undefined) return reply.callNotFound();
    reply.headers({ ...PREFLIGHT_HEADERS, allow, 'access-control-allow-methods': allow });
    const asked = headers['access-control-request-headers'];
    // With credentials, an asterisk stands for no header (Fetch, 3.3.3).
    if (url.startsWith(FORMS) && asked !== undefined) {
      reply.headers({ 'access-control-allow-headers': asked, vary: PREFLIGHT_VARY });
    }
    return reply.code(204).send();
  });
}

/** Keeps other methods of paths like `/v1/routes/verify` from `/v1/routes/{formId}`. */
function guardPath(app: FastifyInstance, { path, parts, methods }: Path): void {
  const wider = PATHS.filter((other) => other.path !== path && fits(other, parts));
  const others = wider.flatMap((other) => other.methods).filter((name) => !methods.includes(name));
  if (others.length === 0) return;
  app.route({ method: others, url: path, handler: (_request, reply) => reply.callNotFound() });
}

/** The address of a form answers no GET, but a browser that opens it gets a page. */
function mountDoor(
  app: FastifyInstance,
  showForm: Doors['showForm'],
  countLook: ReturnType<CountCalls>,
): void {
  const url = toRouterPath(OPERATIONS.submitForm.path);
  app.get(url, { config: { name: 'door', pages: 'visitor' } }, async (request, reply) => {
    const isForm = allowAt(request.url) !== undefined;
    if (!isForm || !looksForPage(request)) return reply.callNotFound();
    const call = new Call(request, reply);
    await countLook?.(call);
    return showForm(call);
  });
}

/** Builds the router from the contract: operations, HEAD and preflights. */
export function mountOperations(
  app: FastifyInstance,
  operations: Operations,
  guards: Guards,
  { showForm }: Pick<Doors, 'showForm'>,
): void {
  app.decorateRequest('website', undefined);
  app.decorateRequest('formLanguage', undefined);
  app.decorateRequest('posted', undefined);
  // Handlers read the body themselves, so that its checks come in the contract's order.
  for (const method of app.supportedMethods.filter((name) => name !== 'HEAD')) {
    app.addHttpMethod(method, { hasBody: false, overrideExisting: true });
  }
  for (const id of OPERATION_IDS) {
    const operation = operationOf(id);
    const { method, path, cache } = operation;
    app.route({
      method,
      url: toRouterPath(path),
      config: { operation, name: id },
      ...(cache && {
        onRequest: (_request, reply, done) => {
          reply.header('cache-control', cache);
          done();
        },
      }),
      handler: answerBy(operation, operations[id], guards),
    });
  }
  mountDoor(app, showForm, guards.countCalls({ rate: 'client' }));
  mountPreflights(app);
  for (const path of PATHS.filter((one) => parametersIn(one.path) === 0)) guardPath(app, path);
}
