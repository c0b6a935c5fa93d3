import { OUTSIDE_CHANNEL_NAMES, OUTSIDE_CHANNELS } from '../contract/channels.ts';
import type { OutsideChannel } from '../contract/channels/channel.ts';
import type { DeliveryChannels } from '../submissions/delivery.ts';
import type { Log } from '../platform/log/log.ts';
import { createEmailChannel } from './email.ts';
import type { Post } from './http/call.ts';
import { createHttpChannels } from './http/http-channel.ts';
import { toSent } from './sent.ts';

type Parts = Parameters<typeof createEmailChannel>[0] & { post: Post; log: Log };

/** How each channel delivers. */
export function createChannels({ post, log, ...mail }: Parts): DeliveryChannels {
  const overHttp = createHttpChannels({ post, log, now: mail.now });
  const open = <Config>({ urlOf, compose, headers }: OutsideChannel<Config>) =>
    overHttp<Config>({
      urlOf,
      compose: (delivery, config) => compose(toSent(delivery), config),
      headers,
    });
  const outside = OUTSIDE_CHANNEL_NAMES.map((name) => [name, open(OUTSIDE_CHANNELS[name])]);
  return { email: createEmailChannel(mail), ...Object.fromEntries(outside) };
}
