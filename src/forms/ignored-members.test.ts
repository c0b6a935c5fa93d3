import assert from 'node:assert/strict';
import { it } from 'node:test';
import fc from 'fast-check';
import { remarkOnIgnored } from './ignored-members.ts';

const cases: [string[], string | undefined][] = [
  [[], undefined],
  [['colour'], '`colour` has no effect here.'],
  [['setings'], '`setings` has no effect here. Did you mean “settings”?'],
  [['nmae'], '`nmae` has no effect here; the name of the form is `alias`.'],
  [['langauge'], '`langauge` has no effect here; put it under `settings.language`.'],
  [
    ['emial', 'colour'],
    '`emial` has no effect here. Did you mean “email”? `colour` has no effect here.',
  ],
  [['a', 'b'], '`a` and `b` have no effect here.'],
  [['a', 'b', 'c', 'd', 'e'], '`a`, `b`, `c` and 2 more members have no effect here.'],
  [['a', 'b', 'c', 'd'], '`a`, `b`, `c` and 1 more member have no effect here.'],
  [
    ['x', 'mode'],
    '`mode` has no effect here; put it under `delivery.mode`. `x` has no effect here.',
  ],
  [
    ['delivery.webhook'],
    '`delivery.webhook` has no effect here; set `delivery.mode` to `webhook` or `both`.',
  ],
  [
    ['to', 'name', 'url', 'mode', 'title'],
    '`to` has no effect here; the inbox is `email`. ' +
      '`name` has no effect here; the name of the form is `alias`. ' +
      '`url` has no effect here; put the URL into `delivery.webhook.url`. ' +
      '`mode` and `title` have no effect here.',
  ],
  [
    ['redirect'],
    '`redirect` has no effect here; put it into the form as a field named `_redirect`.',
  ],
  [['origins'], '`origins` has no effect here; put it under `settings.origins`.'],
  [['__proto__', 'constructor'], '`__proto__` and `constructor` have no effect here.'],
  [['', ' \u200b'], '2 unnamed members have no effect here.'],
  [['\n'], '1 unnamed member has no effect here.'],
  [['a\r\nb\u202e\0`c`<b>&'], '`a b cb` has no effect here.'],
  [['n'.repeat(1_000)], `\`${'n'.repeat(40)}\` has no effect here.`],
];
for (const [names, remark] of cases)
  it(`the remark on ${JSON.stringify(names).slice(0, 60)} is ${remark?.slice(0, 60)}`, () =>
    assert.equal(remarkOnIgnored(names), remark));

it('the remark on ignored members is one short line without markup for any names', () => {
  const name = fc.oneof(fc.string(), fc.string({ unit: 'binary', maxLength: 300 }));
  fc.assert(
    fc.property(fc.uniqueArray(name, { maxLength: 30 }), (names) => {
      const remark = remarkOnIgnored(names) ?? '';
      assert.ok(remark.length < 400, remark);
      assert.ok(remark.isWellFormed());
      assert.doesNotMatch(remark, /[\p{Cc}\u2028\u2029\u202a-\u202e\u2066-\u2069<>&]/u);
    }),
    { numRuns: 2_000 },
  );
});
