import assert from 'node:assert/strict';
import { it } from 'node:test';
import fc from 'fast-check';
import { SmtpReplies, SmtpSyntaxError } from './transaction.ts';

const codesOf = (...chunks: string[]) => {
  const replies = new SmtpReplies();
  return chunks.flatMap((chunk) => replies.read(Buffer.from(chunk, 'latin1')));
};

it('replies of a mail server are read by their code, with and without text', () => {
  assert.deepEqual(
    codesOf('250 fine\r\n354\r\n421 \r\n550-no\r\n550 no\r\n'),
    [250, 354, 421, 550],
  );
  assert.deepEqual(codesOf('250 a bare line feed\n'), [250]);
});

it('replies of a mail server may arrive in any pieces', () => {
  const code = fc.integer({ min: 200, max: 599 });
  const words = fc.stringMatching(/^[ -~]{0,20}$/);
  const reply = fc.record({ code, lines: fc.array(words, { minLength: 1, maxLength: 4 }) });
  fc.assert(
    fc.property(fc.array(reply), fc.array(fc.nat(40)), (sent, cuts) => {
      const text = sent
        .flatMap(({ code: number, lines }) =>
          lines.map((line, at) => `${number}${at === lines.length - 1 ? ' ' : '-'}${line}\r\n`),
        )
        .join('');
      const chunks: string[] = [];
      let rest = text;
      for (const cut of cuts) {
        chunks.push(rest.slice(0, cut));
        rest = rest.slice(cut);
      }
      assert.deepEqual(
        codesOf(...chunks, rest),
        sent.map(({ code: number }) => number),
      );
    }),
  );
});

for (const line of ['', 'hello', '25', '2500 x', '199 x', '600 x', '250x', ' 250 x', '٢٥٠ x'])
  it(`a reply of a mail server cannot be ${JSON.stringify(line)}`, () => {
    assert.throws(() => codesOf(`${line}\r\n`), SmtpSyntaxError);
  });

it('a reply of a mail server has one code on all of its lines', () => {
  assert.throws(() => codesOf('250-fine\r\n550 no\r\n'), SmtpSyntaxError);
});

it('a reply of a mail server has a maximum length', () => {
  assert.throws(() => codesOf('2'.repeat(70_000)), SmtpSyntaxError);
  assert.throws(() => codesOf(...Array<string>(2_000).fill(`250-${'x'.repeat(60)}\r\n`)));
  assert.equal(codesOf(...Array<string>(2_000).fill(`250 ${'x'.repeat(60)}\r\n`)).length, 2_000);
});
