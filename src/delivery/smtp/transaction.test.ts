import assert from 'node:assert/strict';
import { it } from 'node:test';
import fc from 'fast-check';
import { toSmtpData } from './transaction.ts';

/** The message as a server reads it: lines up to the single dot, with stuffed dots removed. */
function readByServer(data: string): string[] {
  assert.ok(data.endsWith('\r\n.\r\n') || data === '.\r\n');
  const lines = data.slice(0, -'.\r\n'.length).split('\r\n').slice(0, -1);
  assert.ok(!lines.includes('.'), 'nothing but the end looks like it');
  return lines.map((line) => (line.startsWith('.') ? line.slice(1) : line));
}

it('a message arrives with all of its lines, and nothing in it ends it early', () => {
  const piece = fc.constantFrom('.', '..', '\r', '\n', '\r\n', 'a', ' ', 'MAIL FROM:<a@b.example>');
  fc.assert(
    fc.property(fc.array(piece), (pieces) => {
      const message = pieces.join('');
      const data = toSmtpData(message);
      assert.doesNotMatch(data, /\r(?!\n)|(?<!\r)\n/, 'no bare line end');
      const lines = message.split(/\r\n|\r|\n/);
      if (lines.at(-1) === '' && lines.length > 1) lines.pop();
      assert.deepEqual(readByServer(data), lines);
    }),
  );
});

it('a message that is not ASCII is refused, because its octets could end a line', () => {
  assert.throws(() => toSmtpData('a\u010db\u010a.\u010d\u010a'));
  assert.throws(() => toSmtpData('Grüße'));
});
