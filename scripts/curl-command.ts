import type { OperationObject, Parameter } from './openapi-types.ts';

/** Files with the header of each security scheme: all users of a machine see command arguments. */
const HEADER_FILES: Record<string, string> = {
  managementToken: 'token',
  inboxSession: 'session',
  accountLookupSecret: 'secret',
};

/** One argument of a POSIX shell, whatever is in it. */
const quote = (text: string) => `'${text.replaceAll("'", "'\\''")}'`;

const textOf = (value: unknown) => (typeof value === 'string' ? value : JSON.stringify(value));

/** Optional parameters are left out: the table above the command has them. */
function urlOf(base: string, path: string, parameters: readonly Parameter[]): string {
  const filled = parameters
    .filter((parameter) => parameter.in === 'path')
    .reduce((url, { name, example }) => url.replace(`{${name}}`, textOf(example)), path);
  const query = parameters
    .filter((parameter) => parameter.in === 'query' && parameter.required)
    .map(({ name, example }) => `${name}=${textOf(example)}`);
  return `${base}${filled}${query.length > 0 ? `?${query.join('&')}` : ''}`;
}

const jsonBody =
  (type: string) =>
  (example: unknown): string[] => [
    `-H ${quote(`Content-Type: ${type}`)}`,
    `-d ${quote(JSON.stringify(example))}`,
  ];

/** How curl sends an example in each media type. */
const BODIES: Record<string, (example: unknown) => string[]> = {
  'application/json': jsonBody('application/json'),
  'application/merge-patch+json': jsonBody('application/merge-patch+json'),
  'application/x-www-form-urlencoded': (example) =>
    Object.entries(example as object).map(
      ([name, value]) => `--data-urlencode ${quote(`${name}=${textOf(value)}`)}`,
    ),
  'multipart/form-data': (example) =>
    Object.entries(example as object).map(
      ([name, value]) => `--form-string ${quote(`${name}=${textOf(value)}`)}`,
    ),
};

/** Commands that send the examples of an operation, one for each media type of its body. */
export function curlCommands(
  base: string,
  path: string,
  method: string,
  operation: OperationObject,
): string[] {
  const { parameters, security, requestBody } = operation;
  const [scheme] = security.flatMap((row) => Object.keys(row));
  const headers = parameters
    .filter((parameter) => parameter.in === 'header' && parameter.required)
    .map(({ name, example }) => `-H ${quote(`${name}: ${textOf(example)}`)}`);
  if (scheme !== undefined) {
    headers.push(`-H @${HEADER_FILES[scheme] ?? 'token'}`);
  }
  const verb = method === 'get' ? '' : `-X ${method.toUpperCase()} `;
  const start = `curl ${verb}${quote(urlOf(base, path, parameters))}`;
  const bodies = Object.entries(requestBody?.content ?? {}).map(([type, { example }]) => {
    const body = BODIES[type];
    if (!body) throw new Error(`no curl option sends ${type}`);
    return body(example);
  });
  const variants = bodies.length > 0 ? bodies : [[]];
  return variants.map((body) => [start, ...headers, ...body].join(' \\\n  '));
}
