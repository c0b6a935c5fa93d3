import { toJsonLine } from '../platform/text/json.ts';
import type { RouteDeleted, RouteIndexed, RouteResource } from '../contract/schemas.ts';
import type { RouteRow } from '../platform/stores/route-table.ts';
import { RouteCreator } from './create-route.ts';
import { FormCredentials, type AuthorizedForm } from './form-credentials.ts';
import type { Context } from '../platform/context.ts';
import type { Asker, FormsRooms } from './forms-context.ts';
import { accountListing, RouteLists, type Listing } from './list-routes.ts';
import { SettingsManager } from './manage-settings.ts';
import { findRow, OpenedRoutes } from './opened-routes.ts';
import { toRouteResource, type CreatorView } from './route-resource.ts';
import { isUnapproved, type Route } from './route.ts';

/** Creates, finds and deletes forms. */
export class Routes {
  readonly creator: RouteCreator;
  readonly settings: SettingsManager;
  readonly credentials: FormCredentials;
  readonly #context: Context;
  readonly #rooms: FormsRooms;
  readonly #opened: OpenedRoutes;
  readonly #lists: RouteLists;
  readonly #texts = new WeakMap<Route, string>();

  constructor(context: Context, rooms: FormsRooms) {
    this.#context = context;
    this.#rooms = rooms;
    this.#opened = new OpenedRoutes(context);
    this.#lists = new RouteLists(context, rooms.verification, this.#opened);
    this.creator = new RouteCreator(context, rooms);
    this.credentials = new FormCredentials(context, rooms.sessions, this.#opened);
    this.settings = new SettingsManager(context, rooms);
  }

  /** Throws like `findRow`. */
  async find(formId: string): Promise<Route> {
    return this.open(await findRow(this.#context.store.routes, formId));
  }

  list(head: object, listing: Listing): AsyncGenerator<string> {
    return this.#lists.list(head, listing);
  }

  /** An AccountRouteList, as pieces of JSON text. */
  listAccount(body: unknown, requestId: string): AsyncGenerator<string> {
    return this.list({ success: true }, accountListing(this.#context, body, requestId));
  }

  /** A row decrypted; remembered while it is unchanged. */
  open(row: RouteRow): Route {
    return this.#opened.open(row);
  }

  /** The route as it is now; a pending one is looked up if a provider verifies. */
  async read(formId: string, asker: { requestId: string; caller?: string }): Promise<Route> {
    const route = await this.find(formId);
    return this.#rooms.verification.refresh(route, asker.requestId, asker.caller);
  }

  /** Opens nothing, so that a form with a damaged sealed part can be deleted with its token. */
  async remove({ row: { formId } }: AuthorizedForm, requestId: string): Promise<RouteDeleted> {
    const { store, log } = this.#context;
    await store.routes.remove(formId);
    log.routeDeleted({ requestId, formId });
    return { success: true, status: 'deleted', form_id: formId };
  }

  /** A route is in its owner's index from its creation on, so this only proves the credential. */
  claim({ row }: AuthorizedForm): RouteIndexed {
    const { formId } = this.open(row);
    return { success: true, status: 'indexed', form_id: formId };
  }

  /**
   * Sends the verification mail of a pending route again, or the approval of an unapproved one.
   * Sends nothing for an approved route, or one that its owner has stopped.
   */
  async resend({ row }: AuthorizedForm, asker: Asker): Promise<{ route: Route; sent: boolean }> {
    const { verification, notices } = this.#rooms;
    const route = await verification.refresh(this.open(row), asker.requestId);
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

  /** The published part of a route; `creator` adds what only its creator sees. */
  toResource(route: Route, creator?: CreatorView): RouteResource {
    return toRouteResource(
      route,
      this.#context.links,
      this.#rooms.verification.expiresAt(route),
      creator,
    );
  }
}
