import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** The flags that `npm start` gives Node in a checkout. */
export function startFlagsOf(checkout: string): string[] {
  const { scripts } = JSON.parse(readFileSync(join(checkout, 'package.json'), 'utf8')) as {
    scripts: { start: string };
  };
  const [, flags = ''] = /exec node (.*)bin\/letterslot\.js$/.exec(scripts.start) ?? [];
  return flags.split(' ').filter((flag) => flag !== '');
}

/** The flags that `npm start` gives Node. */
export const START_FLAGS = startFlagsOf(join(import.meta.dirname, '../..'));
