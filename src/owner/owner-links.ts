import type { FormId } from '../routes/form-id.ts';
import type { Links } from '../routes/links.ts';
import type { Route } from '../routes/route.ts';
import type { Keyring } from '../secrets/keyring.ts';
import { refuseTokenOf, stopTokenOf } from './owner-token.ts';

/** The links by which mails give their reader a say. */
export interface OwnerLinks {
  /** "Stop this form", for every mail to a confirmed inbox. */
  stop(route: Route): string;
  /** "I did not ask for this", for verification mails. */
  refuse(route: Route): string;
}

/** Stop tokens remembered, because every mail of a form has the same one. */
const MAX_TOKENS = 10_000;

export function createOwnerLinks(keyring: Keyring, links: Links): OwnerLinks {
  const tokens = new Map<FormId, string>();

  function tokenOf(route: Route): string {
    const known = tokens.get(route.formId);
    if (known !== undefined) return known;
    const token = stopTokenOf(keyring, route);
    if (tokens.size >= MAX_TOKENS) tokens.clear();
    tokens.set(route.formId, token);
    return token;
  }

  return {
    stop: (route) => links.stop(tokenOf(route)),
    refuse: (route) => links.refuse(refuseTokenOf(keyring, route)),
  };
}
