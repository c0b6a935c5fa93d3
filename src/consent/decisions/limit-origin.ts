import type { Words } from '../../catalogs/catalog.ts';
import { LIMITS } from '../../contract/limits.ts';
import { ServiceError } from '../../contract/service-error.ts';
import { hasOrigins, type Route } from '../../forms/route.ts';
import { withSetting } from '../../forms/settings/setting-rules.ts';
import {
  createDecision,
  nameOf,
  type DecisionParts,
  type Opened,
  type PageFact,
} from './decision.ts';
import { askPage, haltPage, saysDone } from './form-pages.ts';

/** The form of a link that limits it to `site`, and the websites that it takes submissions of. */
interface LimitedForm<Form = Pick<Route, 'alias' | 'settings'>> {
  route: Form;
  site: string;
  /** `open`: every website; `limited`: this one alone; `other`: those in its settings; `ended`: by use or age. */
  state: 'open' | 'limited' | 'other' | 'ended';
}

/** The link works for this time; milliseconds. */
const LIFE = LIMITS.originLinkDays * 86_400_000;

/**
 * The form limited to the website; undefined when it is limited already. A change that waits is over, because
 * accepting it would take that back.
 */
function limitTo(route: Route, site: string, limitedAt: number): Route | undefined {
  if (hasOrigins(route)) return undefined;
  const settings = withSetting(route.settings, 'origins', [site]);
  return { ...route, settings, limitedAt, proposal: undefined };
}

const ended = () =>
  new ServiceError('verification_token_expired', undefined, { variant: 'ended_origin_link' });

/** It asks, or says what websites the form accepts. */
export function originPage(words: Words, { route, site, state }: LimitedForm) {
  const { origin, limited, otherOrigins } = words.owners;
  if (state === 'ended') {
    return haltPage(words, words.variants.ended_origin_link, { toInbox: true });
  }
  const lines = state === 'open' ? [site] : (route.settings.origins ?? []);
  const facts: PageFact[] = [nameOf(words, route), [origin.website, { lines }]];
  const more = { facts, toInbox: true } as const;
  if (state === 'open') return askPage(origin, { ...more, soft: origin.ignore });
  return state === 'limited'
    ? saysDone(limited, more)
    : saysDone(otherOrigins, { ...more, mark: 'halt' });
}

/**
 * "Only accept this website", in the mail of a submission. Replies quote the link, so it ends: by its age, and by the
 * first use of a link of the form that is as old. The owner is mailed that the form was limited.
 */
export function createLimitOrigin(parts: DecisionParts) {
  const { routes, mailOwner, now } = parts;

  function look({ route, facts: { site, at } }: Opened<'origin'>): LimitedForm<Route> {
    const { origins = [] } = route.settings;
    if (origins.length === 1 && origins[0] === site) return { route, site, state: 'limited' };
    const hasEnded = now() >= at + LIFE || at <= (route.limitedAt ?? 0);
    if (hasEnded) return { route, site, state: 'ended' };
    return { route, site, state: origins.length === 0 ? 'open' : 'other' };
  }

  return createDecision<'origin', LimitedForm<Route>>(parts, {
    name: 'origin',
    look,
    effects: {
      async press(opened, requester) {
        const { form, site } = opened.facts;
        if (look(opened).state === 'ended') throw ended();
        const changed = await routes.settings.decide(form, requester.requestId, (current) =>
          limitTo(current, site, now()),
        );
        if (changed) {
          const about = { route: changed, site };
          mailOwner.later({ kind: 'limited', about, requester });
        }
        const after = look({ ...opened, route: await routes.find(form) });
        if (after.state === 'limited') return after;
        if (after.state === 'ended') throw ended();
        throw new ServiceError('verification_mismatch', undefined, { variant: 'other_origins' });
      },
    },
    answer: ({ route }) => routes.toResource(route),
    page: originPage,
  });
}
