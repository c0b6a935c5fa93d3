import assert from 'node:assert/strict';
import { it } from 'node:test';
import fc from 'fast-check';
import { addressInField } from './address-in-field.ts';

const ADDRESS = 'jo.o-neil+x@example.com';

for (const field of [
  `rfc822; ${ADDRESS}`,
  `RFC822;${ADDRESS}`,
  `rfc822 ; ${ADDRESS} `,
  `rfc822;<${ADDRESS}>`,
  `rfc822; < ${ADDRESS} >`,
  `rfc822; ${ADDRESS} (Jo)`,
  `rfc822 (Internet); (a (nested; <x@y.z>) one) ${ADDRESS}`,
  `rfc822; Jo <${ADDRESS}>`,
  `rfc822; "Jo; <jo@other.example>" <${ADDRESS}>`,
  `rfc822; "Jo \\" (x" <${ADDRESS}> (moved \\) away)`,
  'rfc822; "jo.o-neil+x"@example.com',
  'rfc822; "jo.o\\-neil+x"@example.com',
  `rfc822; "${ADDRESS}"`,
  'rfc822; jo.o-neil+x @ example . com',
  'rfc822; jo.o-neil+x(Jo)@(home)example.com',
  `rfc822; <@a.example,@b.example:${ADDRESS}>`,
  `utf-8; ${ADDRESS}`,
  ADDRESS,
  `<${ADDRESS}>`,
  `rfc822; <${ADDRESS}`,
])
  it(`the address is read from ${field}`, () => assert.equal(addressInField(field), ADDRESS));

it('a field without an address has none', () => {
  for (const field of ['', 'rfc822;', 'rfc822; (jo@example.com)', 'x400; /C=de', 'rfc822; <>'])
    assert.equal(addressInField(field), undefined, field);
});

it('the address is found whatever comments and blanks are put between its parts', () => {
  const between = fc.constantFrom('', ' ', '\t', '(c)', ' (a (b) \\) c) ');
  fc.assert(
    fc.property(
      fc.array(between, { minLength: 7, maxLength: 7 }),
      fc.boolean(),
      (parts, angled) => {
        const [a, b, c, d, e, f, g] = parts;
        const [open, close] = angled ? ['"x, y; z"<', '>'] : ['', ''];
        const field = `${a}rfc822${b};${c}${open}${d}jo${e}@${f}example.com${g}${close}`;
        assert.equal(addressInField(field), 'jo@example.com', field);
      },
    ),
  );
});

it('an endless field takes time in proportion to its length', () => {
  for (const unit of ['(', ')', '"', '<', '>', '@', ';', '\\', ':', ' ', 'a']) {
    const begun = performance.now();
    addressInField(unit.repeat(200_000));
    assert.ok(performance.now() - begun < 1_000, unit);
  }
});
