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
