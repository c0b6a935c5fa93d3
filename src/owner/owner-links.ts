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

export function createOwnerLinks(keyring: Keyring, links: Links): OwnerLinks {
  return {
    stop: (route) => links.stop(stopTokenOf(keyring, route)),
    refuse: (route) => links.refuse(refuseTokenOf(keyring, route)),
  };
}
