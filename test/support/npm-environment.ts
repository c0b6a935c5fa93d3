/**
 * This process's environment for an npm of another folder: without what `npm run` and the test runner
 * tell their children about this one, and with all that says how to reach a registry.
 */
export function npmEnvironment(): Record<string, string> {
  const kept = Object.entries(process.env).filter(
    (entry): entry is [string, string] =>
      entry[1] !== undefined &&
      !/^(npm_(package|lifecycle|config_local)|NODE_TEST_CONTEXT$)/.test(entry[0]),
  );
  return Object.fromEntries(kept);
}
