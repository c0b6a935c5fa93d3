import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { type Input, parse, shown } from '../../../test/support/fields-of.ts';

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
    [['jo@example.com', 'Jo@EXAMPLE.com '], 'jo@example.com'],
    ['jo@example.com, jo@example.com', 'jo@example.com'],
    ['jo@example.com;', 'jo@example.com'],
    [['jo@example.com', 'jo'], undefined],
    ['\u200bjo@example.com\u200b', 'jo@example.com'],
    ['\ufeffjo@example.com', 'jo@example.com'],
    ['jo@exam\u00adple.com', 'jo@example.com'],
    ['\u202ajo@example.com\u202c', 'jo@example.com'],
    ['\u00a0jo\u00a0@example.com\u3000', 'jo@example.com'],
    ['jo@example\u2060.com\u200e', 'jo@example.com'],
    ['a..b@docomo.ne.jp', '"a..b"@docomo.ne.jp'],
    ['.a@docomo.ne.jp', '".a"@docomo.ne.jp'],
    ['a.@Docomo.ne.jp', '"a."@docomo.ne.jp'],
    ['a..b@', undefined],
    ['a..b c@docomo.ne.jp', undefined],
    [`${'a.'.repeat(32)}@docomo.ne.jp`, undefined],
  ];
  for (const [email, replyTo] of cases)
    it(`the reply-to address of the email ${JSON.stringify(email)}`, () => {
      assert.equal(parse({ email }).replyTo, replyTo);
      assert.deepEqual(shown({ email }), ['message', 'email']);
    });

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
  for (const [input, replyTo] of others)
    it(`the reply-to address of ${JSON.stringify(input)}, which stays shown`, () => {
      assert.equal(parse(input).replyTo, replyTo);
      assert.deepEqual(shown(input), ['message', ...Object.keys(input)]);
    });

  it('the reply-to address comes from no other field', () => {
    const input = { 'reply-to': A, 'e-mail': A, _email: A, 'email ': A, from: A };
    assert.equal(parse(input).replyTo, undefined);
  });
});

describe('why replies reach nobody', () => {
  const cases: [input: Input, noReply: string | undefined][] = [
    [{ email: 'a@example.com' }, undefined],
    [{ name: 'Ada' }, undefined],
    [{ email: 'none' }, undefined],
    [{ email: ['a@example.com', 'b@example.com'] }, 'several'],
    [{ email: 'a@example.com, b@example.com' }, 'several'],
    [{ email: 'Jo <jo@example.com>' }, 'unused'],
    [{ email: ['a@example.com', 'x'] }, 'unused'],
    [{ email: 'jörg@example.com' }, 'unused'],
    [{ contact: 'write to jo@example.com' }, 'unused'],
    [{ email: 'jo＠example.com' }, 'unused'],
  ];
  for (const [input, noReply] of cases)
    it(`why replies to ${JSON.stringify(input)} reach nobody`, () =>
      assert.equal(parse(input).noReply, noReply));
});
