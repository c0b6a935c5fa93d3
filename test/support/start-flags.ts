import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** The launcher of a checkout; older ones, for comparisons, have it in their package.json. */
function launcherOf(checkout: string): string {
  const launcher = join(checkout, 'bin', 'letterslot');
  return readFileSync(existsSync(launcher) ? launcher : join(checkout, 'package.json'), 'utf8');
}

/** The flags that the launcher of a checkout gives Node. */
export function startFlagsOf(checkout: string): string[] {
  const [, flags = ''] =
    /node"? (--max-[^"]+) "?(?:\$bin|bin)\/letterslot\.js/.exec(launcherOf(checkout)) ?? [];
  return flags.split(' ');
}

/** The variables that it sets. */
export const startVariablesOf = (checkout: string): Record<string, string> =>
  Object.fromEntries(
    Array.from(
      launcherOf(checkout).matchAll(/export (\w+)="?(?:\$\{\w+:-)?(\w+)/g),
      ([, name = '', value = '']) => [name, value],
    ),
  );

const ROOT = join(import.meta.dirname, '../..');

/** The flags that `bin/letterslot`, and so `npm start`, gives Node. */
export const START_FLAGS = startFlagsOf(ROOT);
