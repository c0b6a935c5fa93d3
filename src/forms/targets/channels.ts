import {
  CHANNEL_NAMES,
  OUTSIDE_CHANNELS,
  type ChannelName,
  type OutsideChannelName,
} from '../../contract/channels.ts';
import type { Channel, TargetConfig } from '../../contract/channels/channel.ts';
import type { Disclosure } from '../../mail/mail-facts.ts';
import { DeliveryFailure } from '../../contract/service-error.ts';

/** A mail to the inbox of the form. */
const EMAIL: Channel = {
  retryAfter: { awaited: [], queued: [] },
  failure: 'delivery_failed',
  receiver: 'The mail server of this deployment',
};

const CHANNELS: Readonly<Record<ChannelName, Channel>> = { email: EMAIL, ...OUTSIDE_CHANNELS };

/** A value for each channel. */
export const byChannel = <Value>(valueOf: (name: ChannelName) => Value) =>
  Object.fromEntries(CHANNEL_NAMES.map((name) => [name, valueOf(name)])) as Record<
    ChannelName,
    Value
  >;

/** Mail to the inbox, or a receiver, as one of the destinations of a form's submissions. */
export type Target = OutsideTarget | { channel: 'email'; config: null; awaited: boolean };

export interface OutsideTarget {
  channel: OutsideChannelName;
  config: TargetConfig;
  /** The submitter waits for this target; the others follow in the background. */
  awaited: boolean;
}

/** The targets of a form: first the one that the submitter waits for, then the others. */
export type Targets = readonly [Target, ...Target[]];

/** The mail to the inbox; most forms have no other target. */
export const TO_INBOX: Target = { channel: 'email', config: null, awaited: true };

/** The webhook of a form; undefined if it has none. */
export const webhookOf = (targets: readonly Target[]): TargetConfig | undefined =>
  targets.filter(isOutside).find(({ channel }) => channel === 'webhook')?.config;

export const isOutside = (target: Target): target is OutsideTarget => target.channel !== 'email';

/** A form's stored configuration for the targets of its `delivery`. */
export type OutsideConfigs = Readonly<Partial<Record<OutsideChannelName, TargetConfig>>>;

export const configsOf = (targets: Targets): OutsideConfigs =>
  Object.fromEntries(targets.filter(isOutside).map(({ channel, config }) => [channel, config]));

/** Two targets of one channel with the same identity are the same. */
export const identityOf = ({ channel, config }: OutsideTarget): string =>
  OUTSIDE_CHANNELS[channel].identity(config);

/** Contract, create rule 6: every destination other than the inbox is disclosed to its owner. */
export function disclose(targets: readonly Target[]): Disclosure[] {
  const insteadOfMail = targets.every(isOutside);
  return targets.filter(isOutside).map(({ channel, config }) => ({
    channel,
    insteadOfMail,
    ...OUTSIDE_CHANNELS[channel].destination(config),
  }));
}

/** True if the owner has to agree even after confirming another form of the inbox. */
export const needsConsent = (targets: Targets): boolean => targets.some(isOutside);

/** The part of the targets that is equal in a repeated creation. */
export const identify = (targets: Targets): string =>
  targets
    .filter(isOutside)
    .map((target) => identityOf(target))
    .join('\n');

/** Milliseconds before each further attempt to deliver to the target. */
export function retriesOf({
  channel,
  awaited,
}: Pick<Target, 'channel' | 'awaited'>): readonly number[] {
  const { retryAfter } = CHANNELS[channel];
  return awaited ? retryAfter.awaited : retryAfter.queued;
}

/** The codes that a submitter can get for a delivery that failed. */
export type DeliveryCode = Channel['failure'];

/** The error code for a submitter when the target they waited for failed. */
export const failureOf = ({ channel }: Target): DeliveryCode => CHANNELS[channel].failure;

/**
 * Tells the owner of a form why a channel did not deliver, by class and reply code. It does not
 * quote the receiver's words, which may have addresses.
 */
export function explainFailure(channel: ChannelName, cause: unknown): string {
  const { receiver, advice = {} } = CHANNELS[channel];
  if (!(cause instanceof DeliveryFailure))
    return 'A fault of this service, which its log describes.';
  switch (cause.kind) {
    case 'overloaded':
      return `${receiver} was not asked: it asked for a pause, too much waits for it, or it failed every time before.`;
    case 'doubtful':
      return `${receiver} was sent everything and did not confirm it: it may have arrived.`;
    case 'refused': {
      const { replyCode } = cause;
      if (replyCode === undefined) {
        return `${receiver} could not be reached, or its certificate is not trusted.`;
      }
      const hint = advice[replyCode];
      return `${receiver} refused it: it answered ${replyCode}.${hint === undefined ? '' : ` ${hint}`}`;
    }
  }
}
