import type { Log } from '../../platform/log/log.ts';

/** Milliseconds between two lines of the log. */
const QUIET = 60_000;

/** Who judges credentials: the token server, or the one that takes the mail. */
type Judge = 'token' | 'mail';

/** How the credentials of the settings stand with those who judge them. */
export class Credentials {
  readonly #settings: readonly string[];
  readonly #log: Pick<Log, 'mailCredentialsRefused' | 'refreshTokenRotated'>;
  #refusedBy: Judge | undefined = undefined;
  #loggedAt = -Infinity;

  constructor(
    settings: readonly string[],
    log: Pick<Log, 'mailCredentialsRefused' | 'refreshTokenRotated'>,
  ) {
    this.#settings = settings;
    this.#log = log;
  }

  /** The names of the settings that are at fault, from a refusal to the next success. */
  get fault(): string | undefined {
    return this.#refusedBy && this.#settings.join(', ');
  }

  refused(by: Judge, replyCode: number): void {
    this.#refusedBy = by;
    const now = performance.now();
    if (now - this.#loggedAt < QUIET) return;
    this.#loggedAt = now;
    this.#log.mailCredentialsRefused({ settings: this.#settings, by, replyCode });
  }

  /** A token proves nothing to one who refused a mail; a mail proves all. */
  accepted(by: Judge): void {
    if (by === 'mail' || this.#refusedBy === 'token') this.#refusedBy = undefined;
  }

  rotated(): void {
    this.#log.refreshTokenRotated();
  }
}
