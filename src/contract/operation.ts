import type { ErrorCode } from './error-codes.ts';
import { BOUNCE_PROVIDERS, CODE_STYLES, FRAMEWORK_IDS } from './enums.ts';
import { LIMITS } from './limits.ts';
import { ACCESS_KEY_ID_PATTERN, FORM_ID_PATTERN } from './names.ts';
import type { SchemaName } from './schemas.ts';

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/**
 * `client`: per client; `writing`: also per credential and form; `inbox`: also per session;
 * `creation`: like creations; `own`: for the operation alone; `none`: it costs almost nothing.
 */
export type Rate = 'none' | 'own' | 'creation' | 'client' | 'writing' | 'inbox';

/** A success answer: a named JSON schema, another media type, or nothing but headers. */
interface Answer {
  description: string;
  schema?: SchemaName;
  mediaType?: string;
  headers?: Record<string, string>;
  /** Also answered as text/plain, if a query parameter asks for it. */
  plainText?: true;
}

interface Parameter {
  /** Its name on the wire, if that differs from the key of its row. */
  name?: string;
  in: 'path' | 'query' | 'header';
  required: boolean;
  description: string;
  schema: object;
  example: string;
}

type RequestBody = {
  schema: SchemaName | { type: 'object'; [keyword: string]: unknown };
  /** One for each of its media types. */
  examples: Record<string, object>;
} & (
  | {
      /**
       * `json` and `form` (of a page or mail program) are read after the credential is checked; a
       * `report` once its sender is known.
       */
      read: 'json' | 'form' | 'report';
      /** Bytes; a longer one is answered with `tooLong`, by default `invalid_json`. */
      limit: number;
      tooLong?: 'settings_invalid';
    }
  /** Read by its operation, whose limits are those of the form. */
  | { read: 'own' }
);

/** The groups of operations, in the order of the reference. */
export const TAGS = {
  Discovery: 'What this deployment is.',
  Install: 'Form code to paste into a website.',
  Routes: 'Form endpoints and their life.',
  Verification: 'How an inbox confirms a route.',
  Decisions:
    'Pages behind the links in emails, for people. Opening one changes nothing; its buttons do.',
  Inbox: 'What the owner of an inbox sees and does, with a session.',
  Submissions: 'What visitors post.',
  Operator: 'For a trusted account broker of the deployment.',
} as const;

/** Bearer tokens. */
export const CREDENTIALS = {
  managementToken: 'The management_token that creation and replay return.',
  inboxSession:
    'A session of an inbox, which its owner gets by a link in an email. It manages every form that ' +
    'delivers to exactly this address, for an hour.',
  accountLookupSecret: 'The ACCOUNT_LOOKUP_SECRET of the deployment, held by an account broker.',
} as const;

export interface Operation {
  method: Method;
  path: string;
  rate: Rate;
  tag: keyof typeof TAGS;
  summary: string;
  description: string;
  /** Those of the query and the header; those of the path follow from it. */
  parameters?: readonly (keyof typeof PARAMETERS)[];
  body?: RequestBody;
  /** Its bearer token; a session of the inbox passes wherever a management token does. */
  credential?: keyof typeof CREDENTIALS;
  answers: Record<number, Answer>;
  /** Error codes that this operation can answer with, besides not_found and method_not_allowed. */
  errors: readonly ErrorCode[];
  /** Browsers that ask for text/html and not for JSON get a page for these readers. */
  pages?: 'visitor' | 'owner';
  /** Cache-Control of its successes; everything else is no-store. */
  cache?: string;
}

export const JSON_TYPE = 'application/json';
export const FORM_TYPE = 'application/x-www-form-urlencoded';
/** JSON Merge Patch (RFC 7396). */
export const PATCH_TYPE = 'application/merge-patch+json';

export const get = <const Path extends string>(path: Path) => ({ method: 'GET', path }) as const;
export const post = <const Path extends string>(path: Path) => ({ method: 'POST', path }) as const;
export const put = <const Path extends string>(path: Path) => ({ method: 'PUT', path }) as const;
export const patch = <const Path extends string>(path: Path) =>
  ({ method: 'PATCH', path }) as const;
export const remove = <const Path extends string>(path: Path) =>
  ({ method: 'DELETE', path }) as const;

/** A JSON body of at most `limit` bytes, with an example. */
export const json = <const Schema extends RequestBody['schema']>(
  schema: Schema,
  example: object,
  limit: number = LIMITS.verifyBodyBytes,
) => ({ read: 'json', schema, limit, examples: { [JSON_TYPE]: example } }) as const;

/** The same for a merge patch. */
export const mergePatch = (
  schema: SchemaName,
  example: object,
  limit: number = LIMITS.verifyBodyBytes,
) =>
  ({
    read: 'json',
    schema,
    limit,
    examples: { [PATCH_TYPE]: example, [JSON_TYPE]: example },
  }) as const;

export const answer = <const Schema extends SchemaName>(description: string, schema: Schema) =>
  ({ description, schema }) as const;

export const routeAnswer = (description: string) => answer(description, 'Route');

/** An Idempotency-Key; HTTP takes the blanks around a value away. */
const KEY = {
  type: 'string',
  minLength: 1,
  maxLength: LIMITS.idempotencyKeyCharacters,
  pattern: '^[!-~]([ -~]*[!-~])?$',
} as const;

export const PARAMETERS = {
  formId: {
    in: 'path',
    required: true,
    description: 'The form id. A malformed one is answered like an unknown one.',
    schema: { type: 'string', pattern: FORM_ID_PATTERN },
    example: 'cfm_7K2MNP4QRSTVWXYZ',
  },
  keyId: {
    in: 'path',
    required: true,
    description: 'The id of an access key. A malformed one is answered like an unknown one.',
    schema: { type: 'string', pattern: ACCESS_KEY_ID_PATTERN },
    example: 'key_7K2MNP4QRS',
  },
  provider: {
    in: 'path',
    required: true,
    description: 'Who sent the mail. One that this deployment has no settings for is answered 404.',
    schema: { type: 'string', enum: BOUNCE_PROVIDERS },
    example: 'postmark',
  },
  version: {
    in: 'path',
    required: true,
    description: 'The version of the script, from the code of a form.',
    schema: { type: 'string' },
    example: 'K4XW7QZC',
  },
  token: {
    in: 'query',
    required: true,
    description: 'The token of the email that links here.',
    schema: { type: 'string', minLength: 1 },
    example: 'v1.k1.3q2-7wAB',
  },
  emailedToken: {
    in: 'query',
    name: 'token',
    required: false,
    description: 'The token of the email, where a mail program acts for its reader.',
    schema: { type: 'string', minLength: 1 },
    example: 'cfm_7K2MNP4QRSTVWXYZ.3q2-7wAB',
  },
  framework: {
    in: 'query',
    required: false,
    description: 'What the code is for; `js` is for bundlers. Absent means `html`.',
    schema: { type: 'string', enum: FRAMEWORK_IDS, default: FRAMEWORK_IDS[0] },
    example: 'react',
  },
  style: {
    in: 'query',
    required: false,
    description:
      '`inline` is code with all it needs in it, `script` a plain form and the script of this service. Absent ' +
      'means `inline`.',
    schema: { type: 'string', enum: CODE_STYLES, default: CODE_STYLES[0] },
    example: 'script',
  },
  raw: {
    in: 'query',
    required: false,
    description: 'With `1`, the answer is the first file as plain text. Other values are refused.',
    schema: { type: 'string', enum: ['1'] },
    example: '1',
  },
  'Idempotency-Key': {
    in: 'header',
    required: false,
    description:
      'Makes a retry return the same route. 1 to 200 printable ASCII characters, scoped per ' +
      'inbox; treat it as a secret and take at least 16 random bytes.',
    schema: KEY,
    example: '5f3c1a9e7b204d6c8e1f0a2b3c4d5e6f',
  },
  'If-Match': {
    in: 'header',
    required: false,
    description:
      'The ETag of the settings that the change is based on; otherwise nothing is changed and the ' +
      'answer is 412.',
    schema: { type: 'string' },
    example: '"0c9d2f4e6a7b41c88d35e1"',
  },
  submissionKey: {
    name: 'Idempotency-Key',
    in: 'header',
    required: false,
    description:
      'Makes a retry within 24 hours answer the first delivery without a second one. 1 to 200 ' +
      'printable ASCII characters, scoped per form; take at least 16 random bytes, a new key for each ' +
      'submission. After an error nothing is kept, and the same key may be sent again.',
    schema: KEY,
    example: '0c9d2f4e6a7b41c88d35e1f2a3b4c5d6',
  },
} as const satisfies Record<string, Parameter>;

/** A parameter of the query as the input of a tool. */
export function inputOf(name: 'framework' | 'style') {
  const { schema, description } = PARAMETERS[name];
  return { ...schema, description };
}
