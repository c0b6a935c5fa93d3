import { TokenFailure, type MailFailure } from '../../mail/mailer.ts';
import { toLongMessage } from '../../mail/long-message.ts';
import type { Settings } from '../../platform/settings/settings.ts';
import type { TokenSource } from '../../platform/settings/smtp-url.ts';
import { pickSet } from '../../platform/text/json.ts';
import type { ApiClient } from './client.ts';
import type { Credentials } from './credentials.ts';

/** Milliseconds for one request of a token. */
const PATIENCE = 10_000;

/** Milliseconds for which a failure is not tried again. */
const PAUSE = 5_000;

/** Seconds of a token whose end the server does not say (RFC 6749, 5.1), and before its end. */
const USUAL = 300;
const MARGIN = 60;

/** Access tokens by OAuth 2: a refresh token, else client credentials (RFC 6749, 4.4 and 6). */
export class AccessTokens implements TokenSource {
  readonly #settings: Settings;
  #refreshToken: string | undefined;
  readonly #client: ApiClient;
  readonly #credentials: Credentials;
  #token: string | undefined = undefined;
  /** When the token ends, and when another may be tried: milliseconds of the monotonic clock. */
  #endsAt = 0;
  #mayAskAt = 0;
  #underWay: Promise<string> | undefined = undefined;

  constructor(settings: Settings, client: ApiClient, credentials: Credentials) {
    this.#settings = settings;
    this.#refreshToken = settings.MAIL_OAUTH_REFRESH_TOKEN;
    this.#client = client;
    this.#credentials = credentials;
  }

  /** A token that has not ended; throws MailFailure. At most one request is under way. */
  current(): Promise<string> {
    const now = performance.now();
    if (this.#token !== undefined && now < this.#endsAt) return Promise.resolve(this.#token);
    // What has just failed answers all that come in the next moment, too.
    if (this.#underWay && now < this.#mayAskAt) return this.#underWay;
    const asked = this.#ask();
    this.#mayAskAt = Infinity;
    this.#underWay = asked;
    asked.then(
      () => (this.#underWay = undefined),
      () => (this.#mayAskAt = performance.now() + PAUSE),
    );
    return asked;
  }

  discard(token: string): void {
    if (this.#token === token) this.#token = undefined;
  }

  judged(replyCode?: number): void {
    if (replyCode === undefined) this.#credentials.accepted('mail');
    else this.#credentials.refused('mail', replyCode);
  }

  async #ask(): Promise<string> {
    const settings = this.#settings;
    const refreshToken = this.#refreshToken;
    const form = new URLSearchParams(
      pickSet<Record<string, string>>({
        grant_type: refreshToken === undefined ? 'client_credentials' : 'refresh_token',
        client_id: settings.MAIL_OAUTH_CLIENT_ID,
        client_secret: settings.MAIL_OAUTH_CLIENT_SECRET,
        refresh_token: refreshToken,
        scope: settings.MAIL_OAUTH_SCOPE,
      }),
    );
    const headers = { 'content-type': 'application/x-www-form-urlencoded' };
    const body = toLongMessage([form.toString()]);
    const url = settings.MAIL_OAUTH_TOKEN_URL ?? '';
    const signal = AbortSignal.timeout(PATIENCE);
    const { status, json = {} } = await this.#client
      .call({ url, headers, body }, signal)
      .catch(({ reason }: MailFailure) => {
        throw new TokenFailure(reason);
      });
    const { access_token: token, expires_in: seconds = USUAL, refresh_token: rotated } = json;
    if (status === 400 || status === 401) this.#credentials.refused('token', status);
    if (status !== 200 || typeof token !== 'string') throw new TokenFailure(status);
    this.#credentials.accepted('token');
    if (typeof rotated === 'string' && rotated !== refreshToken) {
      this.#refreshToken = rotated;
      this.#credentials.rotated();
    }
    const lasts = Number(seconds) || USUAL;
    this.#endsAt = performance.now() + (lasts - Math.min(MARGIN, lasts / 10)) * 1_000;
    this.#token = token;
    return token;
  }
}
