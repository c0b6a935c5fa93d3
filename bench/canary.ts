import { randomInt } from 'node:crypto';

/** A mark in one form field or alias, by which the sink knows which request a mail came from. */
export interface Canary {
  run: string;
  number: number;
}

// Letters only: a mail to an inbox that has not agreed yet breaks up long numbers.
const LETTERS = 26;
const RUN_LENGTH = 4;
const NUMBER_LENGTH = 7;
const PATTERN = new RegExp(`canary([a-z]{${RUN_LENGTH}})([a-z]{${NUMBER_LENGTH}})`, 'g');
const ENCODED = /content-transfer-encoding: *base64\r\n(?:[^\r]+\r\n)*\r\n([\w+/=\r\n]+)/gi;

const FIRST = 'a'.charCodeAt(0);

/** A number in letters, the most significant first. */
function spell(value: number, length: number): string {
  let letters = '';
  for (let rest = value; letters.length < length; rest = Math.floor(rest / LETTERS)) {
    letters = String.fromCharCode(FIRST + (rest % LETTERS)) + letters;
  }
  return letters;
}

const read = (letters: string) =>
  Array.from(letters).reduce((value, one) => value * LETTERS + one.charCodeAt(0) - FIRST, 0);

/** Tells the canaries of two runs apart. */
export const newRun = () => spell(randomInt(LETTERS ** RUN_LENGTH), RUN_LENGTH);

/** The same length for every number, so that all bodies of a run have one length. */
export const canaryOf = ({ run, number }: Canary) => `canary${run}${spell(number, NUMBER_LENGTH)}`;

function scan(text: string): Canary[] {
  const found = new Map(Array.from(text.matchAll(PATTERN), (match) => [match[0], match]));
  return Array.from(found.values(), ([, run = '', letters = '']) => ({
    run,
    number: read(letters),
  }));
}

function decodeParts(message: string): string {
  const parts = Array.from(message.matchAll(ENCODED), ([, part = '']) => part);
  return parts.map((part) => Buffer.from(part, 'base64').toString('latin1')).join('\n');
}

/** The canaries in a message, each once: from plain, quoted-printable or base64 parts. */
export function findCanaries(message: string): Canary[] {
  const plain = scan(message);
  if (plain.length > 0) return plain;
  const unfolded = scan(message.replaceAll('=\r\n', ''));
  return unfolded.length > 0 ? unfolded : scan(decodeParts(message));
}
