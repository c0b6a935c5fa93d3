import { readFileSync } from 'node:fs';
import { join } from 'node:path';

function startScriptOf(checkout: string): string {
  const { scripts } = JSON.parse(readFileSync(join(checkout, 'package.json'), 'utf8')) as {
    scripts: { start: string };
  };
  return scripts.start;
}

/** The flags that `npm start` gives Node in a checkout. */
export function startFlagsOf(checkout: string): string[] {
  const [, flags = ''] = /exec node (.*)bin\/letterslot\.js$/.exec(startScriptOf(checkout)) ?? [];
  return flags.split(' ').filter((flag) => flag !== '');
}

/** The variables that `npm start` sets in a checkout. */
export const startVariablesOf = (checkout: string): Record<string, string> =>
  Object.fromEntries(
    Array.from(
      startScriptOf(checkout).matchAll(/export (\w+)=(\w+);/g),
      ([, name = '', value = '']) => [name, value],
    ),
  );

const ROOT = join(import.meta.dirname, '../..');

/** The flags that `npm start` gives Node, and the variables that it sets. */
export const START_FLAGS = startFlagsOf(ROOT);
export const START_VARIABLES = startVariablesOf(ROOT);
