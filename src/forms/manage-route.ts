import type { FormsContext } from './forms-context.ts';
import type { RouteDeleted, RouteIndexed } from '../contract/schemas.ts';
import type { AuthorizeForm } from './form-credentials.ts';
import { isUnapproved, openRoute, type Route } from './route.ts';
import type { Asker } from './route-verification.ts';

/**
 * What may be done with a route by the holder of its management token, or the owner of its inbox with a
 * session. Every call throws like AuthorizeForm.
 */
export class RouteManager {
  readonly #context: FormsContext;
  readonly #authorize: AuthorizeForm;

  constructor(context: FormsContext, authorize: AuthorizeForm) {
    this.#context = context;
    this.#authorize = authorize;
  }

  /** With a token it opens nothing: a form whose sealed part is damaged can still be deleted. */
  async remove(
    id: string,
    authorization: string | undefined,
    requestId: string,
  ): Promise<RouteDeleted> {
    const { store, log } = this.#context;
    const { formId } = (await this.#authorize(id, authorization)).row;
    await store.routes.remove(formId);
    log.routeDeleted({ requestId, formId });
    return { success: true, status: 'deleted', form_id: formId };
  }

  /** Every route is in its owner's index from its creation on: claiming one proves the credential. */
  async claim(id: string, authorization: string | undefined): Promise<RouteIndexed> {
    const { keyring } = this.#context;
    const { formId } = openRoute(keyring, (await this.#authorize(id, authorization)).row);
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
    const { keyring, verification, notices } = this.#context;
    const found = openRoute(keyring, (await this.#authorize(id, authorization)).row);
    const route = await verification.refresh(found, asker.requestId);
    if (isUnapproved(route)) {
      await notices.newFormAgain(route, asker);
      return { route, sent: true };
    }
    // Only the owner, by a link in a mail, can have the inbox asked about a stopped form.
    const sent = route.status === 'pending_verification' && route.stoppedAt === undefined;
    return { route: sent ? await verification.askInbox(route, asker) : route, sent };
  }
}
