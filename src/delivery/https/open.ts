import type { Settings } from '../../platform/settings/settings.ts';
import { AccessTokens } from './access-tokens.ts';
import { ApiPool, type ApiPoolOptions } from './api-pool.ts';
import { awsAccountOf, loadWithSdk } from './aws.ts';
import { ApiClient } from './client.ts';
import { Credentials } from './credentials.ts';
import { GmailApi } from './gmail.ts';
import { GraphApi } from './graph.ts';
import { JmapApi } from './jmap.ts';
import type { MailApi } from './mail-api.ts';
import { MailgunApi } from './mailgun.ts';

/** The settings whose values those who take mail judge. */
const JUDGED = [
  'SMTP_USER',
  'MAIL_API_USER',
  'MAIL_API_KEY',
  'MAIL_OAUTH_CLIENT_ID',
  'MAIL_OAUTH_CLIENT_SECRET',
  'MAIL_OAUTH_REFRESH_TOKEN',
  'AWS_ACCESS_KEY_ID',
  'AWS_SECRET_ACCESS_KEY',
] as const;

/** What mail by HTTPS or with tokens needs; made once from the settings. */
export class MailAccess {
  readonly credentials: Credentials;
  /** Undefined if the settings name no token server. */
  readonly tokens: AccessTokens | undefined = undefined;
  readonly #settings: Settings;
  readonly #client: ApiClient;

  constructor(settings: Settings, log: ConstructorParameters<typeof Credentials>[1], ca?: string) {
    const given = JUDGED.filter((name) => settings[name] !== undefined);
    this.#settings = settings;
    this.#client = new ApiClient(settings.SMTP_CONNECTIONS, ca);
    this.credentials = new Credentials(given.length > 0 ? given : ['MAIL_API'], log);
    if (settings.MAIL_OAUTH_TOKEN_URL)
      this.tokens = new AccessTokens(settings, this.#client, this.credentials);
  }

  /** Throws SettingsError. */
  async openPool(options: Partial<ApiPoolOptions>): Promise<ApiPool> {
    const connections = this.#settings.SMTP_CONNECTIONS;
    return new ApiPool(await this.#openApi(), this.credentials, { connections, ...options });
  }

  close(): Promise<void> {
    return this.#client.close();
  }

  async #openApi(): Promise<MailApi> {
    const settings = this.#settings;
    const { MAIL_API: api, MAIL_API_URL, MAIL_API_USER: user, MAIL_API_KEY: key } = settings;
    const account = { url: MAIL_API_URL?.replace(/(?<!\/)\/+$/, ''), user };
    const client = this.#client;
    switch (api) {
      case 'gmail':
        return new GmailApi(client, account, this.tokens ?? '');
      case 'graph':
        return new GraphApi(client, account, this.tokens ?? '');
      case 'mailgun':
        return new MailgunApi(client, account, `Basic ${btoa(`api:${key}`)}`);
      case 'ses': {
        const { SesApi } = await loadWithSdk(() => import('./ses.ts'), 'MAIL_API=ses');
        return new SesApi(client, awsAccountOf(settings));
      }
      case 'jmap':
      case undefined:
        return new JmapApi(client, { url: MAIL_API_URL, user }, `Bearer ${key}`);
    }
  }
}
