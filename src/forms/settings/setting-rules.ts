import {
  SETTING_NAMES,
  type FormSettings,
  type SettingName,
} from '../../contract/form-settings.ts';
import { LIMITS } from '../../contract/limits.ts';
import type { Targets } from '../targets/channels.ts';
import type { TargetState } from '../targets/places.ts';
import type { EmailAddress } from '../../platform/text/email-address.ts';
import type { ReportFault } from './schema-faults.ts';
import type { LocalPages } from './web-url.ts';

/** A form that was made without settings. */
export const NO_SETTINGS: FormSettings = Object.freeze({});

type SettingValue<Name extends SettingName> = NonNullable<FormSettings[Name]>;

/** A value that fits the schema; in a list, faulty items are undefined. */
export type Fitting<Value> = Value extends readonly (infer Item)[]
  ? readonly (Item | undefined)[]
  : Value;

/** The document, form and limits that a setting is judged in. */
export interface RuleContext {
  localPages: LocalPages;
  /** The whole document as it was sent; other members may have faults. */
  document: Readonly<Record<string, unknown>>;
  limits: OperatorLimits;
  form: SettingsForm | undefined;
}

/** What the operator allows in the settings of forms. */
export interface OperatorLimits {
  /** Its own host name, which no target may lead to. */
  ownHost: string;
  /** MAX_FILE_BYTES; 0 for no files. */
  maxFileBytes: number;
  /** False if a mail provider confirms inboxes: then there are no copies. */
  asksInboxes: boolean;
  /** Hosts of chats besides the well-known ones (TARGET_HOSTS). */
  targetHosts: readonly string[];
  /** Forms may answer their visitors (AUTO_REPLIES). */
  sendsReplies: boolean;
  /** Hosts that automatic replies may link to (AUTO_REPLY_HOSTS). */
  replyHosts: readonly string[];
}

/** Allows all that the contract allows. */
export const WIDEST_LIMITS: OperatorLimits = {
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
  judge?(value: Fitting<SettingValue<Name>>, report: ReportFault, context: RuleContext): void;
  /** The value as it is stored. */
  normalise?(value: SettingValue<Name>): SettingValue<Name>;
  /**
   * True if the change sends content to a new target, mails anybody new or changes who can read it.
   * Then it waits for the owner of the inbox.
   */
  widens?(before: SettingValue<Name> | undefined, after: SettingValue<Name> | undefined): boolean;
  /** The lines that the owner reads before agreeing, if not the texts of the value. */
  describe?(value: SettingValue<Name>): string[];
}

/** Settings with these values, in the order of the table, without undefined members. */
export function toSettings(valueOf: (name: SettingName) => unknown): FormSettings {
  const members = SETTING_NAMES.map((name) => [name, valueOf(name)] as const);
  return Object.freeze(Object.fromEntries(members.filter(([, value]) => value !== undefined)));
}

/** The settings with another value of one setting. */
export const withSetting = <Name extends SettingName>(
  settings: FormSettings,
  name: Name,
  value: FormSettings[Name],
): FormSettings => toSettings((each) => (each === name ? value : settings[each]));

/** True if two documents or parts are the same; members are always in one order. */
export const isSame = (one: unknown, other: unknown): boolean =>
  JSON.stringify(one) === JSON.stringify(other);
