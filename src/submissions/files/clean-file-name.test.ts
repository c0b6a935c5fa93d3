import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { cleanFileName, tellApart } from './clean-file-name.ts';

const CLEANED: [what: string, name: string, cleaned: string][] = [
  ['plain', 'cv.pdf', 'cv.pdf'],
  ['umlauts', 'Lebenslauf Müller.pdf', 'Lebenslauf Müller.pdf'],
  ['umlauts in two parts', 'Mu\u0308ller.pdf', 'Müller.pdf'],
  ['Cyrillic', 'резюме.docx', 'резюме.docx'],
  ['Arabic', 'سيرة ذاتية.pdf', 'سيرة ذاتية.pdf'],
  ['Hebrew', 'קורות חיים.pdf', 'קורות חיים.pdf'],
  ['CJK', '履歴書.pdf', '履歴書.pdf'],
  ['emoji', '👩‍🚀 plan.png', '👩‍🚀 plan.png'],
  ['a path', '/etc/../home/me/cv.pdf', 'cv.pdf'],
  ['a path of Windows', 'C:\\fakepath\\cv.pdf', 'cv.pdf'],
  ['a folder', '../..', ''],
  ['quotes', 'my "best" \'cv\'.pdf', "my _best_ 'cv'.pdf"],
  ['line breaks', 'cv\r\nBcc: all@example.com\n.pdf', 'cv Bcc_ all@example.com .pdf'],
  ['an override', 'invoice\u202efdp.exe', 'invoicefdp.exe'],
  ['an embedding and marks', '\u202acv\u200f.pdf\u200e', 'cv.pdf'],
  ['zero-width characters', 'c\u200bv\ufeff.p\u2060df', 'cv.pdf'],
  ['an encoded word', '=?utf-8?q?x?=.pdf', '=_utf-8_q_x_=.pdf'],
  ['leading dots', '..htaccess', 'htaccess'],
  ['dots and spaces at the end', 'cv.exe. . ', 'cv.exe'],
  ['a device', 'CON', '_CON'],
  ['a device with an ending', 'lpt1.txt', '_lpt1.txt'],
  ['a device as a part', 'console.txt', 'console.txt'],
  ['a stream', 'cv.pdf:evil.exe', 'cv.pdf_evil.exe'],
  ['many spaces', `invoice.pdf${' '.repeat(80)}.exe`, 'invoice.pdf .exe'],
  ['half a character', 'cv\ud83d.pdf', 'cv\ufffd.pdf'],
  ['nothing', '', ''],
  ['dots', '...', ''],
];

describe('cleanFileName', () => {
  for (const [what, name, cleaned] of CLEANED)
    it(`a file name with ${what} becomes clean`, () => assert.equal(cleanFileName(name), cleaned));

  it('a long file name keeps its ending', () => {
    assert.equal(cleanFileName(`${'x'.repeat(300)}.pdf`), `${'x'.repeat(196)}.pdf`);
    const long = cleanFileName(`${'履'.repeat(300)}.docx`);
    assert.ok(Buffer.byteLength(long) <= 200 && Buffer.byteLength(long) > 190);
    assert.ok(long.endsWith('履.docx'));
    assert.equal(cleanFileName(`a.${'x'.repeat(300)}`).length, 200);
  });

  it('any file name is one that mails and systems can have, and stays as it is the second time', () => {
    const piece = fc.constantFrom(
      ...[
        ['/', '\\', '.', ' ', '"', '\r\n', '\0', '\u202e', 'con', 'é', '履', '👩‍🚀'],
        ['x'.repeat(90), '=?'],
      ].flat(),
    );
    const text = fc.oneof(
      fc.string({ unit: 'binary', maxLength: 400 }),
      fc.array(piece, { maxLength: 30 }).map((all) => all.join('')),
    );
    fc.assert(
      fc.property(text, (name) => {
        const cleaned = cleanFileName(name);
        assert.ok(Buffer.byteLength(cleaned) <= 200);
        assert.doesNotMatch(cleaned, /[/\\"<>:|?*%\p{Cc}\u202a-\u202e\u2066-\u2069]|^[. ]|[. ]$/u);
        assert.ok(cleaned.isWellFormed());
        assert.equal(cleanFileName(cleaned), cleaned);
      }),
    );
  });
});

describe('tellApart', () => {
  it('files of the same name get a number, also if only capitals differ', () => {
    assert.deepEqual(
      tellApart(['cv.pdf', 'CV.PDF', 'cv.pdf', 'other.pdf', 'cv (2).pdf', 'x', 'x']),
      ['cv.pdf', 'CV (2).PDF', 'cv (3).pdf', 'other.pdf', 'cv (2) (2).pdf', 'x', 'x (2)'],
    );
  });

  it('a file cannot have the name of an attachment of this service', () => {
    assert.deepEqual(tellApart(['Submission.json']), ['Submission (2).json']);
  });

  it('a long twin stays within the limit', () => {
    const [, twin = ''] = tellApart([`${'x'.repeat(196)}.pdf`, `${'x'.repeat(196)}.pdf`]);
    assert.equal(twin, `${'x'.repeat(192)} (2).pdf`);
  });
});
