import { setImmediate as nextTurn } from 'node:timers/promises';
import type { EncryptionKey } from '../../contract/schemas.ts';
import { ServiceError } from '../../contract/service-error.ts';
import type { Context } from '../../platform/context.ts';
import type { EmailAddress } from '../../platform/text/email-address.ts';
import type { RateLimiter } from '../rate-limit.ts';
import { PatientTurns } from '../../platform/waiting/turns.ts';
import { describeSentKey, faultOfKeyIn, type KeyContext } from './check-key.ts';
import { findKey, type FileSource } from './find-key.ts';

/** Milliseconds that a key waits for its turn. */
const PATIENCE = 5_000;

/** Computes with one key at a time; between two keys the process answers requests. */
export class KeyTurns extends PatientTurns {
  constructor(patience = PATIENCE) {
    super({
      most: 1,
      patience,
      overloaded: () => new ServiceError('rate_limited', { retry_after_seconds: patience / 1_000 }),
    });
  }

  override run<T>(who: string, task: () => Promise<T>): Promise<T> {
    return super.run(who, async () => {
      await nextTurn();
      return task();
    });
  }
}

/** Keys that mails to owners can be encrypted to; ADR 48. */
export class EncryptionKeys {
  readonly #files: FileSource;
  readonly #context: KeyContext;

  constructor(
    { now }: Pick<Context, 'now'>,
    limiter: RateLimiter,
    files: FileSource,
    turns: KeyContext['turns'] = new KeyTurns(),
  ) {
    this.#files = files;
    this.#context = { limiter, turns, now };
  }

  /** Throws `rate_limited`. */
  faultIn(settings: unknown, by: string): Promise<string | undefined> {
    return faultOfKeyIn(settings, by, this.#context);
  }

  /** Throws `rate_limited`, `invalid_json` and `settings_invalid`. */
  describe(body: unknown, by: string): Promise<EncryptionKey> {
    return describeSentKey(body, by, this.#context);
  }

  /** Throws `rate_limited`, and `not_found` with a sentence. */
  find(address: EmailAddress, by: string): Promise<EncryptionKey> {
    return findKey(address, by, this.#context, this.#files);
  }
}
