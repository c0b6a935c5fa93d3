import { CHANNEL_NAMES, type ChannelName, type OutsideChannelName } from '../../contract/words.ts';
import type { Channel, DeliveryCode, Destination, OutsideChannel } from './channel.ts';
import { WEBHOOK, type Webhook } from './webhook.ts';

/** What a form keeps for each channel. */
interface Configs {
  email: null;
  webhook: Webhook;
}

/** A mail to the inbox of the form. */
const EMAIL: Channel = { retryAfter: { awaited: [], queued: [] }, failure: 'delivery_failed' };

const OUTSIDE: { readonly [Name in OutsideChannelName]: OutsideChannel<Configs[Name]> } = {
  webhook: WEBHOOK,
};

const CHANNELS: Readonly<Record<ChannelName, Channel>> = { email: EMAIL, ...OUTSIDE };

/** A value for each channel. */
export const byChannel = <Value>(valueOf: (name: ChannelName) => Value) =>
  Object.fromEntries(CHANNEL_NAMES.map((name) => [name, valueOf(name)])) as Record<
    ChannelName,
    Value
  >;

/** One of the places that the submissions of a form are delivered to. */
export type Target<Name extends ChannelName = ChannelName> = {
  [Each in Name]: {
    channel: Each;
    config: Configs[Each];
    /** The submitter waits for it and is told its outcome; the others follow in the background. */
    awaited: boolean;
  };
}[Name];

/** The targets of a form: first the one that the submitter waits for, then the others. */
export type Targets = readonly [Target, ...Target[]];

/** The mail to the inbox, which most forms have alone. */
export const TO_INBOX: Target = { channel: 'email', config: null, awaited: true };

/** The webhook of a form; undefined where it has none. */
export const webhookOf = (targets: Targets): Webhook | undefined =>
  targets.find((target) => target.channel === 'webhook')?.config;

const isOutside = (target: Target): target is Target<OutsideChannelName> =>
  target.channel !== 'email';

const destinationOf = <Name extends OutsideChannelName>({ channel, config }: Target<Name>) =>
  OUTSIDE[channel].destination(config);

const identityOf = <Name extends OutsideChannelName>({ channel, config }: Target<Name>) =>
  OUTSIDE[channel].identity(config);

/** A destination that the owner of the inbox has to agree to. */
export interface Disclosure extends Destination {
  channel: OutsideChannelName;
  /** Nothing is mailed to the inbox. */
  insteadOfMail: boolean;
}

/** Contract, create rule 6: whatever leads away from the inbox is disclosed to its owner. */
export function disclose(targets: Targets): Disclosure[] {
  const insteadOfMail = targets.every(isOutside);
  return targets.filter(isOutside).map((target) => {
    const { channel } = target;
    return { channel, insteadOfMail, ...destinationOf(target) };
  });
}

/** Whether the owner of the inbox has to agree, though another form of it was confirmed before. */
export const needsConsent = (targets: Targets): boolean => targets.some(isOutside);

/** What a repeated creation has to have in common with the first one. */
export const identify = (targets: Targets): string =>
  targets
    .filter(isOutside)
    .map((target) => identityOf(target))
    .join('\n');

/** Milliseconds before each further attempt to deliver there. */
export function retriesOf({
  channel,
  awaited,
}: Pick<Target, 'channel' | 'awaited'>): readonly number[] {
  const { retryAfter } = CHANNELS[channel];
  return awaited ? retryAfter.awaited : retryAfter.queued;
}

/** What a submitter gets when the target they waited for failed. */
export const failureOf = ({ channel }: Target): DeliveryCode => CHANNELS[channel].failure;
