import { LIMITS } from '../../contract/limits.ts';
import { ServiceError } from '../../contract/service-error.ts';
import type { Routes } from '../../forms/index.ts';
import type { Route } from '../../forms/route.ts';
import { addTo, type Hit, type LocalRateLimiter } from '../../inboxes/rate-limit.ts';
import type { Settings } from '../../platform/settings/settings.ts';

/** The refused client: its address, and whether it claims to be a server with an access key. */
export interface Refusable {
  readonly caller: string;
  readonly claimsKey: boolean;
  /** Looked at before a form is looked up. */
  readonly hit: Hit;
}

/**
 * Refused requests and unknown forms count for the connecting address, over all forms. Each process
 * counts for itself, so that refusals cost the store nothing (docs/decisions/0009).
 */
export class ClientRefusals {
  readonly #clients: number;
  readonly #servers: number;
  readonly #local: LocalRateLimiter;
  readonly #routes: Pick<Routes, 'find'>;
  /** Look-ups of each address that have no answer yet: they could all look at once. */
  readonly #underWay = new Map<string, number>();

  constructor(
    { form, client }: Settings['SUBMIT_RATE_PER_MINUTE'],
    local: LocalRateLimiter,
    routes: Pick<Routes, 'find'>,
  ) {
    this.#clients = client * LIMITS.refusalsPerSubmission;
    // A server speaks for many visitors.
    this.#servers = Math.max(form, client) * LIMITS.refusalsPerSubmission;
    this.#local = local;
    this.#routes = routes;
  }

  of(caller: string, claimsKey = false): Refusable {
    const hit = claimsKey
      ? { key: `refused server ${caller}`, limit: this.#servers }
      : { key: `refused client ${caller}`, limit: this.#clients };
    return { caller, claimsKey, hit };
  }

  #clientHit(caller: string): Hit {
    return { key: `refused client ${caller}`, limit: this.#clients };
  }

  /** Finds a form for a stranger. Throws like `Routes.find`, and `rate_limited` before a lookup. */
  async reach(who: Refusable, formId: string): Promise<Route> {
    const { key } = who.hit;
    this.#local.expectLeft(who.hit, this.#underWay.get(key));
    addTo(this.#underWay, key, 1);
    try {
      return await this.#routes.find(formId);
    } catch (error) {
      if (error instanceof ServiceError && error.code === 'route_not_found') this.count(who);
      throw error;
    } finally {
      addTo(this.#underWay, key, -1);
    }
  }

  /** Throws `rate_limited`. */
  expectLeft({ hit, caller, claimsKey }: Refusable, isServer = false): void {
    this.#local.expectLeft(hit);
    if (claimsKey && !isServer) this.#local.expectLeft(this.#clientHit(caller));
  }

  /** An invalid key proves no server: its request also counts for people at this address. */
  count({ hit, caller, claimsKey }: Refusable, isServer = false): void {
    this.#local.count(hit);
    if (claimsKey && !isServer) this.#local.count(this.#clientHit(caller));
  }
}
