const DAY = 86_400_000;

/** The last instant of a JavaScript date, which is where browsers end too. */
const LATEST = 8_640_000_000_000_000;

const DATE = /^(\d{4,6})-(\d\d)-(\d\d)$/;
const TIME = /^(\d\d):(\d\d)(?::(\d\d)(?:\.(\d{1,3}))?)?$/;

/** A valid date string of HTML in milliseconds since 1970; undefined for other text. */
function parseDate(text: string): number | undefined {
  const [, year = '0', month = '0', day = '0'] = DATE.exec(text) ?? [];
  const date = new Date(0);
  date.setUTCFullYear(Number(year), Number(month) - 1, Number(day));
  const isThatDay = date.getUTCMonth() === Number(month) - 1 && date.getUTCDate() === Number(day);
  return Number(year) > 0 && isThatDay ? date.getTime() : undefined;
}

/** A valid time string of HTML in milliseconds since midnight; undefined for other text. */
export function parseTime(text: string): number | undefined {
  const match = TIME.exec(text);
  if (!match) return undefined;
  const [, hours = '', minutes = '', seconds = '0', fraction = ''] = match;
  if (Number(hours) > 23 || Number(minutes) > 59 || Number(seconds) > 59) return undefined;
  const whole = (Number(hours) * 60 + Number(minutes)) * 60 + Number(seconds);
  return whole * 1_000 + Number(fraction.padEnd(3, '0'));
}

/** An HTML local date and time as milliseconds since 1970 in UTC; undefined if it is invalid. */
function parseDateTime(text: string): number | undefined {
  const at = text.search(/[T ]/);
  const [date, time] = [parseDate(text.slice(0, Math.max(at, 0))), parseTime(text.slice(at + 1))];
  if (date === undefined || time === undefined || date + time > LATEST) return undefined;
  return date + time;
}

/** How to read each type of moment, milliseconds per unit of its `step`, and the default step. */
export const MOMENTS = {
  date: { parse: parseDate, unit: DAY, normal: 1, example: '2026-01-31' },
  time: { parse: parseTime, unit: 1_000, normal: 60, example: '09:30' },
  'datetime-local': { parse: parseDateTime, unit: 1_000, normal: 60, example: '2026-01-31T09:30' },
} as const;

export type MomentType = keyof typeof MOMENTS;

export const isMoment = (type: string): type is MomentType => Object.hasOwn(MOMENTS, type);
