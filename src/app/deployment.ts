import type { SettingsService } from '../forms/settings/setting-rules.ts';
import { sendsReplies, type Settings } from '../platform/settings/settings.ts';
import type { Deployment } from '../web/discovery/descriptor.ts';
import { readRelease } from './source-commit.ts';

/** What this deployment says of itself. */
export const toDeployment = (settings: Settings): Deployment => ({
  version: settings.SOURCE_COMMIT ?? 'unknown',
  release: readRelease(),
  source: settings.SOURCE_URL,
  deliveryMode: settings.DELIVERY_MODE,
  startPage: settings.START_PAGE,
});

/** What the operator allows the settings of forms to be; `base` is the public URL. */
export const toSettingsService = (settings: Settings, base: string): SettingsService => ({
  ownHost: new URL(base).hostname,
  asksInboxes: settings.DELIVERY_MODE === 'arbitrary',
  maxFileBytes: settings.MAX_FILE_BYTES,
  targetHosts: settings.TARGET_HOSTS ?? [],
  sendsReplies: sendsReplies(settings),
  replyHosts: settings.AUTO_REPLY_HOSTS ?? [],
});
