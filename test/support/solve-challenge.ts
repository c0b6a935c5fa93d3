import { hash } from 'node:crypto';
import type { Challenge } from '../../src/contract/schemas.ts';

/** The number that solves a challenge. */
export function solve({ salt, challenge, maxnumber }: Challenge): number {
  for (let number = 0; number <= maxnumber; number += 1) {
    if (hash('sha256', salt + String(number), 'hex') === challenge) return number;
  }
  throw new Error('the challenge has no solution');
}

/** The value that a widget puts into the field `altcha`. */
export const encode = (payload: object): string =>
  Buffer.from(JSON.stringify(payload)).toString('base64');

/** The field `altcha` of a solved challenge. */
export function solutionOf({ maxnumber, ...given }: Challenge): string {
  return encode({ ...given, number: solve({ maxnumber, ...given }) });
}
