import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { imitatesNotice, NOTICE_SUBJECTS } from './notice-subjects.ts';

describe('a subject', () => {
  it('is recognized as that of a notice, for each notice there is', () => {
    for (const subject of Object.values(NOTICE_SUBJECTS)) {
      const text = typeof subject === 'string' ? subject : subject(80);
      assert.ok(imitatesNotice(text), text);
    }
  });

  const imitations = [
    'CONFIRM THIS INBOX FOR A NEW FORM',
    'Re: confirm  this inbox, please',
    'Confirm this inbox',
    'CONFlRM THlS INB0X',
    '𝐂𝐨𝐧𝐟𝐢𝐫𝐦 𝐭𝐡𝐢𝐬 𝐢𝐧𝐛𝐨𝐱',
    'Ｃｏｎｆｉｒｍ　ｔｈｉｓ　ｉｎｂｏｘ',
    // Cyrillic о, і and х; Greek Ο and Ε; accents; a zero-width space.
    'C\u043enf\u0456rm th\u0456s inb\u043e\u0445',
    'A NEW F\u039fRM D\u0395LIVERS TO THIS INBOX',
    'Cónfírm thís ínböx',
    'Confirm th\u200bis inbox',
    'The.monthly.limit.of.your.forrns',
    'A new forrn delivers to this inbox',
  ];
  for (const subject of imitations) {
    it(`is taken for that of a notice: ${JSON.stringify(subject)}`, () =>
      assert.ok(imitatesNotice(subject)));
  }

  for (const subject of ['', 'Hello', 'A new form', 'Confirm my booking', 'Inbox', '世界', '!!!']) {
    it(`is like no notice: ${JSON.stringify(subject)}`, () => assert.ok(!imitatesNotice(subject)));
  }
});
