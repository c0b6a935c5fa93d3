import assert from 'node:assert/strict';
import { it } from 'node:test';
import { printable } from './printable.ts';

it('a text that is too long for a line ends with an ellipsis', () => {
  assert.equal(printable('é'.repeat(500)), 'é'.repeat(500));
  assert.equal(printable(`${'é'.repeat(499)}😀😀`), `${'é'.repeat(499)}…`);
});

it('a text of several lines is one line, without what steers a terminal', () => {
  assert.equal(printable('a\n\u001b[2Jb'), 'a [2Jb');
});
