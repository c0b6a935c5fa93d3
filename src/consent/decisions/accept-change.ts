import type { Words } from '../../catalogs/catalog.ts';
import { describeChange } from '../../catalogs/describe-change.ts';
import type { FormSettings } from '../../contract/form-settings.ts';
import { ServiceError } from '../../contract/service-error.ts';
import { digestOf } from '../../forms/manage-settings.ts';
import { proposalOf } from '../../forms/settings-outcome.ts';
import type { Requester } from '../../forms/forms-context.ts';
import type { Route } from '../../forms/route.ts';
import { changesBetween, type SettingChange } from '../../forms/settings/setting-changes.ts';
import { secretsEqual } from '../../platform/secrets/keyed-hash.ts';
import { quotable } from '../../platform/text/strangers-words.ts';
import { nameOf, type DecisionRow, type Opened, type OwnersContext } from './decision.ts';
import { askPage, donePage, haltPage } from './form-pages.ts';

/** A change of settings behind its link; `outdated` if it no longer waits. */
interface Change<Form = Pick<Route, 'alias'>> {
  state: 'open' | 'accepted' | 'outdated';
  route: Form;
  changes: readonly SettingChange[];
}

/** It shows every difference. */
export function changePage(words: Words, { state, route, changes }: Change) {
  const { change, changed } = words.owners;
  if (state === 'accepted') return donePage(words, changed);
  if (state === 'outdated') return haltPage(words, words.variants.outdated_change);
  const differences = changes.map((each) => {
    const { name, lines } = describeChange(words, each);
    return [name, { lines: lines.map(quotable) }] as const;
  });
  return askPage(change, { facts: [nameOf(words, route), ...differences], soft: change.ignore });
}

function find({ keyring, now }: OwnersContext, { route, facts }: Opened<'settings'>) {
  const proposal = proposalOf(route, now());
  const isThis = (other: FormSettings) => secretsEqual(facts.content, digestOf(keyring, other));
  return {
    waiting: proposal?.at === facts.at && isThis(proposal.settings) ? proposal : undefined,
    isAccepted: proposal === undefined && isThis(route.settings),
  };
}

const accepted = (route: Route): Change<Route> => ({ state: 'accepted', route, changes: [] });

function lookAtChange(owners: OwnersContext, opened: Opened<'settings'>): Change<Route> {
  const { route } = opened;
  const { waiting, isAccepted } = find(owners, opened);
  if (isAccepted) return accepted(route);
  if (!waiting) return { state: 'outdated', route, changes: [] };
  return { state: 'open', route, changes: changesBetween(route.settings, waiting.settings) };
}

async function acceptChange(
  owners: OwnersContext,
  opened: Opened<'settings'>,
  { requestId }: Requester,
): Promise<Change<Route>> {
  const { waiting, isAccepted } = find(owners, opened);
  if (isAccepted) return accepted(opened.route);
  const { settings } = owners.routes;
  const route = waiting && (await settings.accept(opened.facts.form, waiting, requestId));
  if (route) return accepted(route);
  throw new ServiceError('verification_mismatch', undefined, { variant: 'outdated_change' });
}

const viewOf = ({ route }: Change<Route>, { routes }: OwnersContext) =>
  routes.settings.viewOf(route, 'token');

/** The owner accepts a change of settings that waits; repeating it succeeds. */
export const ACCEPT_CHANGE: DecisionRow<'settings', Change<Route>> = {
  name: 'settings',
  look: lookAtChange,
  effects: { press: acceptChange },
  answer: (change, owners) => viewOf(change, owners).view,
  headers: (change, owners) => ({ etag: viewOf(change, owners).etag }),
  page: changePage,
};
