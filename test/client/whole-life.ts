import createClient from 'openapi-fetch';
import type { paths } from './generated/contract.ts';

/** What a client written against /openapi.json alone sees of a route's life, step by step. */
export async function liveThroughRoute(
  baseUrl: string,
  confirmAsPerson: () => Promise<string>,
): Promise<string[]> {
  const client = createClient<paths, 'application/json'>({ baseUrl });
  const seen: string[] = [];

  const created = await client.POST('/v1/routes', {
    params: { header: { 'Idempotency-Key': 'a-client-made-by-a-generator' } },
    body: { email: 'owner@example.com', alias: 'Generated client' },
  });
  if (!created.data) throw new Error(created.error.message);
  const { form_id: formId, management_token: token, next_action: next } = created.data;
  seen.push(created.data.status, next.type);

  const early = await client.POST('/f/{formId}', {
    params: { path: { formId } },
    body: { message: 'too early' },
  });
  seen.push(early.error?.error ?? 'no error');

  const verified = await client.POST('/v1/routes/verify', {
    body: { token: await confirmAsPerson() },
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    bodySerializer: ({ token: text }) => new URLSearchParams({ token: text }).toString(),
  });
  seen.push(verified.data?.status ?? 'not verified');

  const polled = await client.GET('/v1/routes/{formId}', { params: { path: { formId } } });
  seen.push(polled.data?.status ?? 'not found');

  const sent = await client.POST('/f/{formId}', {
    params: { path: { formId } },
    body: { message: 'Hello', _test: true },
  });
  seen.push(`test ${sent.data?.test}`, `used ${sent.data?.used}`);

  const deleted = await client.DELETE('/v1/routes/{formId}', {
    params: { path: { formId } },
    headers: { authorization: `Bearer ${token}` },
  });
  seen.push(deleted.data?.status ?? 'not deleted');

  const gone = await client.GET('/v1/routes/{formId}', { params: { path: { formId } } });
  seen.push(gone.error?.error ?? 'still there');
  return seen;
}
