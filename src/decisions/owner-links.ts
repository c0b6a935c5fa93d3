import type { Suspicion } from '../contract/enums.ts';
import { parseOrigin } from '../forms/settings/origins.ts';
import { hasOrigins, type Route, type UnapprovedRoute } from '../forms/route.ts';
import type { MailedSubmission } from '../mail/mail-facts.ts';
import type { SubmissionLinks } from '../mail/submission-email.ts';
import type { Links } from '../contract/links.ts';
import { digestOf } from '../forms/manage-settings.ts';
import type { Keyring } from '../platform/secrets/keyring.ts';
import { createLinkTo, type LinkTo } from '../forms/decision-token.ts';
import { refusalSubject } from '../inboxes/refusals.ts';
import type { ProposedRoute } from '../forms/manage-settings.ts';

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

/** The links in the mail of a submission: an unchanged form keeps its Route, and they are made once for it. */
function createMailLinks(links: Links, linkTo: LinkTo, now: () => number) {
  const known = new WeakMap<Route, MailLinks>();
  // Most submissions of a form come from one website.
  const latest = new WeakMap<Route, { site: string; link: string | undefined }>();

  function linksOf(route: Route): MailLinks {
    let made = known.get(route);
    if (!made) {
      const { formId: form, inbox } = route;
      const stop = (kind: 'stop' | 'ask') =>
        linkTo('stop', { form, kind, stoppedAt: undefined }, inbox.owner);
      made = {
        unsubscribe: stop('stop'),
        stop: stop('ask'),
        spam: linkTo('spam', { form, from: 'mail' }, inbox.owner),
      };
      known.set(route, made);
    }
    return made;
  }

  function originLink(route: Route, site: string): string | undefined {
    const isEntry = parseOrigin(site).origin === site && site !== new URL(links.base()).origin;
    if (hasOrigins(route) || !isEntry) return undefined;
    return linkTo('origin', { form: route.formId, site, at: now() }, route.inbox.owner);
  }

  function originOf(route: Route, site: string): string | undefined {
    let made = latest.get(route);
    if (made?.site !== site) {
      made = { site, link: originLink(route, site) };
      latest.set(route, made);
    }
    return made.link;
  }

  return { linksOf, originOf };
}

export function createOwnerLinks(keyring: Keyring, links: Links, now: () => number): OwnerLinks {
  const linkTo = createLinkTo(keyring, links);
  const { linksOf, originOf } = createMailLinks(links, linkTo, now);

  const notSpam: OwnerLinks['notSpam'] = ({ formId, inbox }, reasons) =>
    linkTo('not-spam', { form: formId, reasons }, inbox.owner);

  return {
    unsubscribe: (route) => linksOf(route).unsubscribe,
    stop: (route) => linksOf(route).stop,
    spam: (route) => linksOf(route).spam,
    always: ({ formId, inbox }) => linkTo('spam', { form: formId, from: 'notice' }, inbox.owner),
    quiet: ({ formId, inbox }) => linkTo('quiet', { form: formId }, inbox.owner),
    notSpam,
    approve: ({ formId, inbox, unapprovedSince: since }) =>
      linkTo('approve', { form: formId, since }, inbox.owner),
    restart: ({ formId, inbox, stoppedAt }) =>
      linkTo('restart', { form: formId, kind: 'restart', stoppedAt }, inbox.owner),
    change({ formId, inbox, proposal: { at, settings } }) {
      const content = digestOf(keyring, settings);
      return linkTo('settings', { form: formId, at, content }, inbox.owner);
    },
    origin: originOf,
    ofSubmission: (route, { site, suspicions }) => ({
      ...linksOf(route),
      notSpam: suspicions && notSpam(route, suspicions),
      onlyFrom: site === undefined ? undefined : originOf(route, site),
    }),
    refuse: ({ formId, address, verificationSentAt }) =>
      linkTo('refuse', {
        form: formId,
        subject: refusalSubject(keyring, address),
        sentAt: verificationSentAt ?? 0,
      }),
  };
}
