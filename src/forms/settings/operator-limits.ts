import type { Context } from '../../platform/context.ts';
import { sendsReplies } from '../../platform/settings/settings.ts';
import type { OperatorLimits } from './setting-rules.ts';

/** What the operator allows in the settings of forms. */
export const operatorLimits = ({
  settings,
  links,
}: Pick<Context, 'settings' | 'links'>): OperatorLimits => ({
  ownHost: new URL(links.base()).hostname,
  asksInboxes: settings.DELIVERY_MODE === 'arbitrary',
  maxFileBytes: settings.MAX_FILE_BYTES,
  targetHosts: settings.TARGET_HOSTS ?? [],
  sendsReplies: sendsReplies(settings),
  replyHosts: settings.AUTO_REPLY_HOSTS ?? [],
});
