import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Suspicion } from '../../contract/words.ts';
import type { FormId } from '../routes/route.ts';
import { parseSubmission } from '../submissions/submission.ts';
import { createMark } from './index.ts';

const formId = 'cfm_AAAAAAAAAAAAAAAA' as FormId;

function suspicionsOf(input: Record<string, string>, relaxed?: readonly Suspicion[]) {
  const given = new Map(Object.entries(input).map(([name, value]) => [name, [value]]));
  const mark = createMark(Date.now);
  return mark({ formId, relaxed }, parseSubmission(given), { remember: false }).submission
    .suspicions;
}

const links = (count: number) => 'see https://a.example '.repeat(count);

describe('a suspicion', () => {
  const cases: [about: string, input: Record<string, string>, reasons: string[] | undefined][] = [
    ['nothing', { message: 'Hello' }, undefined],
    ['four links', { message: links(4) }, undefined],
    ['five links', { message: links(5) }, ['links']],
    ['links over all fields', { a: links(3), b: links(2) }, ['links']],
    ['links in the subject', { subject: links(1), message: links(4) }, ['links']],
    ['addresses without a scheme', { message: 'www.a.example '.repeat(5) }, ['links']],
    ['one address named twice over', { message: 'https://www.a.example '.repeat(3) }, undefined],
    ['links in fields that nobody sees', { message: 'm', altcha: links(9) }, undefined],
    ['BBCode', { message: '[URL=https://a.example]x[/url]' }, ['markup']],
    ['BBCode without a value', { message: '[url]a.example[/url]' }, ['markup']],
    ['an anchor', { message: '<A  HREF = "x">' }, ['markup']],
    ['angle brackets', { message: 'a <b and a href, [urls]' }, undefined],
    ['a trap of another service', { message: 'm', _honey: 'x' }, ['foreign_trap']],
    ['the trap by Netlify’s habit', { message: 'm', 'bot-field': 'x' }, ['foreign_trap']],
    ['any honeypot', { message: 'm', My_HoneyPot: 'x' }, ['foreign_trap']],
    ['empty traps', { message: 'm', _honey: ' ', 'bot-field': 'false' }, undefined],
    [
      'all at once',
      { message: `${links(5)}[url=x]`, _honeypot: 'x' },
      ['links', 'markup', 'foreign_trap'],
    ],
  ];
  for (const [about, input, reasons] of cases) {
    it(`a suspicion about ${about}`, () => assert.deepEqual(suspicionsOf(input), reasons));
  }

  it('a suspicion that the form has relaxed does not mark', () => {
    const odd = { message: `${links(5)}[url=x]` };
    assert.deepEqual(suspicionsOf(odd, ['links', 'repeat']), ['markup']);
    assert.equal(suspicionsOf(odd, ['markup', 'links']), undefined);
  });

  it('a suspicion never drops a submission, and never prints a trap', () => {
    const submission = parseSubmission(
      new Map([
        ['_honey', ['x']],
        ['bot-field', ['x']],
        ['message', ['m']],
      ]),
    );
    assert.equal(submission.trapped, false);
    assert.deepEqual(Array.from(submission.fields.keys()), ['message']);
  });
});
