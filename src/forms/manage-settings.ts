import type { Context } from '../platform/context.ts';
import type { Asker, FormsRooms, Requester } from './forms-context.ts';
import type { FormSettings } from '../contract/form-settings.ts';
import { LIMITS } from '../contract/limits.ts';
import type { FormSettingsView, NextAction } from '../contract/schemas.ts';
import { ServiceError } from '../contract/service-error.ts';
import { keyedHash, type KeyedHash } from '../platform/secrets/keyed-hash.ts';
import type { Keyring } from '../platform/secrets/keyring.ts';
import { isObject } from '../platform/text/json.ts';
import { operatorLimits } from './settings/operator-limits.ts';
import { parseSettings } from './settings/parse-settings.ts';
import { isSame } from './settings/setting-rules.ts';
import { showTargets } from './settings/targets.ts';
import type { AuthorizedForm } from './form-credentials.ts';
import { masksFor, revealSettings, type Viewer } from './settings/hidden-values.ts';
import { describeHealth, nextActionOf } from './route-resource.ts';
import { settleTargets, targetsOff } from './target-states.ts';
import { describeCopies } from './settings/copies.ts';
import { rewriteRoute, TRIES } from './opened-routes.ts';
import {
  changeSettings,
  patchDocument,
  proposalOf,
  settledByOwner,
  type ChangedForm,
} from './settings-outcome.ts';
import { openRoute, sealDetails, stateOf, type Proposal, type Route } from './route.ts';
import type { FormId } from '../contract/names.ts';

/** A route with a change of its settings that waits. */
export type ProposedRoute = Route & { proposal: Proposal };

/** The settings of a form, with their ETag. */
export interface CurrentSettings {
  view: FormSettingsView;
  etag: string;
}

/** A document or a patch of settings, and the text it comes from. */
interface Sent {
  body: unknown;
  text: string;
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
  readonly #context: Context;
  readonly #rooms: Pick<FormsRooms, 'encryption' | 'notices' | 'copies'>;

  constructor(context: Context, rooms: Pick<FormsRooms, 'encryption' | 'notices' | 'copies'>) {
    this.#context = context;
    this.#rooms = rooms;
  }

  read({ row, by }: AuthorizedForm): CurrentSettings {
    return this.viewOf(openRoute(this.#context.keyring, row), by);
  }

  /** Replaces the settings by a document. Throws `settings_invalid`, and like `#replace`. */
  async put(form: AuthorizedForm, { body, text }: Sent, asker: Asker, ifMatch?: string) {
    const route = openRoute(this.#context.keyring, form.row);
    const sent = await this.#read(route, body, text, asker);
    return this.#replace(form, () => sent, asker, ifMatch);
  }

  /** The same by a merge patch. A patch with the token starts from the proposal. */
  patch(form: AuthorizedForm, { body: patch, text }: Sent, asker: Asker, ifMatch?: string) {
    const isNewKey = isObject(patch) && Object.hasOwn(patch, 'encryption');
    const sentFor = (route: Route, by: Viewer) => {
      const { settings, proposed } = this.viewOf(route, by).view;
      const document = patchDocument((by === 'token' && proposed) || settings, patch);
      return this.#read(route, document, text, asker, isNewKey);
    };
    return this.#replace(form, sentFor, asker, ifMatch);
  }

  /** The settings of a document for a form; its key for encryption is checked if it is new. */
  async #read(
    form: Route,
    document: unknown,
    text: string,
    { caller }: Asker,
    isNewKey = true,
  ): Promise<SentSettings> {
    const { value, marks } = revealSettings(this.#context.keyring, form, document);
    const keyFault = isNewKey ? await this.#rooms.encryption.faultIn(value, caller) : undefined;
    const limits = operatorLimits(this.#context);
    return { settings: parseSettings(value, { path: '', text, keyFault, limits, form }), marks };
  }

  /**
   * Replaces the settings by those that `sentFor` gives for the form as it is. A wider change with
   * the token is mailed to the owner first, and waits as a proposal. Throws `settings_changed` if
   * `ifMatch` names other settings, like `#mailProposal`, and like `FormCredentials` where another
   * change came first.
   */
  async #replace(
    form: AuthorizedForm,
    sentFor: (route: Route, by: Viewer) => SentSettings | Promise<SentSettings>,
    requester: Requester,
    ifMatch: string | undefined,
  ): Promise<CurrentSettings> {
    const { store, keyring, now } = this.#context;
    let mailed: Proposal | undefined;
    for (let left = TRIES; left > 0; left -= 1) {
      const { row, by } = left === TRIES ? form : await form.again();
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
    // Strangers have agreed to nothing, and an owner who stopped the form wants no mails about it.
    if (route.status !== 'active') {
      const next_action = nextActionOf(route, this.#context.links);
      throw new ServiceError('inbox_not_verified', { next_action }, { message: NOT_ACTIVE });
    }
    await this.#rooms.notices.proposal({ ...route, proposal }, requester);
  }

  /** The settings once they are stored; an owner's new copies are asked. */
  async #afterChange(
    { route, made }: ChangedForm,
    by: Viewer,
    { requestId }: Requester,
  ): Promise<CurrentSettings> {
    const { copies } = this.#rooms;
    this.#context.log.settingsChanged({ requestId, formId: route.formId, by });
    return this.viewOf(by === 'owner' ? await copies.askNew(route, requestId) : route, by, made);
  }

  /** Accepts a proposal for the owner and asks its copies; undefined if it no longer waits. */
  async accept(formId: FormId, agreed: Proposal, requestId: string): Promise<Route | undefined> {
    const accepted = await this.decide(formId, requestId, (route) => {
      if (!isSame(proposalOf(route, this.#context.now()), agreed)) return undefined;
      return settleTargets(settledByOwner(route, agreed.settings), this.#context.now());
    });
    return accepted && this.#rooms.copies.askNew(accepted, requestId);
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
      state: stateOf(route),
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
