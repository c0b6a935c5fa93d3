import { findControlField } from './control-fields.ts';

/** Fields as they were sent, in the order of their first appearance; repeated keys collapse into one list. */
export type Fields = ReadonlyMap<string, readonly string[]>;

/** A field with only white space is not filled. */
export const isFilled = (value: string): boolean => value.trim() !== '';

/** The values that fill traps of one kind; `false`, from a script's unticked checkbox, does not. */
export function valuesIn(fields: Fields, isOfKind: (name: string) => boolean): string[] {
  const found: string[] = [];
  for (const [name, values] of fields) if (isOfKind(name)) found.push(...values);
  return found.filter((value) => isFilled(value) && value.trim().toLowerCase() !== 'false');
}

/** What a reserved field can ask for. */
export type ReservedEffect = 'subject' | 'format' | 'redirect' | 'test' | 'dry_run' | 'reply_to';

/**
 * The names that ask for each effect, in order of precedence. Those of
 * `reply_to` are exact: the last is Static Forms' own spelling, and no other one is a name of any service.
 */
export const RESERVED_NAMES = {
  subject: ['_subject', 'subject'],
  format: ['_format', 'format'],
  redirect: ['_redirect', 'redirect', '_next'],
  test: ['_test'],
  dry_run: ['_dry_run'],
  reply_to: ['email', '_replyto', 'replyto', 'replyTo'],
} as const satisfies Record<ReservedEffect, readonly string[]>;

/** Names that ask for the same thing. */
interface NameGroup {
  effect: ReservedEffect;
  names: readonly string[];
}

const groupOfName: ReadonlyMap<string, NameGroup> = new Map(
  Object.entries(RESERVED_NAMES).flatMap(([effect, names]) =>
    names.map((name) => [name, { effect: effect as ReservedEffect, names }] as const),
  ),
);

/** The effect that a name asks for, and all names that ask for it; undefined for other names. */
export const findReserved = (name: string): NameGroup | undefined => groupOfName.get(name);

/** Whether a reserved name is never printed, even if it took no effect. */
export const isHiddenName = (name: string): boolean =>
  name.startsWith('_') && (findReserved(name)?.effect ?? 'reply_to') !== 'reply_to';

/** The hidden field of this service’s own pages: from which website a submission came first, or their test. */
export const TICKET_FIELD = '_letterslot_site';

/** The field of the solution of a challenge, as ALTCHA names it. */
export const SOLUTION_FIELD = 'altcha';

/** What solvers and pages of this service add to a submission. */
export const isAdded = (name: string): boolean => name === SOLUTION_FIELD || name === TICKET_FIELD;

/** Traps that drop a submission when filled (contract, "Reserved fields"). */
const TRAPS: ReadonlySet<string> = new Set(['_gotcha', 'botcheck']);

/** Traps of other services: when filled, they mark the mail but drop nothing. */
const FOREIGN_TRAPS: ReadonlySet<string> = new Set(['_honey', 'bot-field']);

export const isTrap = (name: string): boolean => TRAPS.has(name);

export const isForeignTrap = (name: string): boolean =>
  FOREIGN_TRAPS.has(name) || name.toLowerCase().includes('honeypot');

/** Whether a name is for programs: mails never show it, whatever its value. */
export const isControlName = (name: string): boolean =>
  isHiddenName(name) || isTrap(name) || isForeignTrap(name) || findControlField(name) !== undefined;
