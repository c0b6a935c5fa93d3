import { looksLikeAutofill } from './autofill.ts';
import { findControlField } from './control-fields.ts';
import { describeFields } from './describe-fields.ts';
import type { Fields } from './fields.ts';
import { isHiddenName, readReservedFields, type ReservedEffect } from './reserved-fields.ts';
import type { Submission, TrapKind } from './submission.ts';
import { suspect } from './suspicion.ts';
import { isForeignTrap, isTrap, valuesIn } from './traps.ts';

/** Control fields are never printed, whatever they hold. */
const isControl = (name: string) =>
  isHiddenName(name) || isTrap(name) || isForeignTrap(name) || findControlField(name) !== undefined;

/** A reserved field that took effect is not repeated, unless it is the visitor's own address. */
const isSpent = (effect: ReservedEffect | undefined) =>
  effect !== undefined && effect !== 'reply_to';

/** Reads the reserved fields of a submission and leaves the rest to be shown. */
export function parseSubmission(given: Fields): Submission {
  const { requests, effects } = readReservedFields(given);
  const { dryRun, ...asked } = requests;
  const shown: Fields = new Map(
    Array.from(given).filter(([name]) => !isControl(name) && !isSpent(effects.get(name))),
  );
  const suspicions = suspect(given, [asked.subject ?? '', ...Array.from(shown.values()).flat()]);
  const inTraps = valuesIn(given, isTrap);
  const judgeTrap = (): TrapKind => {
    const parsed = { given, shown, suspicious: suspicions.length > 0 };
    return looksLikeAutofill(inTraps, parsed) ? 'autofill' : 'bot';
  };
  return {
    ...asked,
    fields: shown,
    trapped: inTraps.length > 0 && judgeTrap(),
    ...(suspicions.length > 0 && { suspicions }),
    ...(dryRun && { dryRun: describeFields(given, effects) }),
  };
}
