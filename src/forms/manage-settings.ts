import type { FormsContext, Requester } from './forms-context.ts';
import type { FormSettings } from '../contract/form-settings.ts';
import { LIMITS } from '../contract/limits.ts';
import type { FormSettingsView, NextAction } from '../contract/schemas.ts';
import { ServiceError } from '../contract/service-error.ts';
import { keyedHash, type KeyedHash } from '../platform/secrets/keyed-hash.ts';
import type { Keyring } from '../platform/secrets/keyring.ts';
import { isSame } from './settings/setting-rules.ts';
import { showTargets } from './settings/targets.ts';
import { authorizeForm } from './form-credentials.ts';
import { masksFor, revealSettings, type Viewer } from './settings/hidden-values.ts';
import { describeHealth, nextActionOf } from './route-resource.ts';
import { settleTargets, targetsOff } from './target-states.ts';
import { describeCopies } from './settings/copies.ts';
import { rewriteRoute, TRIES, type OpenedRoutes } from './opened-routes.ts';
import {
  changeSettings,
  patchDocument,
  proposalOf,
  settledByOwner,
  type ChangedForm,
} from './settings-outcome.ts';
import { openRoute, sealDetails, type Proposal, type Route } from './route.ts';
import type { FormId } from '../contract/names.ts';

/** A route with a change of its settings that waits. */
export type ProposedRoute = Route & { proposal: Proposal };

/** The settings of a form, with their ETag. */
export interface CurrentSettings {
  view: FormSettingsView;
  etag: string;
}

/** The settings of a request, and the marks that it had in place of hidden values. */
interface SentSettings {
  settings: FormSettings;
  marks: ReadonlySet<string>;
}

const MESSAGE =
  'The owner of the inbox has to open the email about the change and accept it on the page it links ' +
  'to. What waits until then is in `proposed`.';

const NOT_ACTIVE =
  'This change needs the consent of the owner of the inbox, who is mailed about changes of active forms ' +
  'alone. Nothing was changed; try again once they have confirmed or started the form.';

/** True if an If-Match header allows a change (RFC 9110, 13.1.1); weak tags never match. */
const allows = (ifMatch: string | undefined, etag: string): boolean =>
  ifMatch === undefined ||
  ifMatch.trim() === '*' ||
  ifMatch.split(',').some((tag) => tag.trim() === etag);

/** Identifies a change in its link, which works for that change alone. */
export const digestOf = (keyring: Keyring, settings: FormSettings): KeyedHash =>
  keyedHash(keyring, 'owner-link', 'settings-content', JSON.stringify(settings));

/** Reads and replaces the settings of forms with a credential; owners accept proposals. */
export class SettingsManager {
  readonly #context: FormsContext;
  readonly #opened: OpenedRoutes;

  constructor(context: FormsContext, opened: OpenedRoutes) {
    this.#context = context;
    this.#opened = opened;
  }

  /** Throws like `authorizeForm`. */
  async read(formId: string, authorization: string | undefined): Promise<CurrentSettings> {
    const { row, by } = await authorizeForm(this.#context, this.#opened, formId, authorization);
    return this.viewOf(openRoute(this.#context.keyring, row), by);
  }

  /** The form, for the holder of a credential. Throws like `authorizeForm`. */
  async find(formId: string, authorization: string | undefined): Promise<Route> {
    const { row } = await authorizeForm(this.#context, this.#opened, formId, authorization);
    return openRoute(this.#context.keyring, row);
  }

  /** The settings after a merge patch. A patch with the token starts from the proposal. */
  patched(route: Route, by: Viewer, patch: unknown): unknown {
    const { settings, proposed } = this.viewOf(route, by).view;
    return patchDocument((by === 'token' && proposed) || settings, patch);
  }

  /** The settings of a request with the values that its marks stand for. */
  reveal(route: Route, given: unknown): ReturnType<typeof revealSettings> {
    return revealSettings(this.#context.keyring, route, given);
  }

  /**
   * Replaces the settings by those that `sentFor` gives for the form as it is. A wider change with
   * the token is mailed to the owner first, and waits as a proposal. Throws like `authorizeForm`,
   * `settings_changed` if `ifMatch` names other settings, and like `#mailProposal`.
   */
  async replace(
    { formId, authorization }: { formId: string; authorization: string | undefined },
    ifMatch: string | undefined,
    sentFor: (route: Route, by: Viewer) => SentSettings | Promise<SentSettings>,
    requester: Requester,
  ): Promise<CurrentSettings> {
    const { store, keyring, now } = this.#context;
    let mailed: Proposal | undefined;
    for (let left = TRIES; left > 0; left -= 1) {
      const { row, by } = await authorizeForm(this.#context, this.#opened, formId, authorization);
      const route = openRoute(keyring, row);
      const before = this.viewOf(route, by);
      if (!allows(ifMatch, before.etag)) break;
      const sent = { ...(await sentFor(route, by)), by };
      const change = changeSettings(keyring, route, sent, { mailed, at: now() });
      if (!change) return before;
      if (change.toMail) await this.#mailProposal(change.route, change.toMail, requester);
      mailed = change.toMail ?? mailed;
      const sealed = sealDetails(keyring, change.route);
      const isWritten = await store.routes.reseal(row.formId, row.sealed, sealed);
      if (isWritten) return this.#afterChange(change, by, requester);
    }
    throw new ServiceError('settings_changed');
  }

  /**
   * Throws `inbox_not_verified` if the form is not active, else `rate_limited` or
   * `delivery_failed`; then nothing has changed.
   */
  async #mailProposal(route: Route, proposal: Proposal, requester: Requester): Promise<void> {
    const { notices, links } = this.#context;
    // Strangers have agreed to nothing, and an owner who stopped the form wants no mails about it.
    if (route.status !== 'active') {
      const next_action = nextActionOf(route, links);
      throw new ServiceError('inbox_not_verified', { next_action }, { message: NOT_ACTIVE });
    }
    await notices.proposal({ ...route, proposal }, requester);
  }

  /** The settings once they are stored; an owner's new copies are asked. */
  async #afterChange(
    { route, made }: ChangedForm,
    by: Viewer,
    { requestId }: Requester,
  ): Promise<CurrentSettings> {
    const { copies, log } = this.#context;
    log.settingsChanged({ requestId, formId: route.formId, by });
    return this.viewOf(by === 'owner' ? await copies.askNew(route, requestId) : route, by, made);
  }

  /** Accepts a proposal for the owner and asks its copies; undefined if it no longer waits. */
  async accept(formId: FormId, agreed: Proposal, requestId: string): Promise<Route | undefined> {
    const accepted = await this.decide(formId, requestId, (route) => {
      if (!isSame(proposalOf(route, this.#context.now()), agreed)) return undefined;
      return settleTargets(settledByOwner(route, agreed.settings), this.#context.now());
    });
    return accepted && this.#context.copies.askNew(accepted, requestId);
  }

  /** Writes what the owner decides about the route as it is; undefined if nothing changes. */
  async decide(
    formId: FormId,
    requestId: string,
    decide: (route: Route) => Route | undefined,
  ): Promise<Route | undefined> {
    const changed = await rewriteRoute(this.#context, formId, decide);
    if (changed) this.#context.log.settingsChanged({ requestId, formId, by: 'owner' });
    return changed;
  }

  /** `made`: new signing secrets of targets, which are shown only now. */
  viewOf(
    route: Route,
    viewer: Viewer,
    made: ReadonlyMap<string, string> = new Map(),
  ): CurrentSettings {
    const { keyring, links, now } = this.#context;
    const { formId, settings } = route;
    const proposed = proposalOf(route, now())?.settings;
    const masks = masksFor(keyring, route, viewer);
    const shown = (document: FormSettings) =>
      masks.settings(showTargets(document, route.targets, made));
    const off = targetsOff(route);
    // Keyed, because it stands for values that not every reader sees.
    const content = JSON.stringify([settings, proposed ?? 0]);
    const etag = `"${keyedHash(keyring, 'owner-link', 'settings-etag', formId, content)}"`;
    const poll = { url: links.settings(formId), interval_seconds: LIMITS.pollIntervalSeconds };
    const next_action: NextAction = proposed
      ? { type: 'human_verification', message: MESSAGE, poll }
      : { type: 'none' };
    const health = describeHealth(route, now());
    const copies = describeCopies(route).map(({ address, status }) => ({
      address: masks.value(address),
      status,
    }));
    const view = {
      success: true,
      form_id: formId,
      settings: shown(settings),
      ...(off.length > 0 && { targets_off: off }),
      ...(health && { health }),
      ...(copies.length > 0 && { copies }),
      next_action,
      ...(proposed && { proposed: shown(proposed) }),
    } as const;
    return { view, etag };
  }
}
