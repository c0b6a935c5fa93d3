import type { FormSettings } from '../../../contract/form-settings.ts';
import type {
  EncryptionKey,
  FormCounts,
  FormSettingsView,
  HandOverResult,
  HandOverState,
  InboxRouteList,
  InboxSettings,
  ManagementToken,
  RouteDeleted,
  RouteResource,
  Session,
  TestReport,
} from '../../../contract/schemas.ts';
import { call, routePath, withJson, type Outcome } from '../api.ts';
import type { Request } from './session.ts';

export type InboxRoute = InboxRouteList['routes'][number];

export const askForLink = (email: string): Promise<Outcome<unknown>> =>
  call('v1/inbox/sessions', withJson('POST', { email }));

export const exchange = (token: string): Promise<Outcome<Session>> =>
  call('v1/inbox/sessions/exchange', withJson('POST', { token }));

/** The inbox that the token of a mailed link names; the service refuses one that names another. */
export function inboxOf(token: string): string | undefined {
  try {
    const [named = ''] = token.split('.');
    const address = atob(named.replaceAll('-', '+').replaceAll('_', '/'));
    return address.includes('@') ? address : undefined;
  } catch {
    return undefined;
  }
}

/** The operations that need the session, by what they do. */
export const inbox = {
  end: (request: Request, everywhere: boolean) =>
    request<unknown>('v1/inbox/sessions/end', withJson('POST', { everywhere })),
  list: (request: Request) => request<InboxRouteList>('v1/inbox/routes'),
  settings: (request: Request) => request<InboxSettings>('v1/inbox/settings'),
  /** The OpenPGP key that the mail provider of the inbox publishes for it. */
  findKey: (request: Request) => request<EncryptionKey>('v1/inbox/encryption-key'),
  checkKey: (request: Request, key: NonNullable<FormSettings['encryption']>) =>
    request<EncryptionKey>('v1/inbox/encryption-key', withJson('POST', key)),
  confirmNewForms: (request: Request, isOn: boolean) =>
    request<InboxSettings>('v1/inbox/settings', withJson('PUT', { confirm_new_forms: isOn })),
};

/** The operations on one form. */
export const form = {
  counts: (request: Request, id: string) => request<FormCounts>(`${routePath(id)}/counts`),
  settings: (request: Request, id: string) =>
    request<FormSettingsView>(`${routePath(id)}/settings`),
  /** Replaces the settings, unless others have changed them since `etag`. */
  save: (request: Request, id: string, settings: FormSettings, etag: string | null) =>
    request<FormSettingsView>(
      `${routePath(id)}/settings`,
      withJson('PUT', settings, etag === null ? {} : { 'if-match': etag }),
    ),
  /** Asks an inbox again whether it wants copies. */
  askCopy: (request: Request, id: string, email: string) =>
    request<FormSettingsView>(`${routePath(id)}/copies`, withJson('POST', { email })),
  /** Sends a test to every place that the form delivers to. */
  test: (request: Request, id: string) =>
    request<TestReport>(`${routePath(id)}/test`, { method: 'POST' }),
  stop: (request: Request, id: string, reason?: 'spam') =>
    request<RouteResource>(`${routePath(id)}/stop`, withJson('POST', reason ? { reason } : {})),
  restart: (request: Request, id: string) =>
    request<RouteResource>(`${routePath(id)}/restart`, { method: 'POST' }),
  newToken: (request: Request, id: string) =>
    request<ManagementToken>(`${routePath(id)}/management-token`, { method: 'POST' }),
  /** Offers the form to another inbox. */
  handOver: (request: Request, id: string, email: string) =>
    request<HandOverResult>(`${routePath(id)}/hand-over`, withJson('POST', { email })),
  /** The offer that waits. */
  offerOf: (request: Request, id: string) => request<HandOverState>(`${routePath(id)}/hand-over`),
  withdrawOffer: (request: Request, id: string) =>
    request<HandOverState>(`${routePath(id)}/hand-over`, { method: 'DELETE' }),
  remove: (request: Request, id: string) =>
    request<RouteDeleted>(routePath(id), { method: 'DELETE' }),
};
