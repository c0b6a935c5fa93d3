import { toSingleLine } from './clean-text.ts';

/** Characters of a printed line; a key in the settings has more. */
const MOST_PRINTED = 500;

/** Text of others as one line that cannot steer a terminal; what is cut ends with `…`. */
export function printable(value: unknown): string {
  const characters = Array.from(toSingleLine(String(value), MOST_PRINTED + 1));
  if (characters.length <= MOST_PRINTED) return characters.join('');
  return `${characters.slice(0, MOST_PRINTED - 1).join('')}…`;
}

const ESCAPE = String.fromCodePoint(0x1b);

/** The styles of text, which stay, and what else steers a terminal or turns its text around. */
export const STEERING_SIGN = `${ESCAPE}\\[[\\d;]*m|(?![\\n\\t])\\p{Cc}|[\\u061c\\u200e\\u200f\\u2028-\\u202e\\u2066-\\u2069]`;
const STEERING = new RegExp(STEERING_SIGN, 'gu');

/** Lines for a terminal: of what a terminal obeys, they keep styles and line breaks alone. */
export const withoutSteering = (text: string): string =>
  text.replace(STEERING, (sign) => (sign.length > 1 ? sign : ''));
