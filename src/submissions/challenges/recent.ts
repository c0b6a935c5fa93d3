import { hash, randomBytes } from 'node:crypto';

/** What clients did lately, in the memory of this process. */
interface Recent<V> {
  /** The value of this span and of the one before it. */
  get(...key: readonly string[]): readonly [current: V | undefined, former: V | undefined];
  /** Sets the value of this span; a new key is left out when there are too many. */
  set(value: V, ...key: readonly string[]): void;
}

interface Options {
  now: () => number;
  /** Milliseconds; a value is forgotten after one to two spans. */
  span: number;
  /** Most keys in a span. */
  most: number;
}

/** Keys are kept as digests with a salt that is never stored. */
export function createRecent<V>({ now, span, most }: Options): Recent<V> {
  const salt = randomBytes(16).toString('base64url');
  let index = 0;
  let [current, former] = [new Map<string, V>(), new Map<string, V>()];

  function turn(): void {
    const at = Math.floor(now() / span);
    if (at === index) return;
    [former, current] = [at === index + 1 ? current : new Map(), new Map()];
    index = at;
  }

  const digestOf = (key: readonly string[]) =>
    hash('sha256', JSON.stringify([salt, ...key]), 'base64url');

  return {
    get(...key) {
      turn();
      const digest = digestOf(key);
      return [current.get(digest), former.get(digest)];
    },
    set(value, ...key) {
      turn();
      const digest = digestOf(key);
      if (current.size < most || current.has(digest)) current.set(digest, value);
    },
  };
}
