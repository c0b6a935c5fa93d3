import type { Words } from '../../catalogs/catalog.ts';
import { describeChange } from '../../catalogs/describe-change.ts';
import type { FormSettings } from '../../contract/form-settings.ts';
import { ServiceError } from '../../contract/service-error.ts';
import { digestOf } from '../../forms/manage-settings.ts';
import { proposalOf } from '../../forms/settings-outcome.ts';
import type { Route } from '../../forms/route.ts';
import { changesBetween, type SettingChange } from '../../forms/settings/setting-changes.ts';
import { secretsEqual } from '../../platform/secrets/keyed-hash.ts';
import { quotable } from '../../platform/text/strangers-words.ts';
import { createDecision, nameOf, type DecisionParts, type Opened } from './decision.ts';
import { askPage, donePage, haltPage } from './form-pages.ts';

/** What the link to a change of settings shows; `outdated` if another change waits, or no change does. */
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

/** The owner accepts a change of settings that waits; repeating it succeeds. */
export function createAcceptChange(parts: DecisionParts) {
  const { keyring, routes, now } = parts;

  function find({ route, facts: { at, content } }: Opened<'settings'>) {
    const proposal = proposalOf(route, now());
    const isThis = (other: FormSettings) => secretsEqual(content, digestOf(keyring, other));
    return {
      waiting: proposal?.at === at && isThis(proposal.settings) ? proposal : undefined,
      isAccepted: proposal === undefined && isThis(route.settings),
    };
  }

  const accepted = (route: Route): Change<Route> => ({ state: 'accepted', route, changes: [] });
  const viewOf = ({ route }: Change<Route>) => routes.settings.viewOf(route, 'token');

  return createDecision<'settings', Change<Route>>(parts, {
    name: 'settings',
    look(opened) {
      const { route } = opened;
      const { waiting, isAccepted } = find(opened);
      if (isAccepted) return accepted(route);
      if (!waiting) return { state: 'outdated', route, changes: [] };
      return { state: 'open', route, changes: changesBetween(route.settings, waiting.settings) };
    },
    effects: {
      async press(opened, { requestId }) {
        const { waiting, isAccepted } = find(opened);
        if (isAccepted) return accepted(opened.route);
        const { form } = opened.facts;
        const route = waiting && (await routes.settings.accept(form, waiting, requestId));
        if (route) return accepted(route);
        throw new ServiceError('verification_mismatch', undefined, { variant: 'outdated_change' });
      },
    },
    answer: (change) => viewOf(change).view,
    headers: (change) => ({ etag: viewOf(change).etag }),
    page: changePage,
  });
}
