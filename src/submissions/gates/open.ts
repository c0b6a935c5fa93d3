import { ServiceError } from '../../contract/service-error.ts';
import type { Links } from '../../platform/links.ts';
import { nextActionOf } from '../../forms/route-resource.ts';
import { isBounced, type Route } from '../../forms/route.ts';
import type { Check, Passing } from './gate.ts';
import type { GateRooms } from './gate-rooms.ts';

/** Why a test reaches nobody, although nothing was tried. */
const CAME_BACK =
  'Mail to the inbox came back, so nothing was tried: `health` beside the settings says since when.';

/** Throws if the form is unconfirmed or paused. Its owner can test a paused form. */
function expectActive(route: Route, links: Links, isOwnTest = false): void {
  if (route.status !== 'active') {
    throw new ServiceError('inbox_not_verified', { next_action: nextActionOf(route, links) });
  }
  if (route.settings.paused && !isOwnTest) {
    const next_action = nextActionOf(route, links);
    throw new ServiceError('inbox_not_verified', { next_action }, { variant: 'paused_form' });
  }
}

/** Throws if the form delivers nothing now. */
function expectOpen({ route, purpose, submission }: Passing, links: Links): void {
  expectActive(route, links, submission.isOwnTest);
  if (isBounced(route)) {
    const details = purpose === 'test' ? { reasons: { email: CAME_BACK } } : undefined;
    throw new ServiceError('delivery_failed', details, { variant: 'bounced_inbox' });
  }
}

/** A form whose inbox has not confirmed, that is paused, or whose mail came back. */
export function expectOpenForm(form: Route, rooms: GateRooms): Check | undefined {
  const { context, verification } = rooms;
  if (form.status === 'active' && !form.settings.paused && !isBounced(form)) return undefined;
  return async (passing) => {
    const { purpose, requestId, caller, server = caller } = passing;
    // A dry run must send nothing, but registering an address again sends it a mail.
    const asker = purpose === 'dry-run' ? undefined : server;
    passing.route = await verification.refresh(passing.route, requestId, asker);
    expectOpen(passing, context.links);
  };
}

/** Refuses a submission without a key, before reading it, if the form requires one. */
export async function refuseKeyless(
  route: Route,
  { caller, requestId }: { caller: string; requestId: string },
  { context, verification }: Pick<GateRooms, 'context' | 'verification'>,
): Promise<never> {
  expectActive(await verification.refresh(route, requestId, caller), context.links);
  throw new ServiceError('access_key_required');
}
