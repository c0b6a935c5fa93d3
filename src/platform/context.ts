import type { Links } from './links.ts';
import type { Log } from './log/log.ts';
import type { Keyring } from './secrets/keyring.ts';
import type { Settings } from './settings/settings.ts';
import type { Store } from './stores/store.ts';

/** The parts that every feature may use; `app/service.ts` opens it. */
export interface Context {
  store: Store;
  keyring: Keyring;
  links: Links;
  log: Log;
  /** Milliseconds since the epoch. */
  now: () => number;
  settings: Settings;
}
