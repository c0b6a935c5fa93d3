import { pipeline, Transform, type Readable } from 'node:stream';
import {
  CreateEmailIdentityCommand,
  DeleteEmailIdentityCommand,
  GetEmailIdentityCommand,
  SESv2Client,
  type GetEmailIdentityCommandOutput,
} from '@aws-sdk/client-sesv2';
import type { EmailAddress } from '../../../platform/text/email-address.ts';
import {
  MAX_REPLY_BYTES,
  PROVIDER_DEADLINE,
  ProviderFailure,
  retryThrottled,
  TimeLimit,
  unanswered,
  waitAfter,
  type VerificationProvider,
} from './verification-provider.ts';

interface Options {
  region: string;
  /** Overrides the region's default endpoint. */
  endpoint?: string | undefined;
  /** Without them the SDK uses the role of the machine it runs on. */
  credentials?: { accessKeyId: string; secretAccessKey: string; sessionToken?: string } | undefined;
  /** Milliseconds for one call of the port. */
  deadline?: number;
}

const NOT_AUTHORISED = new Set([
  'AccessDenied',
  'AccessDeniedException',
  'CredentialsProviderError',
  'ExpiredToken',
  'ExpiredTokenException',
  'IncompleteSignature',
  'InvalidClientTokenId',
  'InvalidSignatureException',
  'MissingAuthenticationTokenException',
  'NotAuthorized',
  'OptInRequired',
  'SignatureDoesNotMatch',
  'TokenRefreshRequired',
  'UnrecognizedClientException',
]);
const THROTTLED = new Set(['Throttling', 'ThrottlingException', 'TooManyRequestsException']);
const REFUSED = new Set(['BadRequestException', 'ValidationException']);

/** The parts of an SDK error that say what happened; they do not quote the request. */
interface SesError {
  name: string;
  $metadata?: { httpStatusCode?: number };
  $response?: { statusCode?: number; headers?: Record<string, string> };
}

function toFailure(error: unknown, registers: boolean): ProviderFailure {
  const { name, $metadata, $response } = (
    error instanceof Error ? error : { name: '' }
  ) as SesError;
  const status = $metadata?.httpStatusCode ?? $response?.statusCode;
  if (NOT_AUTHORISED.has(name) || status === 401 || status === 403) {
    return new ProviderFailure('credentials', name);
  }
  if (THROTTLED.has(name) || status === 429) {
    return new ProviderFailure('unavailable', name, waitAfter($response?.headers?.['retry-after']));
  }
  if (name === 'LimitExceededException') return new ProviderFailure('capacity', name);
  if (REFUSED.has(name)) return new ProviderFailure('refused', name);
  if (status !== undefined && status >= 300) return new ProviderFailure('unavailable', name);
  // An unreadable success has registered the address too.
  if (status !== undefined && registers) return new ProviderFailure('doubtful', 'unreadable');
  return unanswered(error, registers);
}

function capped(body: Readable): Readable {
  let size = 0;
  const cap = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      size += chunk.length;
      done(size > MAX_REPLY_BYTES ? new Error('the reply is too large') : null, chunk);
    },
  });
  return pipeline(body, cap, () => undefined);
}

function createClient({ region, endpoint, credentials }: Options): SESv2Client {
  const client = new SESv2Client({
    region,
    // This file retries: the SDK would ignore the time limit of the call.
    maxAttempts: 1,
    ...(endpoint !== undefined && { endpoint }),
    ...(credentials && { credentials }),
  });
  client.middlewareStack.add(
    (next) => async (args) => {
      const output = await next(args);
      const response = output.response as { body?: Readable };
      if (response.body) response.body = capped(response.body);
      return output;
    },
    { step: 'deserialize', priority: 'low', name: 'capReply' },
  );
  return client;
}

/** True if the owner has clicked; VerifiedForSendingStatus can be true for other reasons. */
const isVerified = (identity: GetEmailIdentityCommandOutput | undefined) =>
  identity?.VerificationStatus === 'SUCCESS';

/** Email identities of Amazon SES (API v2). */
export function createSesProvider(options: Options): VerificationProvider {
  const { deadline: milliseconds = PROVIDER_DEADLINE } = options;
  const client = createClient(options);

  /** Sends one request; undefined when its reply is the error that `answer` names. */
  function send<T>(
    limit: TimeLimit,
    { answer, registers = false }: { answer: string; registers?: boolean },
    call: (options: { abortSignal: AbortSignal }) => Promise<T>,
  ): Promise<T | undefined> {
    return retryThrottled(limit, async () => {
      try {
        return await limit.bound(call({ abortSignal: limit.signal }));
      } catch (error) {
        if (error instanceof Error && error.name === answer) return undefined;
        throw toFailure(error, registers);
      }
    });
  }

  function read(limit: TimeLimit, address: EmailAddress) {
    const command = new GetEmailIdentityCommand({ EmailIdentity: address });
    return send(limit, { answer: 'NotFoundException' }, (how) => client.send(command, how));
  }

  /** False when the address is registered already. */
  async function create(limit: TimeLimit, address: EmailAddress): Promise<boolean> {
    const command = new CreateEmailIdentityCommand({ EmailIdentity: address });
    const request = { answer: 'AlreadyExistsException', registers: true };
    return (await send(limit, request, (how) => client.send(command, how))) !== undefined;
  }

  async function remove(limit: TimeLimit, address: EmailAddress): Promise<void> {
    const command = new DeleteEmailIdentityCommand({ EmailIdentity: address });
    await send(limit, { answer: 'NotFoundException' }, (how) => client.send(command, how));
  }

  return {
    name: 'ses',

    async register(address, again = false) {
      const limit = new TimeLimit(milliseconds);
      if (await create(limit, address)) return 'pending';
      const identity = await read(limit, address);
      if (isVerified(identity)) return 'verified';
      // SES gives up on a link after a day and mails again only for a new identity.
      if (again || identity?.VerificationStatus === 'FAILED') {
        await remove(limit, address);
        await create(limit, address);
      }
      return 'pending';
    },

    async status(address) {
      const identity = await read(new TimeLimit(milliseconds), address);
      if (!identity) return 'unknown';
      return isVerified(identity) ? 'verified' : 'pending';
    },
  };
}
