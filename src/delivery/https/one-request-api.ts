import type { LongMessage } from '../../mail/long-message.ts';
import type { Letter } from '../smtp/transaction.ts';
import type { TokenSource } from '../../platform/settings/smtp-url.ts';
import type { ApiClient } from './client.ts';
import type { Account, MailApi } from './mail-api.ts';

export interface OneRequest {
  url: string;
  /** Media type of the body. */
  type: string;
  body: LongMessage;
}

/** A provider that takes a message in one request. */
export abstract class OneRequestApi implements MailApi {
  abstract readonly octets: number;
  abstract readonly connections: number;
  readonly #client: ApiClient;
  readonly #account: Account;
  readonly #credentials: TokenSource | string;

  constructor(client: ApiClient, account: Account, credentials: TokenSource | string) {
    this.#client = client;
    this.#account = account;
    this.#credentials = credentials;
  }

  protected abstract requestOf(letter: Letter, account: Account): OneRequest;

  async open(): Promise<void> {
    if (typeof this.#credentials !== 'string') await this.#credentials.current();
  }

  async send(letter: Letter, signal: AbortSignal): Promise<void> {
    const { url, type, body } = this.requestOf(letter, this.#account);
    const request = { url, headers: { 'content-type': type }, body, submits: true };
    await this.#client.authorised(request, this.#credentials, signal);
  }
}
