import { OPERATIONS, type OperationId } from '../../contract/operations.ts';
import { toSingleLine } from '../../platform/text/clean-text.ts';
import { collect } from '../../platform/text/octets.ts';
import { readJsonObject, isObject } from '../../platform/text/json.ts';
import { CommandError, EXIT } from '../operator/command.ts';

/** Characters of a printed line; a key in the settings has more. */
const MOST_PRINTED = 500;

/** Text of a deployment as one line that cannot steer a terminal; what is cut ends with `…`. */
export function printable(value: unknown): string {
  const characters = Array.from(toSingleLine(String(value), MOST_PRINTED + 1));
  if (characters.length <= MOST_PRINTED) return characters.join('');
  return `${characters.slice(0, MOST_PRINTED - 1).join('')}…`;
}

/** Milliseconds for one request: more than the 25 seconds that a mail may take. */
const PATIENCE = 40_000;

/** Octets of an answer. */
const MOST_ANSWER = 16_777_216;

type Envelope = Readonly<Record<string, unknown>>;

/** A line for each fault of settings or of a field, and for each place that did not get a test. */
function detailsOf({ errors, reasons }: Envelope): string[] {
  const faults = Array.isArray(errors) ? errors.filter(isObject) : [];
  const places = isObject(reasons) ? Object.entries(reasons) : [];
  return [
    ...faults
      .map(({ path, field, message }) => ({ at: path ?? field, message }))
      .filter(({ at }) => typeof at === 'string')
      .map(({ at, message }) => `${printable(at) || '/'}: ${printable(message)}`),
    ...places.map(([place, reason]) => `${printable(place)}: ${printable(reason)}`),
  ];
}

/** An error envelope of the service. */
export class Refusal extends CommandError {
  readonly envelope: Envelope;

  constructor(envelope: Envelope) {
    super(`${printable(envelope['message'])} (${printable(envelope['error'])})`, {
      exitCode: envelope['retryable'] === true ? EXIT.unavailable : EXIT.fault,
      details: detailsOf(envelope),
    });
    this.envelope = envelope;
  }

  get code(): unknown {
    return this.envelope['error'];
  }
}

/** Nothing that is a Letterslot answered. */
export class Unreachable extends CommandError {
  constructor(message: string, options?: ErrorOptions) {
    super(message, { ...options, exitCode: EXIT.unavailable });
  }
}

/** The form that an operation is about, and its token if the operation needs one. */
interface Subject {
  formId?: string;
  token?: string | undefined;
}

interface Request {
  query?: Record<string, string>;
  headers?: Record<string, string>;
  body?: object;
}

function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return 'unknown';
  if (error.name === 'TimeoutError') return 'no answer in time';
  const cause = error.cause instanceof Error ? error.cause : error;
  return 'code' in cause ? String(cause.code) : cause.message;
}

interface Answer<Body> {
  body: Body;
  etag: string | undefined;
}

/** A deployment of the service, whose operations are called by their names in the contract. */
export class Deployment {
  /** Its public URL, without a slash at its end. */
  readonly url: string;

  constructor(url: string) {
    this.url = url;
  }

  /** Calls an operation, and returns its answer. Throws Refusal or Unreachable. */
  async call<Body>(
    operation: OperationId,
    subject: Subject = {},
    request: Request = {},
  ): Promise<Answer<Body>> {
    const { response, text } = await this.#send(operation, subject, request);
    const json = readJsonObject(text);
    if (!json || typeof json['success'] !== 'boolean') {
      const location = response.headers.get('location');
      throw new Unreachable(
        location === null
          ? `${this.url} answered ${response.status}, but not as Letterslot does. Check the URL.`
          : `${this.url} redirects to ${printable(location)}. Use the public URL of the service.`,
      );
    }
    if (!json['success']) throw new Refusal(json);
    return { body: json as Body, etag: response.headers.get('etag') ?? undefined };
  }

  async #send(
    operation: OperationId,
    { formId = '', token }: Subject,
    { query, headers, body }: Request,
  ) {
    const { method, path } = OPERATIONS[operation];
    const search = query ? `?${new URLSearchParams(query).toString()}` : '';
    const url = this.url + path.replace('{formId}', encodeURIComponent(formId)) + search;
    try {
      const response = await fetch(url, {
        method,
        headers: {
          accept: 'application/json',
          ...(body && { 'content-type': 'application/json' }),
          ...(token !== undefined && { authorization: `Bearer ${token}` }),
          ...headers,
        },
        ...(body && { body: JSON.stringify(body) }),
        // A redirect would lead the token to another place.
        redirect: 'manual',
        signal: AbortSignal.timeout(PATIENCE),
      });
      const answer = await collect(response.body, MOST_ANSWER);
      return { response, text: answer?.toString() ?? '' };
    } catch (cause) {
      throw new Unreachable(
        `${this.url} cannot be reached (${reasonOf(cause)}). Is the service running, and is the URL right? ` +
          'Set it with --url or LETTERSLOT_URL.',
        { cause },
      );
    }
  }
}
