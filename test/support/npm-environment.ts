/**
 * The environment for npm in another folder: without variables of `npm run` and the test runner,
 * with those that reach a registry.
 */
export function npmEnvironment(): Record<string, string> {
  const kept = Object.entries(process.env).filter(
    (entry): entry is [string, string] =>
      entry[1] !== undefined &&
      !/^(npm_(package|lifecycle|config_local)|NODE_TEST_CONTEXT$)/.test(entry[0]),
  );
  return Object.fromEntries(kept);
}
