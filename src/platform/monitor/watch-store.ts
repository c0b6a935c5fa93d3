import type { Log } from '../log/log.ts';
import type { Store } from '../stores/store.ts';

type CallsOf<Part extends 'routes' | 'counters' | 'rates' | 'refusals' | 'outcomes' | 'counts'> =
  `${Part}.${keyof Store[Part] & string}`;

/** A call to the store, by part and method. */
type StoreCall =
  | CallsOf<'routes'>
  | CallsOf<'counters'>
  | CallsOf<'rates'>
  | CallsOf<'refusals'>
  | CallsOf<'outcomes'>
  | CallsOf<'counts'>
  | 'ping';

const CALLS: Record<StoreCall, true> = {
  'routes.insert': true,
  'routes.find': true,
  'routes.findEvenSuspended': true,
  'routes.findByIdempotencyKey': true,
  'routes.countByQuota': true,
  'routes.hasActiveRoute': true,
  'routes.listByOwner': true,
  'routes.listAfter': true,
  'routes.markVerificationSent': true,
  'routes.activate': true,
  'routes.approve': true,
  'routes.stop': true,
  'routes.hold': true,
  'routes.readmit': true,
  'routes.suspend': true,
  'routes.resume': true,
  'routes.reseal': true,
  'routes.renewToken': true,
  'routes.handOver': true,
  'routes.remove': true,
  'routes.removeUnconfirmed': true,
  'routes.removeUnverifiedBefore': true,
  'counters.take': true,
  'counters.read': true,
  'counters.takeEach': true,
  'counters.readSpans': true,
  'counters.readBuckets': true,
  'counters.giveBack': true,
  'counters.removeEndedBefore': true,
  'rates.take': true,
  'rates.removeEndedBefore': true,
  'refusals.add': true,
  'refusals.remove': true,
  'refusals.endOf': true,
  'refusals.removeEndedBefore': true,
  'outcomes.claim': true,
  'outcomes.find': true,
  'outcomes.takeOver': true,
  'outcomes.settle': true,
  'outcomes.release': true,
  'outcomes.removeClaimedBefore': true,
  'counts.add': true,
  'counts.listSince': true,
  'counts.sumSince': true,
  'counts.listSilent': true,
  'counts.removeBefore': true,
  ping: true,
};

export const STORE_CALLS: readonly string[] = Object.keys(CALLS);

/** A store that reports each of its calls with its time. */
export function watchStore(store: Store, report: Log['storeAnswered']): Store {
  function watch<Call extends (...args: never[]) => Promise<unknown>>(name: string, call: Call) {
    const watched = (...args: Parameters<Call>): Promise<unknown> => {
      const start = performance.now();
      const end = (failed: boolean) => () =>
        report({ call: name, ms: performance.now() - start, failed });
      const answer = call(...args);
      answer.then(end(false), end(true));
      return answer;
    };
    return watched as Call;
  }

  function watchPart<Part extends object>(prefix: string, part: Part): Part {
    const calls = Object.entries(part).map(([name, call]) => [
      name,
      watch(`${prefix}.${name}`, call),
    ]);
    return Object.fromEntries(calls) as Part;
  }

  return {
    ...store,
    routes: watchPart('routes', store.routes),
    counters: watchPart('counters', store.counters),
    rates: watchPart('rates', store.rates),
    refusals: watchPart('refusals', store.refusals),
    outcomes: watchPart('outcomes', store.outcomes),
    counts: watchPart('counts', store.counts),
    ping: watch('ping', store.ping),
  };
}
