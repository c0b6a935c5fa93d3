import {
  startFakeProvider,
  type FakeAddress,
  type FakeApi,
  type FakeProvider,
  type FakeReply,
} from './fake-provider.ts';

export const SES_KEYS = { id: 'AKIACANARY', secret: 'ses-canary-secret' };
export const SES_REGION = 'eu-central-1';

const IDENTITIES = '/v2/email/identities';

const failure = (status: number, type: string, message: string): FakeReply => ({
  status,
  headers: { 'x-amzn-errortype': type },
  json: { message },
});

const success = (json: object): FakeReply => ({ status: 200, json });

function show({ verified, failed }: FakeAddress): object {
  const pending = failed ? 'FAILED' : 'PENDING';
  return {
    IdentityType: 'EMAIL_ADDRESS',
    VerifiedForSendingStatus: verified,
    VerificationStatus: verified ? 'SUCCESS' : pending,
    FeedbackForwardingStatus: true,
  };
}

const API: FakeApi = {
  base: '',
  env: (url) => ({
    VERIFICATION_PROVIDER: 'ses',
    AWS_ENDPOINT_URL_SESV2: url,
    AWS_REGION: SES_REGION,
    AWS_ACCESS_KEY_ID: SES_KEYS.id,
    AWS_SECRET_ACCESS_KEY: SES_KEYS.secret,
  }),
  forbidden: failure(403, 'UnrecognizedClientException', 'The token of owner@example.com is bad'),
  throttled: failure(429, 'TooManyRequestsException', 'Too many requests'),
  answer({ method, path, authorization, json }, addresses, full) {
    const credential = `AWS4-HMAC-SHA256 Credential=${SES_KEYS.id}/`;
    const scope = `/${SES_REGION}/ses/aws4_request`;
    if (!authorization.startsWith(credential) || !authorization.includes(scope)) {
      return API.forbidden;
    }
    if (method === 'POST' && path === IDENTITIES) {
      const email = String(json['EmailIdentity']);
      if (addresses.has(email)) return failure(400, 'AlreadyExistsException', `${email} exists`);
      if (full) return failure(400, 'LimitExceededException', 'too many identities');
      if (email.length > 90) return failure(400, 'BadRequestException', `${email} is not valid`);
      addresses.set(email, { id: email, email, verified: false, failed: false });
      return success({ IdentityType: 'EMAIL_ADDRESS', VerifiedForSendingStatus: false });
    }
    const email = decodeURIComponent(path.slice(IDENTITIES.length + 1));
    const found = addresses.get(email);
    if (!found) return failure(404, 'NotFoundException', `${email} does not exist`);
    if (method === 'DELETE') addresses.delete(email);
    return success(method === 'DELETE' ? {} : show(found));
  },
};

/** Speaks the documented email identities of Amazon SES, API v2. */
export const startFakeSes = (): Promise<FakeProvider> => startFakeProvider(API);
