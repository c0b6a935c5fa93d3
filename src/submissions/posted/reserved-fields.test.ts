import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { type Input, parse, shown } from '../../../test/support/fields-of.ts';
import { isEmpty } from './submission.ts';

describe('the subject', () => {
  const cases: [input: Input, subject: string | undefined, shown: string[]][] = [
    [{}, undefined, ['message']],
    [{ _subject: 'A' }, 'A', ['message']],
    [{ subject: 'B' }, 'B', ['message']],
    [{ subject: 'B', _subject: 'A' }, 'A', ['message', 'subject']],
    [{ _subject: ' ', subject: 'B' }, 'B', ['message']],
    [{ _subject: '\r\n\t', subject: ' ' }, undefined, ['message', 'subject']],
    [{ _subject: ['', 'A', 'C'] }, 'A', ['message']],
    [{ _subject: 'a\r\nBcc: b@evil.example' }, 'a Bcc: b@evil.example', ['message']],
    [{ _subject: '=?utf-8?q?x?=' }, '= ?utf-8?q?x?=', ['message']],
    [{ _subject: '\u202e\u200b' }, undefined, ['message']],
    [{ _subject: 's'.repeat(300) }, 's'.repeat(200), ['message']],
    [{ _subject: '😀'.repeat(300) }, '😀'.repeat(200), ['message']],
    [{ Subject: 'B', SUBJECT: 'C' }, undefined, ['message', 'Subject', 'SUBJECT']],
  ];
  for (const [input, subject, names] of cases)
    it(`of ${JSON.stringify(input).slice(0, 60)}`, () => {
      assert.equal(parse(input).subject, subject);
      assert.deepEqual(shown(input), names);
    });
});

describe('the format', () => {
  const cases: [input: Input, attached: boolean, shown: string[]][] = [
    [{}, false, ['message']],
    [{ _format: 'json' }, true, ['message']],
    [{ format: ' JSON ' }, true, ['message']],
    [{ _format: 'csv' }, false, ['message']],
    [{ format: 'paperback' }, false, ['message', 'format']],
    [{ _format: '', format: 'json' }, true, ['message']],
    [{ _format: 'json', format: 'paperback' }, true, ['message', 'format']],
    [{ _format: 'plain', format: 'json' }, false, ['message', 'format']],
  ];
  for (const [input, attached, names] of cases)
    it(`of ${JSON.stringify(input)}`, () => {
      assert.equal(parse(input).attachJson, attached);
      assert.deepEqual(shown(input), names);
    });
});

describe('the redirect', () => {
  const GOOD = 'https://example.com/thanks';
  const cases: [input: Input, redirect: string | undefined, shown: string[]][] = [
    [{}, undefined, ['message']],
    [{ _redirect: GOOD }, GOOD, ['message']],
    [{ redirect: ` ${GOOD} ` }, GOOD, ['message']],
    [{ _redirect: GOOD, redirect: 'http://x' }, GOOD, ['message', 'redirect']],
    [{ _redirect: ' ', redirect: GOOD }, GOOD, ['message']],
    [{ _redirect: ' ', redirect: '' }, undefined, ['message', 'redirect']],
    [{ _redirect: 'http://example.com' }, 'invalid', ['message']],
    [{ redirect: '/thanks' }, 'invalid', ['message']],
    [{ _next: GOOD }, GOOD, ['message']],
    [{ _next: '/thanks' }, 'unknown', ['message']],
    [{ _redirect: ' ', redirect: '', _next: GOOD }, GOOD, ['message', 'redirect']],
    [{ redirect: GOOD, _next: '/thanks' }, GOOD, ['message']],
    [{ redirect: '/thanks', _next: GOOD }, 'invalid', ['message']],
    [{ _redirect: GOOD, redirect: GOOD, _next: GOOD }, GOOD, ['message', 'redirect']],
    [{ next: GOOD, redirectTo: GOOD }, undefined, ['message', 'next', 'redirectTo']],
    [{ _redirect: 'javascript:alert(1)', redirect: GOOD }, 'invalid', ['message', 'redirect']],
  ];
  for (const [input, redirect, names] of cases)
    it(`of ${JSON.stringify(input)}`, () => {
      assert.equal(parse(input).redirect?.toString(), redirect);
      assert.deepEqual(shown(input), names);
    });
});

describe('a test submission', () => {
  const cases: [value: string | string[], test: { echo: string | null } | undefined][] = [
    ['true', { echo: null }],
    [' TRUE ', { echo: null }],
    ['1', { echo: null }],
    ['yes', { echo: null }],
    ['On', { echo: null }],
    ['false', undefined],
    ['0', undefined],
    ['NO', undefined],
    ['off', undefined],
    ['', undefined],
    [' \t', undefined],
    ['run 42', { echo: 'run 42' }],
    ['truely', { echo: 'truely' }],
    ['a\r\nb\u202ec', { echo: 'a bc' }],
    ['\u200b', { echo: null }],
    ['x'.repeat(100), { echo: 'x'.repeat(64) }],
    [['', 'run 1'], { echo: 'run 1' }],
  ];
  for (const [value, test] of cases)
    it(`_test = ${JSON.stringify(value).slice(0, 30)}`, () => {
      assert.deepEqual(parse({ _test: value }).test, test);
      assert.deepEqual(shown({ _test: value }), ['message']);
    });

  it('a field named test does not make a test submission', () => {
    assert.equal(parse({ test: 'true' }).test, undefined);
    assert.deepEqual(shown({ test: 'true' }), ['message', 'test']);
  });
});

describe('a trap', () => {
  const cases: [input: Input, trapped: boolean][] = [
    [{}, false],
    [{ _gotcha: '' }, false],
    [{ _gotcha: ' \r\n' }, false],
    [{ _gotcha: 'x' }, true],
    [{ botcheck: 'on' }, true],
    [{ botcheck: 'true' }, true],
    [{ botcheck: '' }, false],
    [{ botcheck: 'false' }, false],
    [{ botcheck: '', _gotcha: 'x' }, true],
    [{ _gotcha: '', botcheck: 'x' }, true],
    [{ _gotcha: ['', 'x'] }, true],
    [{ gotcha: 'x', _botcheck: 'x' }, false],
  ];
  for (const [input, trapped] of cases)
    it(`of ${JSON.stringify(input)}`, () => {
      assert.equal(parse(input).trapped, trapped);
      const names = shown(input);
      assert.ok(!names.includes('_gotcha') && !names.includes('botcheck'));
    });
});

describe('an empty submission', () => {
  const cases: [input: Input, empty: boolean][] = [
    [{}, true],
    [{ a: '', b: ' \r\n' }, true],
    [{ a: ['', '\u00a0'] }, true],
    [{ _subject: 'A', _test: 'true', access_key: 'x', _gotcha: '' }, true],
    [{ _honey: 'x', _cc: 'a@x.example', altcha: 'x', '_email.from': 'x', _next: 'x' }, true],
    [{ subject: 'Typed by a visitor' }, false],
    [{ subject: ' \u200b' }, false],
    [{ subject: ' ' }, true],
    [{ _subject: 'A', subject: '' }, true],
    [{ _subject: 'A', subject: 'B' }, false],
    [{ a: '', b: 'x' }, false],
    [{ a: ['', 'x'] }, false],
    [{ email: 'jo@example.com' }, false],
    [{ a: '0' }, false],
  ];
  for (const [input, empty] of cases)
    it(`${empty} for ${JSON.stringify(input)}`, () => assert.equal(isEmpty(parse(input)), empty));
});
