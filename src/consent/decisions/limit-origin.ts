import type { Words } from '../../catalogs/catalog.ts';
import { LIMITS } from '../../contract/limits.ts';
import { ServiceError } from '../../contract/service-error.ts';
import type { Requester } from '../../forms/forms-context.ts';
import { hasOrigins, type Route } from '../../forms/route.ts';
import { withSetting } from '../../forms/settings/setting-rules.ts';
import {
  nameOf,
  type DecisionRow,
  type Opened,
  type OwnersContext,
  type PageFact,
} from './decision.ts';
import { askPage, haltPage, saysDone } from './form-pages.ts';

/** The form of a link that limits it to `site`. */
interface LimitedForm<Form = Pick<Route, 'alias' | 'settings'>> {
  route: Form;
  site: string;
  /** `open`: every website may submit; `limited`: only `site`; `other`: those in the settings. */
  state: 'open' | 'limited' | 'other' | 'ended';
}

/** Milliseconds for which the link works. */
const LIFE = LIMITS.originLinkDays * 86_400_000;

/**
 * The form limited to the website; undefined if it has limits already. It ends a waiting proposal,
 * which would take the limit back.
 */
function limitTo(route: Route, site: string, limitedAt: number): Route | undefined {
  if (hasOrigins(route)) return undefined;
  const settings = withSetting(route.settings, 'origins', [site]);
  return { ...route, settings, limitedAt, proposal: undefined };
}

const ended = () =>
  new ServiceError('verification_token_expired', undefined, { variant: 'ended_origin_link' });

/** Asks, or says which websites the form accepts. */
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

function lookAtLimit(
  { now }: OwnersContext,
  { route, facts: { site, at } }: Opened<'origin'>,
): LimitedForm<Route> {
  const { origins = [] } = route.settings;
  if (origins.length === 1 && origins[0] === site) return { route, site, state: 'limited' };
  const hasEnded = now() >= at + LIFE || at <= (route.limitedAt ?? 0);
  if (hasEnded) return { route, site, state: 'ended' };
  return { route, site, state: origins.length === 0 ? 'open' : 'other' };
}

async function limitOrigin(
  owners: OwnersContext,
  opened: Opened<'origin'>,
  requester: Requester,
): Promise<LimitedForm<Route>> {
  const { routes, mailOwner, now } = owners;
  const { form, site } = opened.facts;
  if (lookAtLimit(owners, opened).state === 'ended') throw ended();
  const changed = await routes.settings.decide(form, requester.requestId, (current) =>
    limitTo(current, site, now()),
  );
  if (changed) mailOwner.later({ kind: 'limited', about: { route: changed, site }, requester });
  const after = lookAtLimit(owners, { ...opened, route: await routes.find(form) });
  if (after.state === 'limited') return after;
  if (after.state === 'ended') throw ended();
  throw new ServiceError('verification_mismatch', undefined, { variant: 'other_origins' });
}

/**
 * "Only accept this website", in the mail of a submission. Because replies quote the link, it ends
 * by its age and when a link of the form that is as old is used. The owner is mailed about the
 * limit.
 */
export const LIMIT_ORIGIN: DecisionRow<'origin', LimitedForm<Route>> = {
  name: 'origin',
  look: lookAtLimit,
  effects: { press: limitOrigin },
  answer: ({ route }, { routes }) => routes.toResource(route),
  page: originPage,
};
