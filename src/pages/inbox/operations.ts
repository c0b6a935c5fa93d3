import type { FormSettings } from '../../contract/form-settings.ts';
import type {
  AccessKeyList,
  AccessKeyMade,
  EncryptionKey,
  FormCounts,
  FormSettingsView,
  HandOverOutcome,
  HandOverState,
  InboxRouteList,
  InboxSettings,
  ManagementToken,
  RouteDeleted,
  RouteResource,
  TestReport,
} from '../../contract/schemas.ts';
import { routePath, withJson } from '../api.ts';
import { askSigned, callSigned } from './session.ts';

export type InboxRoute = InboxRouteList['routes'][number];

const POST = { method: 'POST' } as const;
const DELETE = { method: 'DELETE' } as const;

/** The operations on the inbox of the session. */
export const inbox = {
  end: (everywhere: boolean) =>
    callSigned<unknown>('v1/inbox/sessions/end', withJson('POST', { everywhere })),
  list: () => callSigned<InboxRouteList>('v1/inbox/routes'),
  settings: () => callSigned<InboxSettings>('v1/inbox/settings'),
  /** The OpenPGP key that the mail provider of the inbox publishes for it. */
  findKey: () => callSigned<EncryptionKey>('v1/inbox/encryption-key'),
  /** Describes an OpenPGP key; refuses one that mails cannot be encrypted to. */
  checkKey: (key: string) =>
    callSigned<EncryptionKey>(
      'v1/inbox/encryption-key',
      withJson('POST', { type: 'openpgp', key }),
    ),
  confirmNewForms: (isOn: boolean) =>
    callSigned<InboxSettings>('v1/inbox/settings', withJson('PUT', { confirm_new_forms: isOn })),
};

/** The operations on one of its forms. */
export const form = {
  counts: (id: string) => callSigned<FormCounts>(`${routePath(id)}/counts`),
  settings: (id: string) => askSigned<FormSettingsView>(`${routePath(id)}/settings`),
  /** Replaces the settings, unless others have changed them since `etag`. */
  save: (id: string, settings: FormSettings, etag: string | null) =>
    askSigned<FormSettingsView>(
      `${routePath(id)}/settings`,
      withJson('PUT', settings, etag === null ? {} : { 'if-match': etag }),
    ),
  /** Asks an inbox again whether it wants copies. */
  askCopy: (id: string, email: string) =>
    callSigned<FormSettingsView>(`${routePath(id)}/copies`, withJson('POST', { email })),
  /** Sends a test to every place that the form delivers to. */
  test: (id: string) => callSigned<TestReport>(`${routePath(id)}/test`, POST),
  stop: (id: string, reason?: 'spam') =>
    callSigned<RouteResource>(`${routePath(id)}/stop`, withJson('POST', reason ? { reason } : {})),
  restart: (id: string) => callSigned<RouteResource>(`${routePath(id)}/restart`, POST),
  keys: (id: string) => callSigned<AccessKeyList>(`${routePath(id)}/keys`),
  makeKey: (id: string, name: string) =>
    callSigned<AccessKeyMade>(`${routePath(id)}/keys`, withJson('POST', { name })),
  endKey: (id: string, keyId: string) =>
    callSigned<unknown>(`${routePath(id)}/keys/${keyId}`, DELETE),
  newToken: (id: string) => callSigned<ManagementToken>(`${routePath(id)}/management-token`, POST),
  /** Offers the form to another inbox. */
  handOver: (id: string, email: string) =>
    callSigned<HandOverOutcome>(`${routePath(id)}/hand-over`, withJson('POST', { email })),
  /** The offer that waits. */
  offerOf: (id: string) => callSigned<HandOverState>(`${routePath(id)}/hand-over`),
  withdrawOffer: (id: string) => callSigned<HandOverState>(`${routePath(id)}/hand-over`, DELETE),
  remove: (id: string) => callSigned<RouteDeleted>(routePath(id), DELETE),
};
