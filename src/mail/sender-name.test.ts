import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { FormSettings } from '../contract/form-settings.ts';
import type { Route } from '../forms/route.ts';
import { SenderNames } from './sender-name.ts';

const names = new SenderNames({ operator: 'Acme Ltd', sender: 'Acme Forms' });

function senderOf(
  fields: Readonly<Record<string, string>>,
  settings: FormSettings = {},
  alias = 'Contact page',
): string | undefined {
  const route = { alias, settings, language: 'en' } as unknown as Route;
  return names.of(route, new Map(Object.entries(fields).map(([name, value]) => [name, [value]])));
}

const PLAIN = undefined;

const NAMES: [
  fields: Record<string, string>,
  settings: FormSettings,
  sender: string | undefined,
][] = [
  [{ name: 'Jörg Müller' }, {}, 'Jörg Müller via Contact page'],
  [{ name: 'Jörg Müller' }, { language: 'de' }, 'Jörg Müller über Contact page'],
  [{ name: 'علي' }, {}, 'علي via Contact page'],
  [{ message: 'x' }, {}, PLAIN],
  [
    { name: 'Ada', city: 'Bonn' },
    { sender_name: '{name}, {city} – {form}' },
    'Ada, Bonn – Contact page',
  ],
  [{ name: 'Ada' }, { sender_name: '{name}' }, 'Ada via Contact page'],
  [{ message: 'x' }, { sender_name: '{name} via {form}' }, PLAIN],
  [{ message: 'x' }, { sender_name: '{name} · {form}' }, 'Contact page'],
  [{ message: 'x' }, { sender_name: 'Website: {name}, {city}' }, 'Website'],
  [{ message: 'x' }, { sender_name: '{form}' }, 'Contact page'],
  [{ name: '{form}' }, { sender_name: '{name} via {form}' }, '{form} via Contact page'],
];

const IMITATIONS = [
  ['Letterslot', 'L3TTERSL0T support', 'Lеttеrslоt', 'Acme Ltd', 'A c m e  L t d'],
  ['Acrne Forrns', 'support@bank.com via', 'support＠bank.example', 'bank.com', 'bank․com'],
  ['https://bank', 'Letter\u200bslot', '\u202etolsrettel Letterslot'],
].flat();

describe("the sender's name of a submission", () => {
  for (const [fields, settings, sender] of NAMES) {
    const about = JSON.stringify({ ...fields, ...settings });
    it(`the sender's name is ${sender ?? 'the plain one'} for ${about}`, () =>
      assert.equal(senderOf(fields, settings), sender));
  }

  for (const name of IMITATIONS) {
    it(`the sender's name is the plain one for a visitor called ${JSON.stringify(name)}`, () => {
      assert.equal(senderOf({ name }), PLAIN);
      assert.equal(senderOf({ name }, { sender_name: '{name} at {form}' }), PLAIN);
    });
  }

  it("the sender's name does not join words to a name of this service", () => {
    const joined = { sender_name: '{a}{b} {form}' };
    assert.equal(senderOf({ a: 'Letter', b: 'slot' }, joined), PLAIN);
    assert.equal(senderOf({ a: 'Letter' }, { sender_name: '{a}slot {form}' }), PLAIN);
    assert.equal(senderOf({ name: 'Letter' }, { sender_name: '{name}{form}' }, 'slot'), PLAIN);
  });

  it("the sender's name has the operator's words for a form that is called like them or an address", () => {
    for (const alias of [
      'Acme Forms security',
      'shop.example',
      'help@shop.example',
      'Letterslot',
    ]) {
      assert.equal(senderOf({ name: 'Ada' }, {}, alias), 'Ada via Acme Forms');
    }
  });

  it("the sender's name always ends with the form, however long the name is", () => {
    const sender = senderOf({ name: 'x'.repeat(10_000) });
    assert.equal(sender, `${'x'.repeat(60)} via Contact page`);
    const spaced = senderOf({ name: `Ada${'\u00a0'.repeat(400)}` });
    assert.equal(spaced, 'Ada via Contact page');
    const long = { sender_name: '{name}'.repeat(30) };
    assert.equal(senderOf({ name: 'x'.repeat(60) }, long), PLAIN);
  });
});
