import { OneRequestApi, type OneRequest } from './one-request-api.ts';
import { contentOf, encoded, type Account } from './mail-api.ts';
import type { Letter } from '../smtp/transaction.ts';

/**
 * Microsoft Graph, `sendMail` with MIME: recipients are those of the header, and the sent mail
 * stays in the mailbox. Exchange serves four requests of a mailbox at the same time.
 */
export class GraphApi extends OneRequestApi {
  // The request, in base64, has at most 4 MB.
  readonly octets = 3_000_000;
  readonly connections = 4;

  protected requestOf(
    letter: Letter,
    { url = 'https://graph.microsoft.com/v1.0', user = '' }: Account,
  ): OneRequest {
    return {
      url: `${url}/users/${encodeURIComponent(user)}/sendMail`,
      type: 'text/plain',
      body: encoded(contentOf(letter), 'base64'),
    };
  }
}
