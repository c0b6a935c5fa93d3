import type { Words } from '../catalogs/catalog.ts';
import type { Requester } from '../forms/forms-context.ts';
import type { Route } from '../forms/route.ts';
import {
  createDecision,
  type DecisionPage,
  nameOf,
  type Opened,
  type DecisionParts,
} from './decision.ts';

/** It has the way back once the notices have ended. */
export function quietPage(words: Words, route: Pick<Route, 'alias' | 'quiet'>): DecisionPage {
  const { quiet, quieted } = words.owners;
  const common = { facts: [nameOf(words, route)], toInbox: true } as const;
  return route.quiet
    ? {
        ...common,
        mark: 'done',
        title: quieted.title,
        text: [quieted.explanation],
        ask: { buttons: [{ label: quieted.undo, choice: 'undo', isQuiet: true }] },
      }
    : {
        ...common,
        mark: 'ask',
        title: quiet.title,
        text: [quiet.explanation],
        ask: { buttons: [{ label: quiet.button }] },
        soft: quiet.ignore,
      };
}

/** "Do not tell me about this form again", in the notice of its silence; docs/decisions/0050. */
export function createQuietForm(parts: DecisionParts) {
  const { formSettings, toResource } = parts;

  const set =
    (isQuiet: boolean) =>
    async ({ facts }: Opened<'quiet'>, { requestId }: Requester) => {
      await formSettings.decide(facts.form, requestId, (now) =>
        (now.quiet === true) === isQuiet ? undefined : { ...now, quiet: isQuiet },
      );
    };

  return createDecision(parts, {
    name: 'quiet',
    look: ({ route }): Route => route,
    effects: { press: set(true), undo: set(false) },
    answer: toResource,
    page: quietPage,
  });
}
