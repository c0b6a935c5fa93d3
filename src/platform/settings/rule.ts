import type { Settings } from './settings-table.ts';

/** A setting is undefined here if it is missing or wrong. */
export type Values = Partial<Settings>;
export type SettingName = keyof Settings;

export type Rule = [involved: readonly SettingName[], broken: boolean, fault: string];

export const bothOrNone = (values: Values, first: SettingName, second: SettingName): Rule => [
  [first, second],
  Boolean(values[first]) !== Boolean(values[second]),
  `${first} and ${second} must be set together.`,
];

export const requiredWith = (
  values: Values,
  name: SettingName,
  other: SettingName,
  value?: string,
): Rule => [
  [name, other],
  !values[name] && (value === undefined ? Boolean(values[other]) : values[other] === value),
  `${name} is required with ${other}${value === undefined ? '' : `=${value}`}.`,
];

/** The settings that say where mail leaves. */
export const WAYS = ['SMTP_URL', 'SMTP_HOST', 'MAIL_API'] as const;
