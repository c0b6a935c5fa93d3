/** Whether a value of unknown origin, such as from JSON, is an object and not a list. */
export const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

interface ObjectSchema {
  properties: Readonly<Record<string, unknown>>;
}

/** A JSON object as a client sent it, its values unchecked. */
interface Sent<S extends ObjectSchema> {
  /** The members of its schema: a parser that reads anything else does not compile. */
  members: { readonly [Name in keyof S['properties']]?: unknown };
  /** The names of all other members. */
  extra: readonly string[];
}

/** Members of a JSON object, split by whether its schema knows them; undefined for other values. */
export function readObject<S extends ObjectSchema>(schema: S, value: unknown): Sent<S> | undefined {
  if (!isObject(value)) return undefined;
  const isKnown = (name: string) => Object.hasOwn(schema.properties, name);
  const known = Object.entries(value).filter(([name]) => isKnown(name));
  return {
    members: Object.fromEntries(known) as Sent<S>['members'],
    extra: Object.keys(value).filter((name) => !isKnown(name)),
  };
}
