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
 * The members that an object of a JSON text has more than once, as the names and indexes that lead to
 * each. JSON.parse keeps the last one silently. The text must be valid JSON.
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
