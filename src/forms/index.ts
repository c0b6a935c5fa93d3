import { toJsonLine } from '../platform/text/json.ts';
import type { RouteDeleted, RouteIndexed, RouteResource } from '../contract/schemas.ts';
import type { RouteRow } from '../platform/stores/route-table.ts';
import { RouteCreator } from './create-route.ts';
import { createAuthorizeForm, type AuthorizeForm } from './form-credentials.ts';
import type { Asker, FormsContext } from './forms-context.ts';
import { createAccountRoutes, createListRoutes, type ListRoutes } from './list-routes.ts';
import { SettingsManager } from './manage-settings.ts';
import { findRow, OpenedRoutes, type FindRoute } from './opened-routes.ts';
import { toRouteResource, type CreatorView } from './route-resource.ts';
import { isUnapproved, type Route } from './route.ts';

/** Creating, finding and deleting forms, and who may manage one. What takes a credential throws like AuthorizeForm. */
export class Routes {
  readonly creator: RouteCreator;
  readonly settings: SettingsManager;
  readonly account: ReturnType<typeof createAccountRoutes>;
  readonly authorize: AuthorizeForm;
  readonly list: ListRoutes;
  readonly #context: FormsContext;
  readonly #opened: OpenedRoutes;
  readonly #texts = new WeakMap<Route, string>();

  constructor(context: FormsContext) {
    this.#context = context;
    this.#opened = new OpenedRoutes(context);
    this.authorize = createAuthorizeForm(context, this.#opened);
    this.list = createListRoutes(context, this.#opened);
    this.creator = new RouteCreator(context);
    this.settings = new SettingsManager(context, this.authorize);
    this.account = createAccountRoutes(context, this.list);
  }

  readonly find: FindRoute = async (formId) =>
    this.open(await findRow(this.#context.store.routes, formId));

  /** A row decrypted; remembered while it is unchanged. */
  open(row: RouteRow): Route {
    return this.#opened.open(row);
  }

  /** The route as it is now; a pending one is looked up if a provider verifies. */
  async read(formId: string, asker: { requestId: string; caller?: string }): Promise<Route> {
    const route = await this.find(formId);
    return this.#context.verification.refresh(route, asker.requestId, asker.caller);
  }

  /** With a token it opens nothing: a form whose sealed part is damaged can still be deleted. */
  async remove(
    id: string,
    authorization: string | undefined,
    requestId: string,
  ): Promise<RouteDeleted> {
    const { store, log } = this.#context;
    const { formId } = (await this.authorize(id, authorization)).row;
    await store.routes.remove(formId);
    log.routeDeleted({ requestId, formId });
    return { success: true, status: 'deleted', form_id: formId };
  }

  /** Every route is in its owner's index from its creation on: claiming one proves the credential. */
  async claim(id: string, authorization: string | undefined): Promise<RouteIndexed> {
    const { formId } = this.open((await this.authorize(id, authorization)).row);
    return { success: true, status: 'indexed', form_id: formId };
  }

  /**
   * Sends again what the inbox has to answer: the verification mail of a pending route, the approval
   * of an unapproved one. Nothing for an approved route, or one that its owner has stopped.
   */
  async resend(
    id: string,
    authorization: string | undefined,
    asker: Asker,
  ): Promise<{ route: Route; sent: boolean }> {
    const { verification, notices } = this.#context;
    const found = this.open((await this.authorize(id, authorization)).row);
    const route = await verification.refresh(found, asker.requestId);
    if (isUnapproved(route)) {
      await notices.newFormAgain(route, asker);
      return { route, sent: true };
    }
    // Only the owner, by a link in a mail, can have the inbox asked about a stopped form.
    const sent = route.status === 'pending_verification' && route.stoppedAt === undefined;
    return { route: sent ? await verification.askInbox(route, asker) : route, sent };
  }

  /** The published part of a route as JSON text; remembered with an opened route. */
  toText(route: Route): string {
    const known = this.#texts.get(route);
    if (known !== undefined) return known;
    const text = toJsonLine(this.toResource(route));
    if (Object.isFrozen(route)) this.#texts.set(route, text);
    return text;
  }

  /** The same as an object; `creator` sees more of it. */
  toResource(route: Route, creator?: CreatorView): RouteResource {
    const { links, verification } = this.#context;
    return toRouteResource(route, links, verification.expiresAt(route), creator);
  }
}
