import type { Context } from '../platform/context.ts';
import type { InboxRouteList, InboxSettings } from '../contract/schemas.ts';
import type { Copies } from '../forms/copies/index.ts';
import { createReadMonth } from '../inboxes/allowance.ts';
import type { EmailAddress } from '../platform/text/email-address.ts';
import type { InboxSession } from '../inboxes/inbox-session.ts';
import type { NewFormHolds } from '../inboxes/refusals.ts';
import { createAuthorizeOwner } from '../forms/form-credentials.ts';
import type { Routes } from '../forms/index.ts';
import type { CurrentSettings } from '../forms/manage-settings.ts';
import type { Requester } from '../forms/forms-context.ts';
import { isUnapproved, type Route } from '../forms/route.ts';
import type { FormId } from '../contract/form-id.ts';
import type { InboxVerification } from '../inboxes/verification/inbox-verification.ts';
import { createApprove } from './approve-form.ts';
import { createHealForms } from './heal-forms.ts';
import { createRenewToken, type RenewToken } from './renew-token.ts';
import { createStop } from './stop-form.ts';

type Item = InboxRouteList['routes'][number];

type MonthCounts = Item['counts'];

/** What the owner of an inbox does with a session, at once and without another mail. */
export interface InboxForms {
  /** The forms of the inbox and its month, as pieces of JSON text. */
  list(session: InboxSession, requestId: string): Promise<AsyncGenerator<string>>;
  /** Checks the session for a form, before a body is read. Throws like AuthorizeForm. */
  check(id: string, authorization: string | undefined): Promise<void>;
  /** Stops an active form. Repeating it succeeds. Throws like AuthorizeForm. */
  stop(
    id: string,
    authorization: string | undefined,
    reason: { spam: boolean },
    requester: Requester,
  ): Promise<Route>;
  /**
   * Starts a form that waits or was stopped, and approves an active one; one that delivers nothing because of
   * a bounce or a complaint delivers again. Throws like AuthorizeForm.
   */
  restart(id: string, authorization: string | undefined, requester: Requester): Promise<Route>;
  renewToken: RenewToken;
  /** Asks an inbox again whether it wants copies. Throws like AuthorizeForm and Copies. */
  askCopy(
    id: string,
    authorization: string | undefined,
    address: EmailAddress,
    requestId: string,
  ): Promise<CurrentSettings>;
  /** Whether new forms of the inbox wait for its owner. */
  settings(session: InboxSession): Promise<InboxSettings>;
  change(session: InboxSession, wanted: { confirmNewForms: boolean }): Promise<InboxSettings>;
}

export interface InboxFormsParts extends Context {
  routes: Pick<Routes, 'authorize' | 'open' | 'find' | 'list' | 'settings'>;
  copies: Pick<Copies, 'askAgain'>;
  countsOfMonth: (formIds: readonly FormId[]) => Promise<ReadonlyMap<FormId, MonthCounts>>;
  verification: InboxVerification;
  holds: NewFormHolds;
}

const NO_COUNTS: MonthCounts = { delivered: 0, failed: 0, refused: 0 };

type List = Pick<InboxForms, 'list'>;

function createList(parts: InboxFormsParts): List {
  const {
    routes: { list },
    countsOfMonth,
    links,
  } = parts;
  const readMonth = createReadMonth(parts);

  async function describe(routes: readonly Route[]): Promise<Item[]> {
    const counts = await countsOfMonth(routes.map(({ formId }) => formId));
    return routes.map(({ formId, alias, status, createdAt, settings }) => ({
      form_id: formId,
      alias,
      status,
      endpoint: links.endpoint(formId),
      created_at: new Date(createdAt).toISOString(),
      paused: settings.paused ?? false,
      counts: counts.get(formId) ?? NO_COUNTS,
    }));
  }

  return {
    async list({ address, inbox }, requestId) {
      const { resetsAt, ...month } = await readMonth(inbox.quota);
      const head: Omit<InboxRouteList, 'routes'> = {
        success: true,
        email: address,
        month: { ...month, resets_at: resetsAt.toISOString() },
      };
      const owners = [inbox.owner];
      return list(head, { operation: 'listInboxRoutes', requestId, owners, describe });
    },
  };
}

type Settings = Pick<InboxForms, 'settings' | 'change'>;

function createSettings({ holds }: InboxFormsParts): Settings {
  const describe = (isSet: boolean) => ({ success: true, confirm_new_forms: isSet }) as const;
  return {
    settings: async ({ inbox }) => describe(await holds.isSet(inbox.owner)),
    async change({ inbox }, { confirmNewForms }) {
      await (confirmNewForms ? holds.set(inbox.owner, 'lasting') : holds.end(inbox.owner));
      return describe(confirmNewForms);
    },
  };
}

export function createInboxForms(parts: InboxFormsParts): InboxForms {
  const { routes, copies, verification, holds } = parts;
  const stopNow = createStop(parts);
  const approve = createApprove(parts, routes.find);
  const heal = createHealForms(parts, routes);
  const authorize = createAuthorizeOwner(routes.authorize);

  return {
    ...createList(parts),
    ...createSettings(parts),
    async check(id, authorization) {
      await authorize(id, authorization);
    },
    async stop(id, authorization, { spam }, { requestId }) {
      const found = routes.open(await authorize(id, authorization));
      if (found.status === 'active') {
        return (await stopNow(found, spam, requestId)) ?? routes.find(found.formId);
      }
      if (spam) await holds.set(found.inbox.owner, 'lasting');
      return found;
    },
    async restart(id, authorization, requester) {
      const { requestId } = requester;
      const found = await heal.one(routes.open(await authorize(id, authorization)), requestId);
      if (isUnapproved(found)) {
        return approve(found, found.unapprovedSince, requestId);
      }
      return found.status === 'active' ? found : verification.startForOwner(found, requester);
    },
    async askCopy(id, authorization, address, requestId) {
      const route = routes.open(await authorize(id, authorization));
      return routes.settings.viewOf(await copies.askAgain(route, address, requestId), 'owner');
    },
    renewToken: createRenewToken(parts, authorize),
  };
}
