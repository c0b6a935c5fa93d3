import type { Disclosure } from '../../mail/mail-facts.ts';
import type { FormTarget } from '../../contract/form-targets.ts';

/** A signing secret that was replaced, and until when it signs too; milliseconds since the epoch. */
export interface OldSecret {
  secret: string;
  until: number;
}

/** The secrets that sign the calls of a target. */
export interface TargetSecrets {
  secret?: string;
  previous?: OldSecret;
}

/** The codes that a submitter can get for a delivery that failed. */
export type DeliveryCode = 'delivery_failed' | 'webhook_delivery_failed';

/** Everything about a channel except delivering, which is in `delivery/channels`. */
export interface Channel {
  /** Milliseconds before each further attempt, while a visitor waits and in the background. */
  retryAfter: { awaited: readonly number[]; queued: readonly number[] };
  /** The error code for a submitter who waited for a failed delivery. */
  failure: DeliveryCode;
  /** What takes its deliveries, as the subject of a sentence. */
  receiver: string;
  /** What statuses mean there, for the owner of a form: sentences about what to do. */
  advice?: Readonly<Record<number, string>>;
}

/** A channel to elsewhere than the inbox, whose owner has to agree to each destination first. */
export interface OutsideChannel<Config> extends Channel {
  /** A target of the settings, whose members fit. */
  fromTarget(target: FormTarget, secrets: TargetSecrets): Config;
  /** As its owner sees it before agreeing. */
  destination(config: Config): Pick<Disclosure, 'place' | 'address'>;
  /** What makes two configurations the same target; `PUT` of the same one keeps its state. */
  identity(config: Config): string;
}
