import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { visitorNameOf } from './mail-subject.ts';

const nameIn = (fields: Readonly<Record<string, string>>) =>
  visitorNameOf(new Map(Object.entries(fields).map(([name, value]) => [name, [value]])));

const CASES: [fields: Record<string, string>, name: string][] = [
  [{ name: 'Jörg Müller' }, 'Jörg Müller'],
  [{ Name: ' Ada\r\nLovelace ' }, 'Ada Lovelace'],
  [{ 'your-name': 'Ada' }, 'Ada'],
  [{ full_name: 'Ada', name: '' }, 'Ada'],
  [{ firstName: 'Ada', last_name: 'Lovelace' }, 'Ada Lovelace'],
  [{ Vorname: 'Jörg', Nachname: 'Müller' }, 'Jörg Müller'],
  [{ name: 'Müller', vorname: 'Jörg' }, 'Jörg Müller'],
  [{ nombre: 'Ana', apellidos: 'Ruiz Gil' }, 'Ana Ruiz Gil'],
  [{ prénom: 'Léa', nom: 'Petit' }, 'Léa Petit'],
  [{ nom: 'Petit' }, 'Petit'],
  [{ 姓名: '李雷' }, '李雷'],
  [{ name: 'محمد علي' }, 'محمد علي'],
  [{ message: 'Hello' }, ''],
  [{ company_name: 'Acme', username: 'ada' }, ''],
  [{ name: '123' }, ''],
  [{ name: '\u200b\u2800\u3164' }, ''],
  [{ name: `Ada${'\u00a0'.repeat(50)}Lovelace` }, 'Ada Lovelace'],
  [{ name: 'Ada\u202egpj\u2066' }, 'Adagpj'],
  [{ name: 'x'.repeat(10_000) }, 'x'.repeat(60)],
];

describe("a visitor's name", () => {
  for (const [fields, name] of CASES) {
    it(`a visitor's name in ${JSON.stringify(fields).slice(0, 60)} is ${JSON.stringify(name.slice(0, 20))}`, () =>
      assert.equal(nameIn(fields), name));
  }

  it("a visitor's name is one of several values of its field", () => {
    assert.equal(visitorNameOf(new Map([['name', ['', 'Ada', 'Bob']]])), 'Ada');
  });
});
