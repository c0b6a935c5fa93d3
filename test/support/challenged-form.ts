import assert from 'node:assert/strict';
import type { Challenge } from '../../src/contract/schemas.ts';
import { isDelivery } from './smtp-sink.ts';
import { startService, type Answer } from './service.ts';
import { solutionOf } from './solve-challenge.ts';

const HALF_AN_HOUR = 1_800_000;

/** Holds that an answer asks for a solution; returns the field `altcha` that solves it. */
export function asksFor({ status, json }: Answer): string {
  assert.deepEqual([status, json.error, json.retryable], [428, 'challenge_required', true]);
  return solutionOf(json.challenge);
}

/** A service with an active form. The test sets its clients and its clock, which stands still. */
export async function startChallenged() {
  let [time, clients] = [Date.now(), 0];
  const env = { TRUSTED_PROXIES: '127.0.0.1, ::1', MONTHLY_LIMIT: '100000' };
  const service = await startService(undefined, env, { now: () => time });
  const form = await service.activeRoute();
  const formId = form.form_id;
  /** The client of this test, or another one. */
  const from = (other = 0) => ({ 'x-forwarded-for': `198.51.${clients}.${other}` });
  return {
    ...service,
    form,
    formId,
    from,
    /** A client that no test before had, for whom no text and no fetch is remembered. */
    beginTest() {
      clients += 1;
      time += HALF_AN_HOUR;
    },
    /** Milliseconds. */
    pass: (milliseconds: number) => void (time += milliseconds),
    policy: (challenge: string) => service.putSettings(form, { challenge }),
    async challenge(headers: Record<string, string> = from(), id = formId): Promise<Challenge> {
      return (await service.request(`/v1/routes/${id}/challenge`, { headers })).json;
    },
    send: (fields: Record<string, string>, headers: Record<string, string> = from()) =>
      service.submit(formId, fields, headers),
    delivered: () => service.sink.mails.filter(isDelivery).length,
  };
}

export type Challenged = Awaited<ReturnType<typeof startChallenged>>;
