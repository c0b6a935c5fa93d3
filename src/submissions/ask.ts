import { ServiceError } from '../contract/service-error.ts';
import type { Routes } from '../forms/index.ts';
import type { Route } from '../forms/route.ts';
import type { Submission } from './posted/submission.ts';

/** A request to the address of a form, of which nothing but its head is known. */
export interface Ask {
  /** As its path names it, not checked. */
  formId: string;
  caller: string;
  requestId: string;
  /** The Authorization header, unchecked: tests and dry runs of who holds the form may do more. */
  authorization: string | undefined;
  /** The one credential in it. */
  bearer: string | undefined;
  /** The Idempotency-Key header, unchecked. */
  idempotencyKey: string | undefined;
  /** Hears which form it is, before anything else can be refused. */
  found(form: Route): void;
  /** Reads its body; `isServer`: a server with a key of the form sends it. Throws ClientGone. */
  read(form: Route, isServer: boolean): Promise<Submission>;
}

/** The client went away before its body or its answer was complete. */
export class ClientGone extends Error {}

/** True if a header has a form's management token, or a session of its inbox. */
export async function isHolder(
  { credentials }: Pick<Routes, 'credentials'>,
  { formId }: Route,
  authorization: string | undefined,
): Promise<boolean> {
  if (authorization === undefined) return false;
  try {
    await credentials.authorize(formId, authorization);
    return true;
  } catch (error) {
    if (error instanceof ServiceError && error.status < 500) return false;
    throw error;
  }
}
