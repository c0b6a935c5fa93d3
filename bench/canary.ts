import { randomInt } from 'node:crypto';

/** A mark in one form field or alias, by which the sink knows which request a mail came from. */
export interface Canary {
  run: string;
  number: number;
}

const RUN_DIGITS = 4;
const NUMBER_DIGITS = 7;
const PATTERN = new RegExp(`canary([0-9a-z]{${RUN_DIGITS}})([0-9a-z]{${NUMBER_DIGITS}})`, 'g');
const ENCODED = /content-transfer-encoding: *base64\r\n(?:[^\r]+\r\n)*\r\n([\w+/=\r\n]+)/gi;

const base36 = (value: number, digits: number) => value.toString(36).padStart(digits, '0');

/** Tells the canaries of two runs apart. */
export const newRun = () => base36(randomInt(36 ** RUN_DIGITS), RUN_DIGITS);

/** The same length for every number, so that all bodies of a run have one length. */
export const canaryOf = ({ run, number }: Canary) => `canary${run}${base36(number, NUMBER_DIGITS)}`;

function scan(text: string): Canary[] {
  const found = new Map(Array.from(text.matchAll(PATTERN), (match) => [match[0], match]));
  return Array.from(found.values(), ([, run = '', digits = '']) => ({
    run,
    number: Number.parseInt(digits, 36),
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
