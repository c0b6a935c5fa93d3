import assert from 'node:assert/strict';
import { Ajv2020 } from 'ajv/dist/2020.js';
import formats from 'ajv-formats';
import {
  ERROR_CODES,
  ERROR_VARIANTS,
  type ErrorRow,
  RETRYABLE_VARIANTS,
  type ErrorCode,
} from '../../src/contract/error-codes.ts';
import { buildOpenApiDocument } from '../../src/contract/openapi-document.ts';
import { OPERATION_IDS, operationOf, type OperationId } from '../../src/contract/operations.ts';
import { checkShapes } from '../contract/published-shapes.ts';
import type { Listener } from '../../src/platform/log/log.ts';

interface MediaObject {
  schema: object;
}

interface ResponseObject {
  content?: Record<string, MediaObject>;
}

type PathItem = Record<string, { responses: Record<string, ResponseObject> }>;

const document = buildOpenApiDocument('http://localhost') as {
  paths: Record<string, PathItem>;
  components: { schemas: Record<string, object> };
};

// redocly checks the document itself; its meta-schema takes 150 ms to compile.
const ajv = new Ajv2020({ strict: false, allErrors: true, validateSchema: false });
(formats as unknown as { default: (ajv: Ajv2020) => void }).default?.(ajv);
ajv.addSchema({ $id: 'openapi', ...document });

const validators = new Map<string, ReturnType<Ajv2020['compile']>>();

function validatorOf(pointer: string) {
  const known = validators.get(pointer);
  if (known) return known;
  const made = ajv.compile({ $ref: `openapi#${pointer}` });
  validators.set(pointer, made);
  return made;
}

const escapePointer = (text: string) => text.replaceAll('~', '~0').replaceAll('/', '~1');

/** The documented path that a request path belongs to; literal segments win over parameters. */
function findPath(pathname: string): string | undefined {
  const matches = Object.keys(document.paths).filter((path) => {
    const pattern = path.replace(/[.]/g, '\\.').replace(/\{\w+\}/g, '[^/]*');
    return new RegExp(`^${pattern}$`).test(pathname);
  });
  return matches.find((path) => !path.includes('{')) ?? matches[0];
}

/** Codes of requests that belong to no operation: any path may answer with them. */
const UNIVERSAL: ReadonlySet<string> = new Set<ErrorCode>(['not_found', 'method_not_allowed']);

function checkEnvelope(status: number, body: unknown): string {
  const envelope = body as { error: string; message?: string; retryable: boolean };
  const validate = validatorOf('/components/schemas/ErrorEnvelope');
  assert.ok(validate(body), `not an ErrorEnvelope: ${ajv.errorsText(validate.errors)}`);
  const row: ErrorRow | undefined = ERROR_CODES[envelope.error as keyof typeof ERROR_CODES];
  assert.ok(row, `unknown error code ${envelope.error}`);
  assert.equal(status, row.status, `${envelope.error} has another status`);
  const variants = [...RETRYABLE_VARIANTS].map((name): string => ERROR_VARIANTS[name]);
  const { message = '' } = envelope;
  assert.equal(envelope.retryable, row.retryable === true || variants.includes(message));
  return envelope.error;
}

/** Endpoints outside the contract for monitoring: media types by status. */
const MONITOR: Record<string, Record<number, RegExp>> = {
  '/ready': { 200: /^application\/json;/, 503: /^application\/json;/ },
  '/metrics': { 200: /^text\/plain; version=0\.0\.4;/, 401: /^application\/json;/ },
};

/** True if an answer is one of the monitor's; such an answer has its own media type. */
function checkMonitor(pathname: string, status: number, contentType: string | null): boolean {
  const mediaType = MONITOR[pathname]?.[status];
  if (mediaType) assert.match(contentType ?? '', mediaType, `${pathname} ${status}`);
  return mediaType !== undefined;
}

/** The documented operation of a request, or undefined if there is none. */
function findOperation(method: string, pathname: string) {
  const path = findPath(pathname);
  const verb = method === 'HEAD' ? 'get' : method.toLowerCase();
  const operation = path === undefined ? undefined : document.paths[path]?.[verb];
  return path === undefined || !operation ? undefined : { path, verb, operation };
}

/**
 * Holds an answer against the OpenAPI document: its status is documented for the operation, and its
 * body matches the schema of its media type, which lists the codes of errors.
 */
export function checkAgainstContract(
  method: string,
  asked: string,
  status: number,
  contentType: string | null,
  body: unknown,
): void {
  const pathname = asked.replace(/^(\/f\/[^/]+)\/$/, '$1');
  if (method === 'OPTIONS' || checkMonitor(pathname, status, contentType)) return;
  const type = contentType?.split(';', 1)[0] ?? '';
  // Browsers get pages where programs get not_found or method_not_allowed.
  if (
    type === 'text/html' &&
    (status === 404 || method === 'GET') &&
    !findOperation(method, pathname)
  )
    return;
  const isJson = type === 'application/json' && method !== 'HEAD';
  if (isJson) checkShapes(pathname, status, body, `${method} ${pathname} ${status}`);
  const code = status >= 400 && isJson ? checkEnvelope(status, body) : undefined;
  const found = findOperation(method, pathname);
  if (!found && (method === 'HEAD' || UNIVERSAL.has(code ?? ''))) return;
  assert.ok(found, `${method} ${pathname} is not a documented operation`);
  const { path, verb, operation } = found;
  const response = operation.responses[String(status)];
  assert.ok(response, `${method} ${path} does not document status ${status} (${code})`);
  if (!response.content) return;
  assert.ok(type in response.content, `${method} ${path} ${status} does not document ${type}`);
  if (!isJson) return;
  const where = ['paths', path, verb, 'responses', String(status), 'content', type, 'schema'];
  const validate = validatorOf(`/${where.map(escapePointer).join('/')}`);
  assert.ok(validate(body), `${method} ${path} ${status}: ${ajv.errorsText(validate.errors)}`);
}

/** Holds what a tool answers against the schemas and the error codes of its operation. */
export function checkAnswer(id: OperationId, isError: boolean, body: unknown): void {
  const { answers, errors } = operationOf(id);
  const success = Object.values(answers).find(({ schema }) => schema)?.schema;
  const validate = validatorOf(`/components/schemas/${isError ? 'ErrorEnvelope' : success}`);
  assert.ok(validate(body), `${id}: ${ajv.errorsText(validate.errors)}`);
  const code = (body as { error?: ErrorCode }).error;
  assert.ok(code === undefined || errors.includes(code), `${id} answers ${code}`);
}

/**
 * Watches refusals, also in pages and MCP calls. `check` throws if an operation does not declare a
 * code.
 */
export function watchRefusals(): { listener: Listener; check: () => void } {
  const undeclared = new Set<string>();
  return {
    listener: {
      requestRefused({ operation, code }) {
        const id = OPERATION_IDS.find((known) => known === operation);
        const declared: readonly unknown[] = id ? operationOf(id).errors : [code];
        if (!declared.includes(code)) undeclared.add(`${String(operation)} ${String(code)}`);
      },
    },
    check: () => assert.deepEqual([...undeclared], [], 'refused with codes that are not declared'),
  };
}
