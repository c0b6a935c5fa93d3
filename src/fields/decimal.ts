/**
 * A decimal number, `digits × 10^exponent`. Browsers check numbers in decimals too, so that 0.3 is
 * a multiple of 0.1.
 */
export interface Decimal {
  readonly digits: bigint;
  readonly exponent: number;
}

/** A valid floating-point number of HTML, or `1.e5`, which Chromium takes too. */
const NUMBER = /^(-?)(\d*)(?:\.(\d+|(?=[eE])))?(?:[eE]([+-]?\d+))?$/;

/** Digits that count, as in Chromium: further ones are cut. */
const PRECISION = 18;

/** Reads a valid floating-point number (HTML, "Numbers"); undefined for other text or overflow. */
export function parseDecimal(text: string): Decimal | undefined {
  const [, sign = '', whole = '', fraction = '', power = '0'] = NUMBER.exec(text) ?? [];
  const value = Number(text);
  if (whole + fraction === '' || !Number.isFinite(value)) return undefined;
  // A number too small for a double is zero, whatever its exponent.
  if (value === 0) return { digits: 0n, exponent: 0 };
  const all = (whole + fraction).replace(/^0+/, '');
  const kept = all.slice(0, PRECISION);
  const exponent = Number(power) - fraction.length + (all.length - kept.length);
  return { digits: BigInt(sign + kept), exponent };
}

/** Two numbers as integers of the same unit, `10^exponent`. */
function align(one: Decimal, other: Decimal): [one: bigint, other: bigint, exponent: number] {
  const exponent = Math.min(one.exponent, other.exponent);
  const scaled = (number: Decimal) => number.digits * 10n ** BigInt(number.exponent - exponent);
  return [scaled(one), scaled(other), exponent];
}

/** Negative if `one` is smaller, 0 if both are equal. */
export function compare(one: Decimal, other: Decimal): number {
  const [left, right] = align(one, other);
  return left < right ? -1 : Number(left > right);
}

const absolute = (number: bigint) => (number < 0n ? -number : number);

/** Chromium has no opinion about multiples beyond what a double holds exactly. */
const EXACT = 2n ** 53n;

/** Chromium's tolerance, as a part of a step. */
const TOLERANCE = 2n ** 24n;

/** True if a number is not a multiple of `step` away from `base`, as Chromium computes it. */
export function missesStep(value: Decimal, step: Decimal, base: Decimal): boolean {
  const [from, to, exponent] = align(value, base);
  const [distance, unit] = align({ digits: absolute(from - to), exponent }, step);
  if (distance > unit * EXACT) return false;
  const remainder = distance % unit;
  const left = remainder * 2n < unit ? remainder : unit - remainder;
  return left * TOLERANCE > unit;
}
