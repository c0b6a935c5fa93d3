import {
  startFakeProvider,
  type FakeAddress,
  type FakeApi,
  type FakeProvider,
  type FakeReply,
  type FakeRequest,
} from './fake-provider.ts';

export const CLOUDFLARE_ACCOUNT = '0123456789abcdef0123456789abcdef';
export const CLOUDFLARE_TOKEN = 'cf-canary-token';

const ADDRESSES = `/client/v4/accounts/${CLOUDFLARE_ACCOUNT}/email/routing/addresses`;

/** The documented limit of an account, and of an address. */
const MAX_ADDRESSES = 200;
const MAX_EMAIL = 90;

const failure = (status: number, code: number, message: string): FakeReply => ({
  status,
  json: { success: false, errors: [{ code, message }], messages: [], result: null },
});

const success = (result: object, more: object = {}): FakeReply => ({
  status: 200,
  json: { success: true, errors: [], messages: [], result, ...more },
});

const show = ({ id, email, verified }: FakeAddress) => ({
  id,
  tag: id,
  email,
  created: '2026-01-02T02:20:00Z',
  modified: '2026-01-02T02:20:00Z',
  verified: verified ? '2026-01-02T02:30:00Z' : null,
});

function list({ query }: FakeRequest, all: readonly FakeAddress[]): FakeReply {
  const page = Number(query.get('page') ?? 1);
  const per_page = Number(query.get('per_page') ?? 20);
  if (!(per_page >= 5 && per_page <= 50 && page >= 1)) {
    return failure(400, 1004, 'page or per_page is out of range');
  }
  const result = all.slice((page - 1) * per_page, page * per_page).map(show);
  const info = { page, per_page, count: result.length, total_count: all.length };
  return success(result, { result_info: info });
}

function create({ json }: FakeRequest, addresses: Map<string, FakeAddress>): FakeReply {
  const email = String(json['email']).toLowerCase();
  if (email.length > MAX_EMAIL) return failure(400, 2010, `${email} is not valid`);
  if (addresses.has(email)) return failure(409, 2011, `${email} exists`);
  const id = `new${String(addresses.size + 1).padStart(29, '0')}`;
  const address = { id, email, verified: false, failed: false };
  addresses.set(email, address);
  return success(show(address));
}

const API: FakeApi = {
  base: '/client/v4',
  env: (url) => ({
    VERIFICATION_PROVIDER: 'cloudflare',
    CLOUDFLARE_API_URL: url,
    CLOUDFLARE_ACCOUNT_ID: CLOUDFLARE_ACCOUNT,
    CLOUDFLARE_API_TOKEN: CLOUDFLARE_TOKEN,
  }),
  forbidden: failure(403, 10_000, 'Authentication error for owner@example.com'),
  throttled: failure(429, 10_100, 'More than 1200 requests per 300 seconds reached'),
  answer(request, addresses, full) {
    const { method, path, authorization } = request;
    if (authorization !== `Bearer ${CLOUDFLARE_TOKEN}`) return API.forbidden;
    const all = [...addresses.values()];
    if (path === ADDRESSES) {
      if (method === 'GET') return list(request, all);
      if (full || all.length >= MAX_ADDRESSES) {
        return failure(400, 2014, full ? 'the limit of addresses is reached' : 'no');
      }
      return create(request, addresses);
    }
    const found = all.find(({ id }) => path === `${ADDRESSES}/${id}`);
    if (!found) return failure(404, 2001, 'not found');
    if (method === 'DELETE') addresses.delete(found.email);
    return success(show(found));
  },
};

/** Speaks Cloudflare's documented Email Routing addresses API. */
export const startFakeCloudflare = (): Promise<FakeProvider> => startFakeProvider(API);
