import type { FormSettingsView, NextAction, RouteResource } from '../contract/schemas.ts';
import type { Keyring } from '../platform/secrets/keyring.ts';
import { webhookOf } from './targets/channels.ts';
import { placesOf } from './targets/places.ts';
import { masksFor } from './settings/hidden-values.ts';
import type { Links } from '../platform/links.ts';
import { isRenewed, managementTokenOf } from './form-credentials.ts';
import { isUnapproved, type Route } from './route.ts';
import { LIMITS } from '../contract/limits.ts';

/** Only the creator of a route sees this, at creation and replay. */
export interface CreatorView {
  /** Undefined once the owner has replaced the token, or the form has moved to another inbox. */
  secrets: { managementToken: string; webhook: string | undefined } | undefined;
  replayed: boolean;
  /** Added to the message. */
  remark?: string | undefined;
}

/** The secrets of a form for its creator. A renewed token belongs to the owner. */
export function secretsOfCreation(keyring: Keyring, route: Route): CreatorView['secrets'] {
  if (isRenewed(route)) return undefined;
  const { value: shown } = masksFor(keyring, route, 'token');
  // A webhook that the owner has added was not part of the creation.
  const places = placesOf(route).filter(
    ({ channel, config }) => channel !== 'webhook' || shown(config.url) === config.url,
  );
  return {
    managementToken: managementTokenOf(keyring, route),
    webhook: webhookOf(places)?.secret,
  };
}

const MESSAGES = {
  active: 'The form is active: submissions are delivered.',
  pending_verification:
    'The form waits for its inbox to confirm the verification email. The endpoint is permanent.',
} as const;

const UNAPPROVED =
  'The form is active: submissions are delivered. The owner of the inbox has been mailed a link to ' +
  'approve it; until they do, it may deliver only a small part of the month.';

const PAUSED =
  'The form is active, but paused: submissions are refused until its setting `paused` is taken back.';

const STOPPED =
  'The owner of the inbox stopped the form, or another one shortly before it was made. Only they can ' +
  'start it, by a link in a mail to the inbox.';

export function nextActionOf({ status, formId }: Route, links: Links): NextAction {
  if (status === 'active') return { type: 'none' };
  return {
    type: 'human_verification',
    message:
      'The owner of the inbox has to open the verification email and confirm on the page it ' +
      'links to. Nothing is delivered before that.',
    poll: { url: links.status(formId), interval_seconds: LIMITS.pollIntervalSeconds },
  };
}

function stateOf(route: Route, links: Links): string {
  const { status, settings, stoppedAt } = route;
  if (stoppedAt !== undefined) return STOPPED;
  if (status === 'active' && settings.paused) return PAUSED;
  if (isUnapproved(route)) return UNAPPROVED;
  const mailbox = status === 'active' ? undefined : links.mailbox();
  const message = MESSAGES[status];
  return mailbox === undefined ? message : `${message} This service sends no mail: see ${mailbox}.`;
}

/**
 * The only builder of the contract's Route: for create, replay, poll and confirm. `expiresAt`: when
 * the mailed link expires, in milliseconds; undefined without a link.
 */
export function toRouteResource(
  route: Route,
  links: Links,
  expiresAt: number | undefined,
  creator?: CreatorView,
): RouteResource {
  const { status, formId, alias, createdAt } = route;
  const { managementToken, webhook } = creator?.secrets ?? {};
  const state = stateOf(route, links);
  return {
    success: true,
    status,
    form_id: formId,
    alias,
    endpoint: links.endpoint(formId),
    status_url: links.status(formId),
    created_at: new Date(createdAt).toISOString(),
    ...(expiresAt !== undefined && { verification_expires_at: new Date(expiresAt).toISOString() }),
    ...(managementToken !== undefined && { management_token: managementToken }),
    ...(webhook !== undefined && { webhook: { secret: webhook } }),
    ...(creator?.replayed && { replayed: true }),
    message: creator?.remark === undefined ? state : `${state} ${creator.remark}`,
    next_action: nextActionOf(route, links),
  };
}

/** Reports about mail to the inbox, for the owner; undefined if mail has arrived for a while. */
export function describeHealth({ bounced }: Route, now: number): FormSettingsView['health'] {
  if (!bounced) return undefined;
  const { kind, at, healedAt } = bounced;
  const since = new Date(at).toISOString();
  if (healedAt === undefined) {
    return { status: kind === 'complaint' ? 'complaint' : 'bounced', since };
  }
  if (now > healedAt + LIMITS.healedDays * 86_400_000) return undefined;
  return { status: 'healed', since, until: new Date(healedAt).toISOString() };
}
