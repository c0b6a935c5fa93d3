const UNITS = [
  { unit: 'megabyte', bytes: 1_000_000, unitDisplay: 'short' },
  { unit: 'kilobyte', bytes: 1_000, unitDisplay: 'short' },
] as const;

/** Few enough to be counted: `70 bytes`, the short form would be `70 byte`. */
const FEW = { unit: 'byte', bytes: 1, unitDisplay: 'long' } as const;

/** A size in the unit that fits, as people of this language (a BCP 47 tag) write it: `1.25 MB`. */
export function describeBytes(language: string, size: number): string {
  const { bytes, unit, unitDisplay } = UNITS.find((each) => size >= each.bytes) ?? FEW;
  const form = { style: 'unit', unit, unitDisplay, maximumFractionDigits: 2 } as const;
  return new Intl.NumberFormat(language, form).format(size / bytes);
}
