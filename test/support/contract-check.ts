import assert from 'node:assert/strict';
import { Ajv2020 } from 'ajv/dist/2020.js';
import formats from 'ajv-formats';
import { ERROR_CODES } from '../../src/contract/error-codes.ts';
import { buildOpenApiDocument } from '../../src/contract/openapi-document.ts';

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

// Whether the document itself is sound is for redocly; its meta-schema takes 150 ms to compile.
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

/** Codes that any path may answer with. */
const UNIVERSAL = new Set(['not_found', 'method_not_allowed']);

function checkEnvelope(status: number, body: unknown): string {
  const envelope = body as { error: string; retryable: boolean };
  const validate = validatorOf('/components/schemas/ErrorEnvelope');
  assert.ok(validate(body), `not an ErrorEnvelope: ${ajv.errorsText(validate.errors)}`);
  const row = ERROR_CODES[envelope.error as keyof typeof ERROR_CODES];
  assert.ok(row, `unknown error code ${envelope.error}`);
  assert.equal(status, row.status, `${envelope.error} has another status`);
  assert.equal(envelope.retryable, row.retryable);
  return envelope.error;
}

/** What is served beside the contract, for machines that watch the service: media types by status. */
const MONITOR: Record<string, Record<number, RegExp>> = {
  '/ready': { 200: /^application\/json;/, 503: /^application\/json;/ },
  '/metrics': { 200: /^text\/plain; version=0\.0\.4;/, 401: /^application\/json;/ },
};

/** Whether an answer is one of the monitor's; such an answer has its own media type. */
function checkMonitor(pathname: string, status: number, contentType: string | null): boolean {
  const mediaType = MONITOR[pathname]?.[status];
  if (mediaType) assert.match(contentType ?? '', mediaType, `${pathname} ${status}`);
  return mediaType !== undefined;
}

/**
 * Holds an answer against the OpenAPI document: its status is documented for the operation, and its
 * body matches the schema of its media type.
 */
export function checkAgainstContract(
  method: string,
  pathname: string,
  status: number,
  contentType: string | null,
  body: unknown,
): void {
  if (method === 'OPTIONS' || method === 'HEAD') return;
  if (checkMonitor(pathname, status, contentType)) return;
  const isError = status >= 400;
  const isJson = contentType?.startsWith('application/json') ?? false;
  const code = isError && isJson ? checkEnvelope(status, body) : undefined;
  if (code !== undefined && UNIVERSAL.has(code)) return;
  const path = findPath(pathname);
  const operation = path === undefined ? undefined : document.paths[path]?.[method.toLowerCase()];
  assert.ok(path && operation, `${method} ${pathname} is not a documented operation`);
  const response = operation.responses[String(status)];
  assert.ok(response, `${method} ${path} does not document status ${status}`);
  const type = contentType?.split(';', 1)[0] ?? '';
  if (!response.content) return;
  assert.ok(type in response.content, `${method} ${path} ${status} does not document ${type}`);
  if (!isJson) return;
  const where = ['paths', path, method.toLowerCase(), 'responses', String(status), 'content', type];
  const validate = validatorOf(`/${[...where, 'schema'].map(escapePointer).join('/')}`);
  assert.ok(validate(body), `${method} ${path} ${status}: ${ajv.errorsText(validate.errors)}`);
}
