import { toLongMessage } from '../../mail/long-message.ts';
import type { Letter } from '../smtp/transaction.ts';
import { OneRequestApi, type OneRequest } from './one-request-api.ts';
import { contentOf, encoded, type Account } from './mail-api.ts';

/** Gmail, `messages.send` with `raw`: recipients are those of the header. */
export class GmailApi extends OneRequestApi {
  readonly octets = 26_000_000;
  readonly connections = 10;

  protected requestOf(
    letter: Letter,
    { url = 'https://gmail.googleapis.com', user = 'me' }: Account,
  ): OneRequest {
    return {
      url: `${url}/gmail/v1/users/${encodeURIComponent(user)}/messages/send`,
      type: 'application/json',
      body: toLongMessage(['{"raw":"', encoded(contentOf(letter), 'base64url'), '"}']),
    };
  }
}
