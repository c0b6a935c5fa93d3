import { DEFAULT_LANGUAGE, wordsOf, type Language } from '../../catalogs/languages.ts';
import { LIMITS } from '../../contract/limits.ts';
import { ServiceError } from '../../contract/service-error.ts';
import type { Route } from '../../forms/route.ts';
import { checkFields, explainFault } from '../../fields/check-fields.ts';
import { patternWork } from '../../fields/pattern.ts';
import { countByField } from '../files/file-content.ts';
import type { Check, Passing } from './gate.ts';
import type { GateRooms } from './gate-rooms.ts';

function expectFits({ route: { settings }, submission: { given, files } }: Passing): undefined {
  const faults = checkFields(settings, given, files && countByField(files));
  if (faults.length === 0) return undefined;
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
export function expectDeclared(form: Route, { context, local }: GateRooms): Check | undefined {
  if (!form.settings.fields) return undefined;
  const { client } = context.settings.SUBMIT_RATE_PER_MINUTE;
  const limit = client === 0 ? 0 : LIMITS.patternWorkPerMinute;
  return (passing) => {
    // A test is this service's own message.
    if (passing.purpose === 'test') return undefined;
    const { caller, server = caller } = passing;
    // A server could name another visitor each time.
    const hit = { key: `patterns ${server}`, limit };
    local.expectLeft(hit);
    const before = patternWork();
    try {
      return expectFits(passing);
    } finally {
      const work = patternWork() - before;
      if (work > 0) local.count(hit, work);
    }
  };
}
