import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { imitatesNotice } from '../../src/mail/look-alikes.ts';
import { SenderNames } from '../../src/mail/sender-name.ts';

const TABLE = join(import.meta.dirname, 'confusables.txt');

/** Each Latin letter with the characters that look like it. */
const rows = Array.from(
  readFileSync(TABLE, 'utf8').matchAll(/^([a-z]) (.+)$/gm),
  ([, letter = '', codes = '']) =>
    [
      letter,
      codes.split(' ').map((code) => String.fromCodePoint(Number.parseInt(code, 16))),
    ] as const,
);

/** It has every letter. */
const OPERATOR = 'Sphinx of black quartz judge my vow';

const names = new SenderNames({ operator: OPERATOR, sender: 'Forms' });

const senderOf = (name: string, alias = 'Contact') =>
  names.of({ alias, settings: {}, language: 'en' } as never, new Map([['name', [name]]]));

/** A long s is one, and reads as one; the table takes it for an f. */
const EXCEPT = new Set('ſ');

describe('names that look like the operator', () => {
  it('no confusable of the table of Unicode lets a visitor pose as the operator', () => {
    assert.equal(rows.flatMap(([, all]) => all).length, 1_257);
    const passed = rows.flatMap(([letter, all]) => {
      const posing = (character: string) =>
        OPERATOR.replace(new RegExp(letter, 'i'), () => character);
      const isTold = (text: string) => senderOf(text) === undefined;
      return all.filter((one) => !EXCEPT.has(one) && !isTold(posing(one)));
    });
    assert.deepEqual(passed, []);
  });

  const posing =
    'ꓡꓰꓔꓔꓰꓣꓢꓡꓳꓔ|ᏞᎬᎢᎢᎬᎡᏚᏞᎾᎢ|ᒪETTERSᒪOT|ⳐETTERSLOT|Lettersl०t|Lettersⵏot|Lettersاot|L e t t e r s l ० t|Letters∣ot|Lettersᚲot'.split(
      '|',
    );
  for (const name of posing) {
    it(`${JSON.stringify(name)} gets the plain sender, as a visitor and as a form`, () => {
      assert.equal(senderOf(name), undefined);
      assert.doesNotMatch(senderOf('Ada', name.replaceAll(' ', '')) ?? '', /ot/i);
    });
  }

  const honest =
    'Иван Петров|王小明 Tony|卡拉OK|محمد علی|Ada 🎉|Łukasz Żółć|Nguyễn Văn Đức|Θεόδωρος|José Ñandú|M. O’Brien|Ǝmrı|יעל|สมชาย|Ада-Мария'.split(
      '|',
    );
  for (const name of honest) {
    it(`${JSON.stringify(name)} is shown as a visitor's name`, () => {
      assert.equal(senderOf(name), `${name} via Contact`);
    });
  }

  it('a subject with a word of mixed scripts counts as one that imitates a notice, and one of two languages does not', () => {
    assert.ok(imitatesNotice('Your form is ѕtoрреd'));
    assert.ok(imitatesNotice('ᏚᎢOᏢᏢᎬᎠ'));
    for (const subject of ['Заказ iPhone', '問い合わせ Tokyo', 'שלום from Ada', 'Größe ⅔ – 20 °C'])
      assert.ok(!imitatesNotice(subject), subject);
  });
});
