import {
  SETTING_NAMES,
  type FormSettings,
  type SettingName,
} from '../../contract/form-settings.ts';
import { LIMITS } from '../../contract/limits.ts';
import type { Targets } from '../targets/channels.ts';
import type { TargetState } from '../targets/places.ts';
import type { EmailAddress } from '../../platform/text/email-address.ts';
import type { Report } from './schema-faults.ts';

/** A form that was made without settings. */
export const NO_SETTINGS: FormSettings = Object.freeze({});

/** Whether a page of this local origin, like `http://localhost:3000`, may be linked to. */
export type AllowsLocal = (origin: string) => boolean;

type SettingValue<Name extends SettingName> = NonNullable<FormSettings[Name]>;

/** A value that fits the schema; in a list, an item that does not is undefined. */
export type Fitting<Value> = Value extends readonly (infer Item)[]
  ? readonly (Item | undefined)[]
  : Value;

/** The surroundings that the value of a setting is checked against. */
export interface Beside {
  allowsLocal: AllowsLocal;
  /** The whole document as it was sent; other members may have faults. */
  document: Readonly<Record<string, unknown>>;
  service: SettingsService;
  form: SettingsForm | undefined;
}

/** Limits of the operator of this service. */
export interface SettingsService {
  /** Its own host name, which no target may lead to. */
  ownHost: string;
  /** MAX_FILE_BYTES; 0 for no files. */
  maxFileBytes: number;
  /** Whether it asks inboxes by its own mails, and not a mail provider: only then there are copies. */
  asksInboxes: boolean;
  /** Hosts of chats besides the well-known ones (TARGET_HOSTS). */
  targetHosts: readonly string[];
  /** Whether forms may answer their visitors (AUTO_REPLIES), and which hosts they may link to (AUTO_REPLY_HOSTS). */
  sendsReplies: boolean;
  replyHosts: readonly string[];
}

/** A service that allows all that the contract allows. */
export const ANY_SERVICE: SettingsService = {
  ownHost: '',
  asksInboxes: true,
  maxFileBytes: LIMITS.largestFileBytes,
  targetHosts: [],
  sendsReplies: true,
  replyHosts: [],
};

/** The form that the settings are for. */
export interface SettingsForm {
  address: EmailAddress;
  targets: Targets;
  targetStates?: readonly TargetState[] | undefined;
}

/** Rules of a setting that its schema cannot express. */
export interface SettingRules<Name extends SettingName> {
  judge?(value: Fitting<SettingValue<Name>>, report: Report, beside: Beside): void;
  /** The value as it is stored, if that differs from what was sent. */
  normalise?(value: SettingValue<Name>): SettingValue<Name>;
  /**
   * Whether the change lets content reach a new place, mails anybody new or changes who can read it:
   * then it waits for the owner of the inbox.
   */
  widens?(before: SettingValue<Name> | undefined, after: SettingValue<Name> | undefined): boolean;
  /** The lines that its owner reads before agreeing, if they are not its texts in their order. */
  describe?(value: SettingValue<Name>): string[];
}

/** Settings with these values, members in the order of the table; those without a value are left out. */
export function toSettings(valueOf: (name: SettingName) => unknown): FormSettings {
  const members = SETTING_NAMES.map((name) => [name, valueOf(name)] as const);
  return Object.freeze(Object.fromEntries(members.filter(([, value]) => value !== undefined)));
}

/** The settings with another value of one of them. */
export const withSetting = <Name extends SettingName>(
  settings: FormSettings,
  name: Name,
  value: FormSettings[Name],
): FormSettings => toSettings((each) => (each === name ? value : settings[each]));

/** Whether two documents or parts of them are the same; members are always in one order. */
export const isSame = (one: unknown, other: unknown): boolean =>
  JSON.stringify(one) === JSON.stringify(other);
