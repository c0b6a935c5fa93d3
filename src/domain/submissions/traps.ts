import { isFilled, type Fields } from './fields.ts';

/** Filled, they drop the submission (contract, "Reserved fields"). */
const TRAPS: ReadonlySet<string> = new Set(['_gotcha', 'botcheck']);

/** Traps of other services: filled, they mark the mail and drop nothing. */
const FOREIGN_TRAPS: ReadonlySet<string> = new Set(['_honey', 'bot-field']);

export const isTrap = (name: string): boolean => TRAPS.has(name);

export const isForeignTrap = (name: string): boolean =>
  FOREIGN_TRAPS.has(name) || name.toLowerCase().includes('honeypot');

/** What fills the traps of one kind; a script's unticked checkbox sends `false`, which fills none. */
export function valuesIn(fields: Fields, isOfKind: (name: string) => boolean): string[] {
  const found: string[] = [];
  for (const [name, values] of fields) if (isOfKind(name)) found.push(...values);
  return found.filter((value) => isFilled(value) && value.trim().toLowerCase() !== 'false');
}
