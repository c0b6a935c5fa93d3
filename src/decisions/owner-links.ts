import type { Suspicion } from '../contract/enums.ts';
import { parseOrigin } from '../forms/settings/origins.ts';
import { hasOrigins, type Route, type UnapprovedRoute } from '../forms/route.ts';
import type { MailedSubmission } from '../mail/mail-facts.ts';
import type { SubmissionLinks } from '../mail/submission-email.ts';
import type { Links } from '../contract/links.ts';
import type { Keyring } from '../platform/secrets/keyring.ts';
import type { ProposedRoute } from '../forms/manage-settings.ts';
import { changeTokenOf } from './accept-change.ts';
import { originTokenOf } from './limit-origin.ts';
import { approvalTokenOf, ownerTokenOf, refuseTokenOf } from './owner-token.ts';
import { quietTokenOf } from './quiet-form.ts';
import { relaxTokenOf } from './relax-marks.ts';
import { spamTokenOf } from './report-spam.ts';

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
  /**
   * "Only accept this website", for the origin that a submission came from; undefined if the form has
   * origins, and for what cannot be one: a page without TLS, or of this service.
   */
  origin(route: Route, site: string): string | undefined;
  /** "This was spam", for each submission; the form asks for challenges then. */
  spam(route: Route): string;
  /** "Check every sender", for the notice of an attack. */
  always(route: Route): string;
  /** Ends the notices of a form's silence. */
  quiet(route: Route): string;
  /** "This was not spam", for a submission that was marked for these reasons. */
  notSpam(route: Route, reasons: readonly Suspicion[]): string;
  /** Those in the mail of a submission. */
  ofSubmission(
    route: Route,
    submission: Pick<MailedSubmission, 'site' | 'suspicions'>,
  ): SubmissionLinks;
}

/** The links that every mail of a form has. */
type MailLinks = Pick<SubmissionLinks, 'unsubscribe' | 'stop' | 'spam'>;

export function createOwnerLinks(keyring: Keyring, links: Links, now: () => number): OwnerLinks {
  // An unchanged form keeps its Route, and every mail of it has the same links.
  const known = new WeakMap<Route, MailLinks>();
  // Most submissions of a form come from one website.
  const latest = new WeakMap<Route, { site: string; link: string | undefined }>();

  function linksOf(route: Route): MailLinks {
    let made = known.get(route);
    if (!made) {
      made = {
        unsubscribe: links.stop(ownerTokenOf(keyring, 'stop', route)),
        stop: links.stop(ownerTokenOf(keyring, 'ask', route)),
        spam: links.spam(spamTokenOf(keyring, route)),
      };
      known.set(route, made);
    }
    return made;
  }

  function originLink(route: Route, site: string): string | undefined {
    const isEntry = parseOrigin(site).origin === site && site !== new URL(links.base()).origin;
    if (hasOrigins(route) || !isEntry) return undefined;
    return links.origin(originTokenOf(keyring, route, site, now()));
  }

  function originOf(route: Route, site: string): string | undefined {
    let made = latest.get(route);
    if (made?.site !== site) {
      made = { site, link: originLink(route, site) };
      latest.set(route, made);
    }
    return made.link;
  }

  const notSpam: OwnerLinks['notSpam'] = (route, reasons) =>
    links.notSpam(relaxTokenOf(keyring, route, reasons));

  return {
    unsubscribe: (route) => linksOf(route).unsubscribe,
    stop: (route) => linksOf(route).stop,
    spam: (route) => linksOf(route).spam,
    always: (route) => links.spam(spamTokenOf(keyring, route, 'always')),
    quiet: (route) => links.quiet(quietTokenOf(keyring, route)),
    notSpam,
    approve: (route) => links.approve(approvalTokenOf(keyring, route)),
    restart: (route) => links.restart(ownerTokenOf(keyring, 'restart', route)),
    change: (route) => links.change(changeTokenOf(keyring, route)),
    origin: originOf,
    ofSubmission: (route, { site, suspicions }) => ({
      ...linksOf(route),
      notSpam: suspicions && notSpam(route, suspicions),
      onlyFrom: site === undefined ? undefined : originOf(route, site),
    }),
    refuse: (route) => links.refuse(refuseTokenOf(keyring, route)),
  };
}
