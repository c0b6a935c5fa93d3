import { DEFAULT_LANGUAGE, wordsOf, type Language } from '../../catalogs/languages.ts';
import { LIMITS } from '../../contract/limits.ts';
import { ServiceError } from '../../contract/service-error.ts';
import type { LocalRateLimiter } from '../../inboxes/rate-limit.ts';
import { checkFields, explainFault } from '../../fields/check-fields.ts';
import { patternWork } from '../../fields/pattern.ts';
import { countByField } from '../files/file-content.ts';
import type { Gate, Passing } from './gate.ts';
import type { FormRates } from './rate.ts';

function expectFits({ route: { settings }, submission: { given, files } }: Passing): void {
  const faults = checkFields(settings, given, files && countByField(files));
  if (faults.length === 0) return;
  const explainIn = (language: Language) => ({
    errors: faults.map((fault) => ({
      field: fault.name,
      code: fault.code,
      message: explainFault(wordsOf(language).fields, fault),
    })),
  });
  throw new ServiceError('submission_invalid', explainIn(DEFAULT_LANGUAGE), { explainIn });
}

/**
 * Refuses what the declared fields do not allow (ADR 41). A client for which patterns had much
 * work has to wait.
 */
export function createFieldsGate(local: LocalRateLimiter, ratePerMinute: FormRates): Gate {
  const limit = ratePerMinute.client === 0 ? 0 : LIMITS.patternWorkPerMinute;
  const check = (passing: Passing): undefined => {
    // A test is this service's own message.
    if (passing.purpose === 'test') return;
    const { caller, server = caller } = passing;
    // A server could name another visitor each time.
    const hit = { key: `patterns ${server}`, limit };
    local.expectLeft(hit);
    const before = patternWork();
    try {
      expectFits(passing);
    } finally {
      const work = patternWork() - before;
      if (work > 0) local.count(hit, work);
    }
  };
  return { name: 'fields', at: ({ settings }) => (settings.fields ? check : undefined) };
}
