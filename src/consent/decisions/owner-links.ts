import type { Suspicion } from '../../contract/enums.ts';
import { decisionLink } from '../../forms/decision-token.ts';
import { digestOf, type ProposedRoute } from '../../forms/manage-settings.ts';
import { hasOrigins, type Route, type UnapprovedRoute } from '../../forms/route.ts';
import { parseOrigin } from '../../forms/settings/origins.ts';
import { refusalSubject } from '../../inboxes/refusals.ts';
import type { MailedSubmission } from '../../mail/mail-facts.ts';
import type { Owner, SubmissionLinks } from '../../mail/submission-email.ts';
import type { Context } from '../../platform/context.ts';

/** The links that every mail of a form has. */
type MailLinks = Pick<SubmissionLinks, 'unsubscribe' | 'stop' | 'spam'>;

/** The links in mails that let their reader decide. */
export class OwnerLinks {
  readonly #context: Context;
  /** An unchanged form keeps its Route, and its links are made once. */
  readonly #known = new WeakMap<Route, MailLinks>();
  /** Most submissions of a form come from one website: then they have the same object. */
  readonly #latest = new WeakMap<Route, { site: string | undefined; links: SubmissionLinks }>();

  constructor(context: Context) {
    this.#context = context;
  }

  /**
   * `unsubscribe` stops at once, in `List-Unsubscribe`; `stop`, which replies quote, asks first.
   */
  ofMail(route: Route): MailLinks {
    let made = this.#known.get(route);
    if (!made) {
      const { formId: form, inbox } = route;
      const stop = (kind: 'stop' | 'ask') =>
        decisionLink(this.#context, 'stop', { form, kind, stoppedAt: undefined }, inbox.owner);
      made = {
        unsubscribe: stop('stop'),
        stop: stop('ask'),
        spam: decisionLink(this.#context, 'spam', { form, from: 'mail' }, inbox.owner),
      };
      this.#known.set(route, made);
    }
    return made;
  }

  readonly ofSubmission = (
    route: Route,
    { site, suspicions }: Pick<MailedSubmission, 'site' | 'suspicions'>,
  ): Owner => ({
    isCopy: false,
    links: this.#ofSite(route, site),
    notSpam: suspicions && this.#notSpam(route, suspicions),
  });

  /** "Check every sender", for the notice of an attack. */
  always({ formId, inbox }: Route): string {
    return decisionLink(this.#context, 'spam', { form: formId, from: 'notice' }, inbox.owner);
  }

  /** Ends the notices of a form's silence. */
  quiet({ formId, inbox }: Route): string {
    return decisionLink(this.#context, 'quiet', { form: formId }, inbox.owner);
  }

  /** "Approve this form", for the notice of a form that is active at once. */
  approve({ formId, inbox, unapprovedSince: since }: UnapprovedRoute): string {
    return decisionLink(this.#context, 'approve', { form: formId, since }, inbox.owner);
  }

  /** Starts a form that waits or was stopped, once the provider knows its inbox. */
  restart({ formId, inbox, stoppedAt }: Route): string {
    return decisionLink(
      this.#context,
      'restart',
      { form: formId, kind: 'restart', stoppedAt },
      inbox.owner,
    );
  }

  /** "Look at the change", for a change of settings that waits. */
  change({ formId, inbox, proposal: { at, settings } }: ProposedRoute): string {
    const content = digestOf(this.#context.keyring, settings);
    return decisionLink(this.#context, 'settings', { form: formId, at, content }, inbox.owner);
  }

  /** "I did not ask for this", for verification mails. */
  refuse({ formId, address, verificationSentAt }: Route): string {
    return decisionLink(this.#context, 'refuse', {
      form: formId,
      subject: refusalSubject(this.#context.keyring, address),
      sentAt: verificationSentAt ?? 0,
    });
  }

  #notSpam({ formId, inbox }: Route, reasons: readonly Suspicion[]): string {
    return decisionLink(this.#context, 'not-spam', { form: formId, reasons }, inbox.owner);
  }

  #ofSite(route: Route, site: string | undefined): SubmissionLinks {
    let made = this.#latest.get(route);
    if (!made || made.site !== site) {
      const onlyFrom = site === undefined ? undefined : this.#originLink(route, site);
      made = { site, links: { ...this.ofMail(route), onlyFrom } };
      this.#latest.set(route, made);
    }
    return made.links;
  }

  /** Undefined if the form has origins, for a page without TLS and for pages of this service. */
  #originLink(route: Route, site: string): string | undefined {
    const { links, now } = this.#context;
    const isEntry = parseOrigin(site).origin === site && site !== new URL(links.base()).origin;
    if (hasOrigins(route) || !isEntry) return undefined;
    return decisionLink(
      this.#context,
      'origin',
      { form: route.formId, site, at: now() },
      route.inbox.owner,
    );
  }
}
