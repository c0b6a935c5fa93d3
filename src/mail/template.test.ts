import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { fillTemplate, parseTemplate, toValue, type Template } from './template.ts';

function parsed(source: string): Template {
  const template = parseTemplate(source);
  assert.ok('pieces' in template, `${source} is a template`);
  return template;
}

const fill = (source: string, values: Readonly<Record<string, string>>) =>
  fillTemplate(parsed(source), (field) => toValue(values[field] ?? ''));

const VALUES = { name: 'Ada', form: 'Contact', city: '', 'your-name': 'Bob', a: 'A', c: 'C' };

const FILLED: [template: string, text: string][] = [
  ['{name} · {form}', 'Ada · Contact'],
  ['{your-name}', 'Bob'],
  ['{Name} · {form}', 'Contact'],
  ['{form} · {city}', 'Contact'],
  ['{city} · {form}', 'Contact'],
  ['{a}, {city} · {c}', 'A · C'],
  ['{city} - {city} – {c}', 'C'],
  ['{a} | {city}: {city}, {c}', 'A, C'],
  ['Order: {city}', 'Order'],
  ['{city}: order', 'order'],
  ['Request {city}', 'Request'],
  ['{a}-{city}-{c}', 'A--C'],
  ['{{name}', '{name}'],
  ['{{{name}}', '{Ada}'],
  ['{name} }', 'Ada }'],
  ['{city}', ''],
  ['{city} / {city}', ''],
  ['{city}, {unknown} · {city}', ''],
  ['Hello', 'Hello'],
  ['{a}{city} · {c}', 'A · C'],
  ['{a} · {city}{c}', 'A · C'],
  ['Request {city} · {form}', 'Request · Contact'],
  ['{city} · {form} · {city}', 'Contact'],
];

const FAULTS: [template: string, fault: RegExp][] = [
  ['{name', /no \} after it/],
  ['{na{me}', /no \} after it/],
  ['{}', /no name of a field/],
  [' ', /not be blank/],
  ['{name}\r\nBcc: b@evil.example', /line breaks/],
  ['a\u202eb', /direction signs/],
  ['\ud800', /line breaks/],
  ['x'.repeat(201), /at most 200/],
  ['😀'.repeat(201), /at most 200/],
];

describe('a template', () => {
  for (const [template, text] of FILLED) {
    it(`a template ${JSON.stringify(template)} gives ${JSON.stringify(text)}`, () =>
      assert.equal(fill(template, VALUES), text));
  }

  for (const [template, fault] of FAULTS) {
    it(`a template is refused: ${JSON.stringify(template.slice(0, 30))}`, () => {
      const result = parseTemplate(template);
      assert.ok('fault' in result);
      assert.match(result.fault, fault);
    });
  }

  it('a template may have 200 characters beyond the basic plane', () => {
    assert.ok('pieces' in parseTemplate('😀'.repeat(200)));
  });

  it('a template does not fill placeholders in values', () => {
    assert.equal(fill('{name} · {form}', { name: '{form}{{', form: 'F' }), '{form}{{ · F');
  });

  it('a template of any text with any values gives one clean line', () => {
    const piece = fc.constantFrom('{', '}', '{{', '{a}', '{form}', ' · ', ': ', ' - ', 'x', '=?');
    const source = fc
      .array(fc.oneof(piece, fc.string({ unit: 'binary', maxLength: 3 })), { maxLength: 40 })
      .map((pieces) => pieces.join(''));
    const value = fc.oneof(
      fc.string({ unit: 'binary', maxLength: 300 }),
      fc.constantFrom(
        '',
        '\r\nBcc: x@evil.example',
        '\u202egpj',
        '{form}',
        '<b>',
        'x'.repeat(10_000),
      ),
    );
    fc.assert(
      fc.property(source, value, value, (text, a, form) => {
        const template = parseTemplate(text);
        if ('fault' in template) return;
        const line = fillTemplate(template, (field) => toValue({ a, form }[field] ?? ''));
        assert.ok(Array.from(line).length <= 200);
        assert.ok(line.isWellFormed());
        assert.doesNotMatch(
          line,
          /[\p{Cc}\u2028\u2029\u200e\u200f\u202a-\u202e\u2066-\u2069]|=\?/u,
        );
        assert.equal(line, line.trim());
      }),
      { numRuns: 1_000 },
    );
  });
});
