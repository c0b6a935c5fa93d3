import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { FormSettings } from '../contract/form-settings.ts';
import { parseSubmission } from '../submissions/posted/submission.ts';
import { mailSubjectOf, visitorNameOf } from './mail-subject.ts';

const subjectOf = (
  fields: Record<string, string>,
  settings: FormSettings = {},
  alias = 'Contact',
) =>
  mailSubjectOf(
    { alias, settings, language: 'en' },
    parseSubmission(new Map(Object.entries(fields).map(([name, value]) => [name, [value]]))),
  );

const TEMPLATE = { subject: '{topic} · {form}' };

describe("the subject of a submission's mail", () => {
  it('the subject of a mail is what the form sets, word for word', () => {
    for (const subject of ['Hello', 'A new form is needed', 'Please confirm: 80 % of the limit']) {
      assert.equal(subjectOf({ _subject: subject, a: 'b' }), subject);
      assert.equal(subjectOf({ subject, a: 'b' }, TEMPLATE), subject);
    }
  });

  it('the subject of a mail is who wrote to which form, if the visitor gave a name', () => {
    assert.equal(subjectOf({ name: 'Jörg Müller', a: 'b' }), 'Jörg Müller · Contact');
    assert.equal(subjectOf({ a: 'b' }), 'New submission: Contact');
    assert.equal(subjectOf({ a: 'b' }, { language: 'de' }), 'Neue Einsendung: Contact');
    assert.equal(subjectOf({ name: 'Ada', _test: '1' }), '[Test] Ada · Contact');
  });

  it('the subject of a mail follows the template of the settings', () => {
    assert.equal(subjectOf({ name: 'Ada', topic: 'Tables' }, TEMPLATE), 'Tables · Contact');
    assert.equal(subjectOf({ name: 'Ada', topic: ' ' }, TEMPLATE), 'Contact');
    assert.equal(subjectOf({ name: 'Ada' }, { subject: '{topic}' }), 'Ada · Contact');
    assert.equal(subjectOf({ a: 'b' }, { subject: '{topic}' }), 'New submission: Contact');
  });

  it('the subject of a mail takes no header, placeholder or direction sign from a value', () => {
    const hostile = 'x\r\nBcc: b@evil.example\u202e {form} <b>';
    const subject = subjectOf({ topic: hostile }, { subject: '{topic}' });
    assert.equal(subject, 'x Bcc: b@evil.example {form} <b>');
  });

  it('the subject of a mail is introduced as a submission when it looks like a notice', () => {
    for (const subject of [
      'A new form delivers to this inbox',
      'Confirm this inbox for a new form',
      'The monthly limit of your forms is reached',
      '80 % of the monthly limit of your forms is used',
      'c\u043enfirm this inbox',
    ]) {
      assert.equal(subjectOf({ _subject: subject, a: 'b' }), `New submission: ${subject}`);
      assert.equal(subjectOf({ subject, _test: '1' }), `[Test] New submission: ${subject}`);
      assert.equal(
        subjectOf({ topic: subject }, { subject: '{topic}' }),
        `New submission: ${subject}`,
      );
      const named = subjectOf({ name: subject.slice(0, 40) });
      assert.ok(named.startsWith('New submission: ') || !named.includes('inbox'), named);
    }
    const split = subjectOf({ name: 'Confirm this' }, {}, 'inbox');
    assert.equal(split, 'New submission: Confirm this · inbox');
  });

  it('the subject of a mail keeps its length limit when it is introduced', () => {
    const long = subjectOf({ subject: `Confirm this inbox ${'x'.repeat(300)}`, _test: '1' });
    assert.ok(long.startsWith('[Test] New submission: Confirm'));
    assert.equal(long.length, 200);
  });
});

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
