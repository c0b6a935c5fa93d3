import type { Words } from '../../catalogs/catalog.ts';
import type { Requester } from '../../forms/forms-context.ts';
import type { Route } from '../../forms/route.ts';
import { nameOf, type DecisionRow, type Opened, type OwnersContext } from './decision.ts';
import { askPage, quietButton, saysDone } from './form-pages.ts';

/** Asks; once the notices have ended, offers the way back. */
export function quietPage(words: Words, route: Pick<Route, 'alias' | 'quiet'>) {
  const { quiet, quieted } = words.owners;
  const common = { facts: [nameOf(words, route)], toInbox: true } as const;
  if (!route.quiet) return askPage(quiet, { ...common, soft: quiet.ignore });
  return saysDone(quieted, { ...common, ask: { buttons: [quietButton(quieted.undo, 'undo')] } });
}

async function setQuiet(
  { routes }: OwnersContext,
  { facts }: Opened<'quiet'>,
  isQuiet: boolean,
  { requestId }: Requester,
): Promise<void> {
  await routes.settings.decide(facts.form, requestId, (now) =>
    (now.quiet === true) === isQuiet ? undefined : { ...now, quiet: isQuiet },
  );
}

/** "Do not tell me about this form again", in the notice of its silence; docs/decisions/0050. */
export const QUIET_FORM: DecisionRow<'quiet', Route> = {
  name: 'quiet',
  look: (_owners, { route }) => route,
  effects: {
    press: (owners, opened, requester) => setQuiet(owners, opened, true, requester),
    undo: (owners, opened, requester) => setQuiet(owners, opened, false, requester),
  },
  answer: (route, { routes }) => routes.toResource(route),
  page: quietPage,
};
