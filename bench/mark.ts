import { Marks } from '../src/submissions/suspicion/reasons.ts';
import { parseSubmission } from '../src/submissions/posted/submission.ts';
import { formOf, HONEST, siteOf } from '../test/submissions/corpus.ts';
import type { FormId } from '../src/contract/names.ts';

/** Times marking of an honest submission: `npm exec -- node bench/mark.ts` (6 seconds). */
const SECONDS = 4;

/** Each is sent to a form of its own, so that none is a repeat. */
const SENT = HONEST.map((sample, at) => {
  const given = new Map(Object.entries(sample.fields).map(([name, value]) => [name, [value]]));
  return {
    route: { formId: `cfm_${at}` as FormId, ...formOf(sample) },
    submission: parseSubmission(given, { site: siteOf(sample) }),
  };
});

const marks = new Marks({ base: () => 'https://forms.example', now: Date.now });

/** Microseconds for one in the quickest round: other programs can only slow a round down. */
function quickest(): number {
  let best = Infinity;
  for (const start = performance.now(); performance.now() - start < SECONDS * 1000;) {
    const from = performance.now();
    for (const { route, submission } of SENT) marks.mark(route, submission, { remember: true });
    best = Math.min(best, performance.now() - from);
  }
  return (best * 1000) / SENT.length;
}

console.log(`${quickest().toFixed(1)} µs to mark one of ${SENT.length} honest submissions`);
