import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { parseSubmission } from './submission.ts';

type Input = Record<string, string | string[]>;

const parse = (input: Input) =>
  parseSubmission(
    new Map(
      Object.entries(input).map(([name, value]) => [name, Array.isArray(value) ? value : [value]]),
    ),
  );

const shown = (input: Input) => Array.from(parse({ message: 'x', ...input }).fields.keys());

describe('the reply-to address', () => {
  const cases: [email: string | string[], replyTo: string | undefined][] = [
    ['jo@example.com', 'jo@example.com'],
    [' Jo@EXAMPLE.com ', 'Jo@example.com'],
    [['', 'jo@example.com', ' '], 'jo@example.com'],
    ['', undefined],
    ['jo', undefined],
    ['a@example.com, b@example.com', undefined],
    [['a@example.com', 'b@example.com'], undefined],
    ['Jo <jo@example.com>', undefined],
    ['jo@example.com\r\nBcc: x@evil.example', undefined],
    ['jörg@example.com', undefined],
  ];
  for (const [email, replyTo] of cases) {
    it(`the reply-to address of the email ${JSON.stringify(email)}`, () => {
      assert.equal(parse({ email }).replyTo, replyTo);
      assert.deepEqual(shown({ email }), ['message', 'email']);
    });
  }

  const A = 'a@example.com';
  const B = 'b@example.com';
  const C = 'c@example.com';
  const others: [input: Input, replyTo: string | undefined][] = [
    [{ replyto: B }, B],
    [{ replyTo: B }, B],
    [{ replyTo: B, replyto: C }, C],
    [{ Email: A }, A],
    [{ EMAIL: 'jo', Email: A, _replyto: C }, A],
    [{ Email: A, email: B }, B],
    [{ ReplyTo: B, _replyTo: C }, C],
    [{ replyTo: '@' }, undefined],
    [{ _replyto: C, replyto: B }, C],
    [{ email: A, _replyto: C }, A],
    [{ email: '', _replyto: C }, C],
    [{ email: `${A}, ${B}`, _replyto: C }, C],
    [{ email: [A, B], replyto: C }, C],
    [{ email: 'jo', _replyto: [A, B], replyto: C }, C],
    [{ email: 'jo', _replyto: `${A}\r\nBcc: ${B}`, replyto: ' ' }, undefined],
  ];
  for (const [input, replyTo] of others) {
    it(`the reply-to address of ${JSON.stringify(input)}, which stays shown`, () => {
      assert.equal(parse(input).replyTo, replyTo);
      assert.deepEqual(shown(input), ['message', ...Object.keys(input)]);
    });
  }

  it('the reply-to address comes from no other field', () => {
    const input = { 'reply-to': A, 'e-mail': A, _email: A, 'email ': A, from: A };
    assert.equal(parse(input).replyTo, undefined);
  });
});
