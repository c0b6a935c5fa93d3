/** True if a value of unknown origin, such as from JSON, is an object and not a list. */
export const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Levels to which a merge patch is merged; what is deeper replaces what was there. */
const MERGED_LEVELS = 8;

/** A document after a JSON Merge Patch (RFC 7396). */
export function applyMergePatch(
  document: unknown,
  change: unknown,
  levels = MERGED_LEVELS,
): unknown {
  if (!isObject(change) || levels === 0) return change;
  const members = new Map(isObject(document) ? Object.entries(document) : []);
  for (const [name, value] of Object.entries(change)) {
    if (value === null) members.delete(name);
    else members.set(name, applyMergePatch(members.get(name), value, levels - 1));
  }
  return Object.fromEntries(members);
}

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

/** What scripts send in place of words that are missing. */
const NO_WORDS = /^(?:true|false|null|undefined|\[object \w+\])$/;

/** True for text that a program sends for an object, a list or a truth value, so for no name. */
export function isJsonData(text: string): boolean {
  const plain = text.trim();
  if (!/^[[{tfnu]/.test(plain)) return false;
  if (NO_WORDS.test(plain)) return true;
  if (!/^[[{]/.test(plain)) return false;
  try {
    JSON.parse(plain);
    return true;
  } catch {
    return false;
  }
}

/** The text and the value of JSON in UTF-8; throws SyntaxError or TypeError. */
export function readJson(octets: Uint8Array): { text: string; value: unknown } {
  const text = new TextDecoder('utf-8', { fatal: true }).decode(octets);
  return { text, value: JSON.parse(text) };
}

/** True if objects and lists nest in more levels than these. */
export function isTooDeep(value: unknown, levels: number): boolean {
  if (typeof value !== 'object' || value === null) return false;
  return levels === 0 || Object.values(value).some((inner) => isTooDeep(inner, levels - 1));
}

/** The members that have a value, in the order of `names`. */
export function pickSet<Whole extends object>(
  members: { [Name in keyof Whole]: Whole[Name] | undefined },
  names: readonly string[] = Object.keys(members),
): Whole {
  const values = new Map(Object.entries(members));
  const set = names.filter((name) => values.get(name) !== undefined);
  return Object.fromEntries(set.map((name) => [name, values.get(name)])) as Whole;
}

/** JSON as it is answered: with a line break, so that a terminal's prompt begins a line. */
export const toJsonLine = (value: unknown): string => `${JSON.stringify(value)}\n`;

/** The members of a JSON object; undefined for every other text. */
export function readJsonObject(text: string): Record<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return isObject(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

/** Strings with their quotation marks, the signs between values, and all other values. */
const TOKEN = /"(?:[^"\\]|\\.)*"|[{}[\],:]|[^\s"{}[\],:]+/g;

/** Levels in which repeated members are looked for: no request is read more deeply. */
const DEEPEST = 16;

/** An object or a list that is being read. */
interface Level {
  /** The names of an object so far; undefined for a list. */
  names: Set<string> | undefined;
  /** The name or the index of what is being read. */
  at: string | number;
}

/**
 * The members that an object of a JSON text has more than once, as the names and indexes that lead
 * to each. JSON.parse keeps the last one silently. The text must be valid JSON.
 */
export function* repeatedMembers(text: string): Generator<(string | number)[]> {
  const levels: Level[] = [];
  let isName = false;
  for (const [token] of text.matchAll(TOKEN)) {
    const level = levels.at(-1);
    if (token === '{' || token === '[') {
      levels.push(token === '{' ? { names: new Set(), at: '' } : { names: undefined, at: 0 });
      isName = token === '{';
    } else if (token === '}' || token === ']') {
      levels.pop();
      isName = false;
    } else if (token === ',') {
      if (level && typeof level.at === 'number') level.at += 1;
      isName = level?.names !== undefined;
    } else if (isName && level?.names) {
      const name = JSON.parse(token) as string;
      level.at = name;
      if (level.names.has(name) && levels.length <= DEEPEST) yield levels.map(({ at }) => at);
      level.names.add(name);
      isName = false;
    }
  }
}
