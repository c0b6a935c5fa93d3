import { formNameOf } from '../../contract/names.ts';
import type { InboxRouteList, InboxSettings, ManagementToken } from '../../contract/schemas.ts';
import { ServiceError } from '../../contract/service-error.ts';
import { placesOf } from '../../forms/targets/places.ts';
import {
  managementTokenOf,
  renewedTokenNonce,
  type AuthorizedForm,
} from '../../forms/form-credentials.ts';
import type { Requester } from '../../forms/forms-context.ts';
import type { CurrentSettings } from '../../forms/manage-settings.ts';
import { TRIES } from '../../forms/opened-routes.ts';
import { isUnapproved, openRoute, sealDetails, stateOf, type Route } from '../../forms/route.ts';
import { replaceSecrets } from '../../forms/target-states.ts';
import { Allowance } from '../../inboxes/allowance.ts';
import type { InboxSession } from '../../inboxes/inbox-session.ts';
import { dateOf } from '../../platform/stores/counter-tables.ts';
import type { EmailAddress } from '../../platform/text/email-address.ts';
import type { OwnersContext } from './decision.ts';
import { healForm } from './heal-forms.ts';
import { stopForm } from './stop-form.ts';
import { approve } from './verify-form.ts';

type Item = InboxRouteList['routes'][number];

const NO_COUNTS = { delivered: 0, failed: 0, refused: 0, lastDelivered: null };

const describeSettings = (isSet: boolean): InboxSettings => ({
  success: true,
  confirm_new_forms: isSet,
});

/** The webhooks of a form with the secrets that sign their calls. */
const webhooksOf = (route: Route) =>
  placesOf(route).flatMap((place) =>
    place.channel === 'webhook' ? [{ url: place.config.url, secret: place.config.secret }] : [],
  );

/** What the owner of an inbox does with a session, at once and without another mail. */
export class InboxForms {
  readonly #owners: OwnersContext;
  readonly #allowance: Allowance;

  constructor(owners: OwnersContext) {
    this.#owners = owners;
    this.#allowance = new Allowance(owners);
  }

  /** The forms of the inbox and its month, as pieces of JSON text. */
  async list({ address, inbox }: InboxSession, requestId: string): Promise<AsyncGenerator<string>> {
    const { resetsAt, ...month } = await this.#allowance.month(inbox.quota);
    const head: Omit<InboxRouteList, 'routes'> = {
      success: true,
      email: address,
      month: { ...month, resets_at: resetsAt.toISOString() },
    };
    return this.#owners.routes.list(head, {
      operation: 'listInboxRoutes',
      requestId,
      owners: [inbox.owner],
      describe: (routes) => this.#describe(routes),
    });
  }

  async #describe(routes: readonly Route[]): Promise<Item[]> {
    const { links, counts: all } = this.#owners;
    const counts = await all.ofMonth(routes.map(({ formId }) => formId));
    return routes.map((route) => {
      const { formId, alias, status, createdAt, settings } = route;
      const { delivered, failed, refused, lastDelivered } = counts.get(formId) ?? NO_COUNTS;
      return {
        form_id: formId,
        alias,
        name: formNameOf(route),
        status,
        endpoint: links.endpoint(formId),
        created_at: new Date(createdAt).toISOString(),
        paused: settings.paused ?? false,
        state: stateOf(route),
        website: settings.website?.url ?? settings.origins?.[0] ?? null,
        last_delivery: lastDelivered === null ? null : dateOf(lastDelivered),
        counts: { delivered, failed, refused },
      };
    });
  }

  /** True if new forms of the inbox wait for its owner. */
  async settings({ inbox }: InboxSession): Promise<InboxSettings> {
    return describeSettings(await this.#owners.holds.isSet(inbox.owner));
  }

  async change(
    { inbox }: InboxSession,
    { confirmNewForms }: { confirmNewForms: boolean },
  ): Promise<InboxSettings> {
    const { holds } = this.#owners;
    await (confirmNewForms ? holds.set(inbox.owner, 'lasting') : holds.end(inbox.owner));
    return describeSettings(confirmNewForms);
  }

  /** Stops an active form. Repeating it succeeds. */
  async stop(
    { row }: AuthorizedForm,
    { spam }: { spam: boolean },
    requestId: string,
  ): Promise<Route> {
    const { routes, holds } = this.#owners;
    const found = routes.open(row);
    if (found.status === 'active') {
      return (await stopForm(this.#owners, found, spam, requestId)) ?? routes.find(found.formId);
    }
    if (spam) await holds.set(found.inbox.owner, 'lasting');
    return found;
  }

  /**
   * Starts a form that waits or was stopped, and approves an active one. A form that delivers
   * nothing after a bounce or a complaint delivers again.
   */
  async restart({ row }: AuthorizedForm, requester: Requester): Promise<Route> {
    const { requestId } = requester;
    const found = await healForm(this.#owners, this.#owners.routes.open(row), requestId);
    if (isUnapproved(found)) return approve(this.#owners, found, found.unapprovedSince, requestId);
    if (found.status === 'active') return found;
    return this.#owners.verification.startForOwner(found, requester);
  }

  /** Asks an inbox again whether it wants copies. Throws like Copies, too. */
  async askCopy(
    { row }: AuthorizedForm,
    address: EmailAddress,
    requestId: string,
  ): Promise<CurrentSettings> {
    const { routes, copies } = this.#owners;
    const route = await copies.askAgain(routes.open(row), address, requestId);
    return routes.settings.viewOf(route, 'owner');
  }

  /**
   * Replaces the management token, and with it the secrets of all webhooks, which its holder may
   * know. Throws like `FormCredentials` where another change came first.
   */
  async renewToken(form: AuthorizedForm, requestId: string): Promise<ManagementToken> {
    const { store, keyring, log, now } = this.#owners;
    for (let left = TRIES; left > 0; left -= 1) {
      const { row } = left === TRIES ? form : await form.again();
      const { formId } = row;
      const tokenNonce = renewedTokenNonce();
      const { route } = replaceSecrets(openRoute(keyring, row), now());
      const renewed = { sealed: sealDetails(keyring, route), tokenNonce };
      if (!(await store.routes.renewToken(formId, row, renewed))) continue;
      log.managementTokenRenewed({ requestId, formId });
      const webhooks = webhooksOf(route);
      return {
        success: true,
        form_id: formId,
        management_token: managementTokenOf(keyring, { formId, tokenNonce }),
        ...(webhooks.length > 0 && { webhooks }),
      };
    }
    throw new ServiceError('internal_error');
  }
}
