import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { imapAccount } from './imap-account.ts';

const INBOX = { host: 'imap.example.com', port: 993, secure: true, user: 'ada', folder: 'INBOX' };

const ACCOUNTS: Record<string, object> = {
  'imaps://ada@imap.example.com/INBOX': INBOX,
  'imaps://ada@imap.example.com': { ...INBOX, folder: undefined },
  'imaps://ada@imap.example.com/': { ...INBOX, folder: undefined },
  'imap://ada@imap.example.com/INBOX': { ...INBOX, secure: false, port: 143 },
  'imaps://ada@imap.example.com:1993/INBOX': { ...INBOX, port: 1993 },
  'imaps://ada@example.com@imap.example.com/INBOX': { ...INBOX, user: 'ada@example.com' },
  'imaps://a%2Fb@imap.example.com/Entw%C3%BCrfe/%23%201': {
    ...INBOX,
    user: 'a/b',
    folder: 'Entwürfe/# 1',
  },
  'imaps://ada@[::1]/INBOX': { ...INBOX, host: '::1' },
};

const REFUSED: Record<string, RegExp> = {
  'imap.example.com': /must look like/,
  'https://ada@imap.example.com/': /must look like/,
  'imaps://imap.example.com/INBOX': /must look like/,
  'imaps://ada@/INBOX': /must look like/,
  'imaps://ada@imap.example.com/#1': /percent-encoded/,
  'imaps://ada@imap.example.com/%FF': /folder that is not percent-encoded/,
  'imaps://ada:secret@imap.example.com/INBOX': /has a password, which other users/,
};

describe('the URL of a mailbox at a mail server', () => {
  for (const [url, account] of Object.entries(ACCOUNTS))
    it(`${url} is read`, () => {
      assert.deepEqual(imapAccount(url), account);
    });

  for (const [url, fault] of Object.entries(REFUSED))
    it(`${url} is refused, and not repeated`, () => {
      assert.throws(() => imapAccount(url), fault);
      assert.throws(
        () => imapAccount(url),
        (error: Error) => !error.message.includes('secret'),
      );
    });
});
