import { LIMITS } from '../contract/limits.ts';
import type { FormSettingsView } from '../contract/schemas.ts';
import type { Bounced, Route } from './route.ts';

type Health = NonNullable<FormSettingsView['health']>;

const DAY = 86_400_000;

/** The form delivers nothing until its owner has shown that the inbox gets mail. */
export const isBounced = ({ bounced }: Pick<Route, 'bounced'>): boolean =>
  bounced !== undefined && bounced.healedAt === undefined;

/** A route whose inbox gets mail, shown at `now`; undefined if nothing says otherwise. */
export function healed<R extends Pick<Route, 'bounced'>>(
  route: R,
  now: number,
  kinds: readonly Bounced['kind'][] = ['bounce', 'complaint'],
): R | undefined {
  const { bounced } = route;
  if (!bounced || !isBounced(route) || !kinds.includes(bounced.kind)) return undefined;
  return { ...route, bounced: { ...bounced, healedAt: now } };
}

/** What the owner sees; undefined if mail arrives, and has for a while. */
export function describeHealth({ bounced }: Route, now: number): Health | undefined {
  if (!bounced) return undefined;
  const { kind, at, healedAt } = bounced;
  const since = new Date(at).toISOString();
  if (healedAt === undefined) {
    return { status: kind === 'complaint' ? 'complaint' : 'bounced', since };
  }
  if (now > healedAt + LIMITS.healedDays * DAY) return undefined;
  return { status: 'healed', since, until: new Date(healedAt).toISOString() };
}
