import { SYMBOLS, type FormId } from '../contract/names.ts';
import type { AccessKey } from './access-key.ts';
import type { RouteRow } from '../platform/stores/route-table.ts';
import type { ChallengePolicy, FormSettings } from '../contract/form-settings.ts';
import { NO_SETTINGS } from './settings/setting-rules.ts';
import { configsOf, type OutsideConfigs, type Targets } from './targets/channels.ts';
import { modeOf, targetsOf } from './targets/delivery-mode.ts';
import type { TargetState } from './targets/places.ts';
import type { EmailAddress } from '../platform/text/email-address.ts';
import type { InboxIdentity } from '../inboxes/inbox-identity.ts';
import type { KeyedHash } from '../platform/secrets/keyed-hash.ts';
import type { Keyring } from '../platform/secrets/keyring.ts';
import {
  randomText,
  seal,
  unseal,
  UnsealError,
  type Sealed,
} from '../platform/secrets/sealed-box.ts';
import { type CopyStanding, keptStandings } from './settings/copies.ts';
import {
  LANGUAGE_IDS,
  type FormState,
  type LanguageId,
  type RouteStatus,
  type Suspicion,
} from '../contract/enums.ts';

const FORM_ID_LENGTH = 16;

export const newFormId = (): FormId => `cfm_${randomText(SYMBOLS, FORM_ID_LENGTH)}` as FormId;

/** The members of a route that its row keeps sealed. */
interface Details {
  alias: string;
  address: EmailAddress;
  settings: FormSettings;
  /** A change of the settings that waits for the owner of the inbox. */
  proposal?: Proposal | undefined;
  /** Reasons that mark no submission, because the owner said "This was not spam". */
  relaxed?: readonly Suspicion[] | undefined;
  /** The challenge that the owner asked for with "This was spam". Only the owner goes below it. */
  guard?: ChallengePolicy | undefined;
  /** When a link in a mail limited it to one website, which ended earlier links; milliseconds. */
  limitedAt?: number | undefined;
  /** The last report that the inbox gets no mail, or that the owner called a mail spam. */
  bounced?: Bounced | undefined;
  /** The standing of each inbox in the setting `copies`; missing: not asked. */
  copies?: readonly CopyStanding[] | undefined;
  /** Secrets of targets, and the targets that are switched off. */
  targetStates?: readonly TargetState[] | undefined;
  /** Codes of values in settings and proposal that the holder of the token does not see. */
  hidden?: readonly string[] | undefined;
  /** Keys with which servers may submit, oldest first. */
  accessKeys?: readonly AccessKey[] | undefined;
  /** The latest offer of the form to another inbox, until it is withdrawn, refused or accepted. */
  offer?: HandOverOffer | undefined;
  /** The owner wants no notice when the form falls silent. */
  quiet?: boolean | undefined;
  /** Of the page or the request that made the form. */
  language: LanguageId;
}

/** A customer's form route, decrypted. */
export interface Route extends Details {
  formId: FormId;
  status: RouteStatus;
  targets: Targets;
  inbox: InboxIdentity;
  /** Milliseconds since the epoch. */
  createdAt: number;
  /** When the verification mail was accepted by the mail server; milliseconds. */
  verificationSentAt: number | undefined;
  /** When the owner stopped the route, which withdraws the confirmation; milliseconds. */
  stoppedAt?: number | undefined;
  /** Since when it is active without the owner's approval; milliseconds. */
  unapprovedSince?: number | undefined;
  /** Part of what the management token is derived from. */
  tokenNonce: string;
  /** A retry with the same key and request is a replay. */
  idempotency: { key: KeyedHash; request: KeyedHash } | undefined;
}

/** A report about mail to the inbox of a form; times in milliseconds since the epoch. */
export interface Bounced {
  kind: 'bounce' | 'complaint';
  at: number;
  /** When the owner showed that the inbox gets mail; undefined while the form delivers nothing. */
  healedAt?: number;
}

/** An offer of a form to another inbox. */
export interface HandOverOffer {
  /** In the links of this offer alone. */
  nonce: string;
  to: EmailAddress;
  /** The credential that made it: a session of the inbox, or the management token. */
  by: 'owner' | 'token';
  /** It waits for the inbox that gives the form away, or for the one that gets it. */
  side: 'owner' | 'next';
  /** When this side was mailed; milliseconds since the epoch. */
  at: number;
  /** A keyed hash of all that the form did then. */
  content: KeyedHash;
}

/** Settings that wait for the owner of the inbox. */
export interface Proposal {
  settings: FormSettings;
  /** When it was made; milliseconds since the epoch. */
  at: number;
}

/** The form delivers nothing until its owner has shown that the inbox gets mail. */
export const isBounced = ({ bounced }: Pick<Route, 'bounced'>): boolean =>
  bounced !== undefined && bounced.healedAt === undefined;

/** `active` if it delivers, else the reason why not. */
export function stateOf({ status, stoppedAt, bounced, settings }: Route): FormState {
  if (status !== 'active') return stoppedAt === undefined ? 'unconfirmed' : 'stopped';
  if (bounced && isBounced({ bounced })) return bounced.kind === 'bounce' ? 'bounced' : 'complaint';
  return settings.paused ? 'paused' : 'active';
}

/** The route once its inbox gets mail again, shown at `now`; undefined if nothing was reported. */
export function healed<R extends Pick<Route, 'bounced'>>(route: R, now: number): R | undefined {
  const { bounced } = route;
  if (!bounced || !isBounced(route)) return undefined;
  return { ...route, bounced: { ...bounced, healedAt: now } };
}

/** True if only certain websites may submit. */
export const hasOrigins = ({ settings: { origins = [] } }: Pick<Route, 'settings'>): boolean =>
  origins.length > 0;

/** When its submissions need the solution of a challenge. */
export const challengeOf = ({ settings }: Pick<Route, 'settings'>): ChallengePolicy =>
  settings.challenge ?? 'off';

/** A route that is active without its owner's approval. */
export type UnapprovedRoute = Route & { unapprovedSince: number };

export const isUnapproved = (route: Route): route is UnapprovedRoute =>
  route.status === 'active' && route.unapprovedSince !== undefined;

const PURPOSE = 'route';

/** The members of a route that are columns of its row, and its targets. */
const COLUMNS: Record<Exclude<keyof Route, keyof Details>, true> = {
  formId: true,
  status: true,
  targets: true,
  inbox: true,
  createdAt: true,
  verificationSentAt: true,
  stoppedAt: true,
  unapprovedSince: true,
  tokenNonce: true,
  idempotency: true,
};

/** A sealed route; a member with its default is left out. */
type SealedPart = Pick<Details, 'alias' | 'address'> &
  Partial<Details> & { delivery?: OutsideConfigs };

/** True for a value that is not the default of its member. */
const saysMore = (value: unknown): boolean =>
  typeof value === 'object' && value !== null
    ? Object.keys(value).length > 0
    : value !== undefined && value !== false;

/** The sealed part of a route. */
export function sealDetails(keyring: Keyring, route: Route): Sealed {
  const part = {
    ...route,
    copies: keptStandings(route),
    language: route.language === LANGUAGE_IDS[0] ? undefined : route.language,
    delivery: configsOf(route.targets),
  };
  const kept = Object.entries(part).filter(
    ([name, value]) => !Object.hasOwn(COLUMNS, name) && saysMore(value),
  );
  return seal(keyring, PURPOSE, route.formId, JSON.stringify(Object.fromEntries(kept)));
}

export function sealRoute(keyring: Keyring, route: Route): RouteRow {
  const { formId, status, targets, inbox, createdAt, tokenNonce } = route;
  return {
    formId,
    sealed: sealDetails(keyring, route),
    status,
    mode: modeOf(targets),
    owner: inbox.owner,
    quota: inbox.quota,
    createdAt,
    verificationSentAt: route.verificationSentAt ?? null,
    tokenNonce,
    idempotencyKey: route.idempotency?.key ?? null,
    requestHash: route.idempotency?.request ?? null,
    suspendedAt: null,
    stoppedAt: null,
    unapprovedSince: route.unapprovedSince ?? null,
  };
}

/** Throws UnsealError when the row was altered or belongs to another form. */
export function openRoute(keyring: Keyring, row: RouteRow): Route {
  const text = unseal(keyring, PURPOSE, row.formId, row.sealed);
  const { delivery = {}, ...details } = JSON.parse(text) as SealedPart;
  const { idempotencyKey: key, requestHash: request } = row;
  return {
    settings: NO_SETTINGS,
    language: LANGUAGE_IDS[0],
    ...details,
    formId: row.formId,
    status: row.status,
    targets: targetsOf(row.mode, delivery),
    inbox: { owner: row.owner, quota: row.quota },
    createdAt: row.createdAt,
    verificationSentAt: row.verificationSentAt ?? undefined,
    stoppedAt: row.stoppedAt ?? undefined,
    unapprovedSince: row.unapprovedSince ?? undefined,
    tokenNonce: row.tokenNonce,
    idempotency: key && request ? { key, request } : undefined,
  };
}

/** The result of `open`; undefined for a damaged row, whose error `report` gets. */
export function unlessDamaged<T>(open: () => T, report?: (error: unknown) => void): T | undefined {
  try {
    return open();
  } catch (error) {
    if (!(error instanceof UnsealError)) throw error;
    report?.(error);
    return undefined;
  }
}

/** The sealed part of a row, re-encrypted with the current sealing key; throws UnsealError. */
export function resealRoute(
  keyring: Keyring,
  { formId, sealed }: Pick<RouteRow, 'formId' | 'sealed'>,
): Sealed {
  return seal(keyring, PURPOSE, formId, unseal(keyring, PURPOSE, formId, sealed));
}
