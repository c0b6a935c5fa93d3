import { readFileSync } from 'node:fs';
import { join } from 'node:path';

const { scripts } = JSON.parse(
  readFileSync(join(import.meta.dirname, '../../package.json'), 'utf8'),
) as { scripts: { start: string } };

/** The flags that `npm start` gives Node. */
export const START_FLAGS = (/exec node (.*)bin\/letterslot\.js$/.exec(scripts.start)?.[1] ?? '')
  .split(' ')
  .filter((flag) => flag !== '');
