import { LIMITS } from '../../contract/limits.ts';
import type { FieldEffectName } from '../../contract/enums.ts';
import { toSingleLine } from '../../platform/text/clean-text.ts';
import { findAdded } from '../../fields/added-fields.ts';
import {
  findControlField,
  findReserved,
  isForeignTrap,
  isHiddenName,
  isTrap,
  type ReservedEffect,
  isFilled,
  type Fields,
} from '../../fields/field-names.ts';

/** The effect of one field of a submission; its value is not repeated. */
export interface FieldEffect {
  /** Cleaned; white space alone is `(no name)`. */
  name: string;
  effect: FieldEffectName;
  note?: string;
}

type Told = Omit<FieldEffect, 'name'>;

/** Names that control other services but may be content here: they are only shown. */
const LOOKS_LIKE_CONTROL: ReadonlyMap<string, string> = new Map([
  ['from_name', 'Web3Forms puts it into From. Here it is shown, because From is the operator’s.'],
  ['redirectTo', 'Static Forms goes there. Here a field named redirect does.'],
  ['ccemail', 'Web3Forms copies the mail there. Here copies are a setting of the form.'],
  ['cc', 'Text like any other: a page cannot choose who gets mail.'],
  ['bcc', 'Text like any other: a page cannot choose who gets mail.'],
  ['to', 'Text like any other: a page cannot choose who gets mail.'],
  ['webhook', 'Web3Forms calls it. Here webhooks are a setting of the form.'],
]);

const UNKNOWN = 'No service that is known here reads a field of this name. It is shown as text.';

/** Facts about the fields of one submission. */
interface KnownName {
  values: readonly string[];
  /** The reserved fields that took effect. */
  effects: ReadonlyMap<string, ReservedEffect>;
  /** The website of the path in `_next` is unknown. */
  leadsNowhere: boolean;
}

const NOWHERE =
  'No https:// address, and no path like /thanks of a website that the request or the form names. The message ' +
  'arrives; its visitor is not redirected.';

function describeReserved(
  name: string,
  { values, effects, leadsNowhere }: KnownName,
): Told | undefined {
  const reserved = findReserved(name);
  if (!reserved) return undefined;
  const effect = effects.get(name);
  if (effect === 'reply_to') return { effect, note: 'It is shown in the mail too.' };
  if (effect === 'redirect' && leadsNowhere) return { effect: 'not_honoured', note: NOWHERE };
  if (effect) return { effect };
  const hidden = isHiddenName(name);
  const display = hidden ? 'it is not printed' : 'it is shown as text';
  const [winner] = Array.from(effects).find(([, taken]) => taken === reserved) ?? [];
  if (winner && values.some(isFilled)) {
    return { effect: 'lost_to', note: `${winner} took effect in its place; ${display}.` };
  }
  const blank = values.some(isFilled) ? 'This value has no effect here' : 'It is blank';
  return { effect: hidden ? 'swallowed' : 'shown', note: `${blank}; ${display}.` };
}

function describeTrap(name: string, { values }: KnownName): Told | undefined {
  const foreign = isForeignTrap(name);
  if (!foreign && !isTrap(name)) return undefined;
  if (!values.some(isFilled)) return { effect: 'trap', note: 'A spam trap, correctly left empty.' };
  const note = foreign
    ? 'A spam trap of another service. Filled, it marks the subject; the mail is delivered.'
    : 'A spam trap. Filled, a submission is dropped and still looks like a success.';
  return { effect: 'trap', note };
}

function describeControl(name: string, isOwn: boolean, fields: Fields): Told | undefined {
  const control = findControlField(name) ?? (isOwn ? undefined : findAdded(name, fields));
  return control && { effect: control.effect, note: `${control.service}: ${control.note}` };
}

function describeShown(name: string): Told {
  const note = LOOKS_LIKE_CONTROL.get(name) ?? (name.startsWith('_') ? UNKNOWN : undefined);
  return note === undefined ? { effect: 'shown' } : { effect: 'shown', note };
}

/** The effect of each field of a submission, in the order of the fields. */
export function describeFields(
  fields: Fields,
  effects: ReadonlyMap<string, ReservedEffect>,
  isDeclared: (name: string) => boolean,
  leadsNowhere = false,
): FieldEffect[] {
  return Array.from(fields, ([name, values]) => {
    const known = { values, effects, leadsNowhere };
    const described =
      describeReserved(name, known) ??
      describeTrap(name, known) ??
      describeControl(name, isDeclared(name), fields) ??
      describeShown(name);
    return { name: toSingleLine(name, LIMITS.fieldNameCharacters) || '(no name)', ...described };
  });
}
