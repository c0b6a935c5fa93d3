/*
 * Short notation for JSON Schemas. An object is a list of its members; a `?` after a name makes it
 * optional.
 */

export const text = (description: string) => ({ type: 'string', description }) as const;
export const textOrNone = (description: string) =>
  ({ type: ['string', 'null'], description }) as const;
export const uri = (description: string) =>
  ({ type: 'string', format: 'uri', description }) as const;
export const email = (description: string) =>
  ({ type: 'string', format: 'email', description }) as const;
export const instant = (description: string) =>
  ({ type: 'string', format: 'date-time', description }) as const;
export const matching = (pattern: string, description: string) =>
  ({ type: 'string', pattern, description }) as const;
export const count = (description: string) => ({ type: 'integer', description }) as const;
export const yesOrNo = (description: string) => ({ type: 'boolean', description }) as const;

export const choice = <const Value extends string>(values: readonly Value[], description: string) =>
  ({ type: 'string', enum: values, description }) as const;

export const list = <const Item extends object>(description: string, items: Item) =>
  ({ type: 'array', description, items }) as const;

/** A text that is not empty, in code points. */
export const textUpTo = (maxLength: number, description: string) =>
  ({ type: 'string', minLength: 1, maxLength, description }) as const;

export const listUpTo = <const Item extends object>(
  maxItems: number,
  description: string,
  items: Item,
) => ({ ...list(description, items), maxItems }) as const;

/** Texts under any names. */
export const textsByName = (description: string) =>
  ({ type: 'object', additionalProperties: { type: 'string' }, description }) as const;

export type Members = Readonly<Record<string, object>>;

interface ObjectSchema<M extends Members> {
  readonly type: 'object';
  readonly required: readonly Exclude<keyof M & string, `${string}?`>[];
  readonly properties: {
    readonly [Key in keyof M as Key extends `${infer Name}?` ? Name : Key]: M[Key];
  };
}

/** An object that may have members besides these. */
export function openShape<const M extends Members>(members: M): ObjectSchema<M> {
  const names = Object.keys(members);
  const properties = names.map((name) => [name.replace(/\?$/, ''), members[name]]);
  return {
    type: 'object',
    required: names.filter((name) => !name.endsWith('?')),
    properties: Object.fromEntries(properties),
  } as unknown as ObjectSchema<M>;
}

export const open = <const M extends Members>(description: string, members: M) =>
  ({ description, ...openShape(members) }) as const;

/** An object that has these members and no others. */
export const closedShape = <const M extends Members>(members: M) =>
  ({ ...openShape(members), additionalProperties: false }) as const;

export const closed = <const M extends Members>(description: string, members: M) =>
  ({ description, ...closedShape(members) }) as const;

interface AnySchema {
  readonly type?: unknown;
  readonly enum?: readonly unknown[];
  readonly description?: string;
  readonly required?: readonly string[];
  readonly properties?: Members;
}

const pascal = (name: string) =>
  name.replaceAll(/(?:^|_)([a-z])/g, (_, letter: string) => letter.toUpperCase());

/** The same or null, which removes a member. */
function orNull(name: string, schema: AnySchema): object {
  const { type, enum: values, description, properties } = schema;
  if (properties) {
    const patch = { title: `${pascal(name)}Patch`, ...patchShape(schema) };
    return { description, anyOf: [patch, { type: 'null' }] };
  }
  return { ...schema, type: [type, 'null'], ...(values && { enum: [...values, null] }) };
}

/** Members that an object has to have cannot be removed from it. */
function patchShape({ properties = {}, required = [] }: AnySchema) {
  const members = Object.entries(properties).map(([name, schema]) => [
    name,
    required.includes(name) ? schema : orNull(name, schema),
  ]);
  return {
    type: 'object',
    additionalProperties: false,
    properties: Object.fromEntries(members) as Members,
  } as const;
}

/** A merge patch (RFC 7396) of an object with defaults for all members; `null` restores them. */
export const patchOf = (name: string, { properties }: { properties: Members }) =>
  ({
    description: `Members of \`${name}\` to replace; null removes one, so that it has its default (RFC 7396).`,
    ...patchShape({ properties }),
  }) as const;
