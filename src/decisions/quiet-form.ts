import type { Words } from '../catalogs/catalog.ts';
import type { Requester } from '../forms/forms-context.ts';
import type { Route } from '../forms/route.ts';
import { createDecision, nameOf, type DecisionParts, type Opened } from './decision.ts';
import { askPage, quietButton, saysDone } from './form-pages.ts';

/** It has the way back once the notices have ended. */
export function quietPage(words: Words, route: Pick<Route, 'alias' | 'quiet'>) {
  const { quiet, quieted } = words.owners;
  const common = { facts: [nameOf(words, route)], toInbox: true } as const;
  if (!route.quiet) return askPage(quiet, { ...common, soft: quiet.ignore });
  return saysDone(quieted, { ...common, ask: { buttons: [quietButton(quieted.undo, 'undo')] } });
}

/** "Do not tell me about this form again", in the notice of its silence; docs/decisions/0050. */
export function createQuietForm(parts: DecisionParts) {
  const { routes } = parts;

  const set =
    (isQuiet: boolean) =>
    async ({ facts }: Opened<'quiet'>, { requestId }: Requester) => {
      await routes.settings.decide(facts.form, requestId, (now) =>
        (now.quiet === true) === isQuiet ? undefined : { ...now, quiet: isQuiet },
      );
    };

  return createDecision<'quiet', Route>(parts, {
    name: 'quiet',
    look: ({ route }) => route,
    effects: { press: set(true), undo: set(false) },
    answer: (route) => routes.toResource(route),
    page: quietPage,
  });
}
