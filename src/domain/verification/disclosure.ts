import type { DeliveryMode } from '../../contract/words.ts';
import type { Route } from '../routes/route.ts';

/** A web address that submissions go to, as the owner of the inbox should see it before agreeing. */
export interface Disclosure {
  mode: Exclude<DeliveryMode, 'email'>;
  label: string;
  /** The host on a line of its own, so that no long URL hides it. */
  host: string;
  url: string;
}

const LABELS: Record<Disclosure['mode'], string> = {
  webhook: 'Submissions are not emailed but sent to a web address the requester chose',
  both: 'Submissions are also sent to a web address the requester chose',
};

/** Contract, create rule 6: the webhook URL is disclosed to the inbox that is asked. */
export function discloseWebhook({ mode, webhook }: Route): Disclosure | undefined {
  if (!webhook || mode === 'email') return undefined;
  return { mode, label: LABELS[mode], host: new URL(webhook.url).host, url: webhook.url };
}
