import type { Route, UnapprovedRoute } from '../routes/route.ts';
import type { Links } from '../routes/links.ts';
import type { Keyring } from '../../platform/secrets/keyring.ts';
import type { ProposedRoute } from '../routes/manage-settings.ts';
import { changeTokenOf } from './accept-change.ts';
import { approvalTokenOf, ownerTokenOf, refuseTokenOf } from './owner-token.ts';

/** The links in mails that let their reader decide. */
export interface OwnerLinks {
  /** Stops at once: for `List-Unsubscribe`, which a reply does not quote. */
  unsubscribe(route: Route): string;
  /** "Stop this form" in the text of mails: asks the inbox first. */
  stop(route: Route): string;
  /** "Approve this form", for the notice of a form that is active at once. */
  approve(route: UnapprovedRoute): string;
  /** Starts a form that waits or was stopped, once the provider knows its inbox. */
  restart(route: Route): string;
  /** "I did not ask for this", for verification mails. */
  refuse(route: Route): string;
  /** "Look at the change", for a change of settings that waits. */
  change(route: ProposedRoute): string;
}

/** The two links that every mail of a form has. */
type MailLinks = Pick<Record<keyof OwnerLinks, string>, 'unsubscribe' | 'stop'>;

export function createOwnerLinks(keyring: Keyring, links: Links): OwnerLinks {
  // An unchanged form keeps its Route, and every mail of it has the same links.
  const known = new WeakMap<Route, MailLinks>();

  function linksOf(route: Route): MailLinks {
    let made = known.get(route);
    if (!made) {
      made = {
        unsubscribe: links.stop(ownerTokenOf(keyring, 'stop', route)),
        stop: links.stop(ownerTokenOf(keyring, 'ask', route)),
      };
      known.set(route, made);
    }
    return made;
  }

  return {
    unsubscribe: (route) => linksOf(route).unsubscribe,
    stop: (route) => linksOf(route).stop,
    approve: (route) => links.approve(approvalTokenOf(keyring, route)),
    restart: (route) => links.restart(ownerTokenOf(keyring, 'restart', route)),
    change: (route) => links.change(changeTokenOf(keyring, route)),
    refuse: (route) => links.refuse(refuseTokenOf(keyring, route)),
  };
}
