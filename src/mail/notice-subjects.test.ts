import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { fill } from '../catalogs/catalog.ts';
import { LANGUAGES, wordsOf } from '../catalogs/languages.ts';
import { imitatesNotice } from './look-alikes.ts';

describe('a subject', () => {
  for (const language of LANGUAGES) {
    it(`the subject of each notice is recognized in ${language}`, () => {
      // Not those of submissions and answers, which words of others are part of.
      const { submission: _submission, answer: _answer, ...notices } = wordsOf(language).mails;
      const { reached, used } = notices.quota;
      const others = Object.values(notices).flatMap((words) =>
        typeof words === 'object' && 'subject' in words ? [words.subject] : [],
      );
      assert.equal(others.length, 20);
      const written = others.map((text) => fill(text, { operator: 'Acme' }));
      for (const text of [reached.subject, fill(used.subject, { percent: 80 }), ...written]) {
        assert.ok(imitatesNotice(text), text);
      }
    });
  }

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
    'BESTÄTIGEN SIE DlESES P0STFACH',
    'Re: ¿reanudar su formulario?',
    'Re: 您的 表单 已停用！',
  ];
  for (const subject of imitations) {
    it(`a subject looks like a notice: ${JSON.stringify(subject)}`, () =>
      assert.ok(imitatesNotice(subject)));
  }

  for (const subject of [
    '',
    'Hello',
    'A new form',
    'Confirm my booking',
    'Inbox',
    '世界',
    '表单',
    '!!!',
  ]) {
    it(`a subject does not look like a notice: ${JSON.stringify(subject)}`, () =>
      assert.ok(!imitatesNotice(subject)));
  }
});
