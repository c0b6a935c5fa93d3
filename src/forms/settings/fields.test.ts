import assert from 'node:assert/strict';
import { it } from 'node:test';
import type { FormSettings } from '../../contract/form-settings.ts';
import { ServiceError } from '../../contract/service-error.ts';
import { wordsOf } from '../../catalogs/languages.ts';
import { describeChange } from '../../catalogs/describe-change.ts';
import { parseSettings } from './parse-settings.ts';
import { WIDEST_LIMITS } from './setting-rules.ts';
import { changesBetween } from './setting-changes.ts';
import type { Fault } from './schema-faults.ts';

const PLACE = { path: '', limits: WIDEST_LIMITS };

const parse = (fields: unknown) => parseSettings({ fields }, PLACE);

/** The pointers of all faults, without what all of them begin with. */
function faultsOf(...fields: object[]): string[] {
  try {
    parse(fields);
  } catch (error) {
    assert.ok(error instanceof ServiceError && error.code === 'settings_invalid', String(error));
    const { errors } = error.details as { errors: readonly Fault[] };
    return errors.map(({ path }) => path.replace('/fields/', ''));
  }
  return [];
}

const A = { name: 'a' };

const FAULTY: [why: string, fields: object[], faults: string[]][] = [
  ['two have one name', [A, { name: 'b' }, A], ['2/name']],
  ['a name is blank', [{ name: ' ' }], ['0/name']],
  ['a name has a line break', [{ name: 'a\nb' }], ['0/name']],
  ['a name is longer than names that are read', [{ name: '😀'.repeat(101) }], ['0/name']],
  ...['_gotcha', 'botcheck', '_honey', 'my-honeypot', '_test', '_dry_run', '_subject'].map(
    (name): (typeof FAULTY)[number] => [`a name is ${name}`, [{ name }], ['0/name']],
  ),
  ...['_redirect', '_next', 'redirect', '_format', 'altcha', 'g-recaptcha-response', '_cc'].map(
    (name): (typeof FAULTY)[number] => [`a name is ${name}`, [{ name }], ['0/name']],
  ),
  ['a label has a direction sign', [{ ...A, label: 'a\u202eb' }], ['0/label']],
  ['a placeholder has a line break', [{ ...A, placeholder: 'a\nb' }], ['0/placeholder']],
  ['a date has a pattern', [{ ...A, type: 'date', pattern: 'a' }], ['0/pattern']],
  ['a textarea has a pattern', [{ ...A, type: 'textarea', pattern: 'a' }], ['0/pattern']],
  ['a number has lengths', [{ ...A, type: 'number', maxlength: 3 }], ['0/maxlength']],
  ['a text has bounds', [{ ...A, min: 1, max: 2, step: 1 }], ['0/min', '0/max', '0/step']],
  ['a text has options', [{ ...A, options: ['x'] }], ['0/options']],
  [
    'a radio is multiple',
    [{ ...A, type: 'radio', options: ['x'], multiple: true }],
    ['0/multiple'],
  ],
  ['a hidden field is required', [{ ...A, type: 'hidden', required: true }], ['0/required']],
  ['a date has a placeholder', [{ ...A, type: 'date', placeholder: 'x' }], ['0/placeholder']],
  ['lengths contradict', [{ ...A, minlength: 3, maxlength: 2 }], ['0/minlength']],
  ['bounds are texts', [{ ...A, type: 'number', min: '1', max: '2' }], ['0/min', '0/max']],
  ['bounds contradict', [{ ...A, type: 'number', min: 2, max: 1 }], ['0/min']],
  ['dates contradict', [{ ...A, type: 'date', min: '2024-02-01', max: '2024-01-01' }], ['0/min']],
  ['a date does not exist', [{ ...A, type: 'date', max: '2023-02-29' }], ['0/max']],
  ['a time is a number', [{ ...A, type: 'time', min: 9 }], ['0/min']],
  ['a step is 0', [{ ...A, type: 'number', step: 0 }], ['0/step']],
  ['a step is a text', [{ ...A, type: 'number', step: '1' }], ['0/step']],
  ['a step is half a day', [{ ...A, type: 'date', step: 0.5 }], ['0/step']],
  ['a step is below a millisecond', [{ ...A, type: 'time', step: 0.0001 }], ['0/step']],
  ['a select has no options', [{ ...A, type: 'select' }], ['0/options']],
  ['a radio has no options', [{ ...A, type: 'radio' }], ['0/options']],
  ['options are equal', [{ ...A, type: 'select', options: ['x', 'y', 'x'] }], ['0/options/2']],
  ['an option of a radio is blank', [{ ...A, type: 'radio', options: [''] }], ['0/options/0']],
  [
    'a value has a line break',
    [{ ...A, type: 'radio', options: [{ value: 'a\nb', label: 'x' }] }],
    ['0/options/0/value'],
  ],
  ['one checkbox is multiple', [{ ...A, type: 'checkbox', multiple: true }], ['0/multiple']],
  [
    'checkboxes are not multiple',
    [{ ...A, type: 'checkbox', options: ['x', 'y'], multiple: false }],
    ['0/multiple'],
  ],
  ['a file is asked for', [{ ...A, type: 'file' }], ['0/type']],
  ['autocomplete is unknown', [{ ...A, autocomplete: 'colour' }], ['0/autocomplete']],
  ['a pattern looks ahead', [A, { name: 'b', pattern: '(?=a)b' }], ['1/pattern']],
  [
    'patterns are too large together',
    ['a', 'b', 'c', 'd'].map((name) => ({ name, pattern: '[ab]{5000}(cd)?.{0,1500}' })),
    ['3/pattern'],
  ],
  ['one pattern is too large', [{ ...A, pattern: '(a{0,1000}){0,1000}' }], ['0/pattern']],
  [
    'no text with a pattern is long enough',
    [{ ...A, pattern: 'a+', minlength: 2_001 }],
    ['0/minlength'],
  ],
  [
    'several things are wrong',
    [
      { ...A, type: 'file' },
      { ...A, min: 1 },
    ],
    ['0/type', '1/min', '1/name'],
  ],
  [
    'one has no shape, and others are wrong',
    [{ ...A, type: 'colour' }, { name: 'b', min: 1 }, A, { ...A, pattern: '(?=a)b' }],
    ['0/type', '1/min', '3/name', '3/pattern'],
  ],
];

const FINE: [why: string, fields: object[]][] = [
  [
    'reserved names that people fill in',
    ['email', 'subject', 'message', '_replyto', 'replyto'].map((name) => ({ name })),
  ],
  ['a time over midnight', [{ ...A, type: 'time', min: '22:00', max: '06:00', step: 900 }]],
  ['false for what is not there', [{ ...A, type: 'date', required: false, multiple: false }]],
  ['a select that begins empty', [{ ...A, type: 'select', options: ['', 'x'], required: true }]],
  [
    'a group of checkboxes',
    [{ ...A, type: 'checkbox', options: ['x', { value: 'y', label: 'Y' }] }],
  ],
  ...[
    String.raw`.+@example\.com`,
    String.raw`(https?://)?(www\.)?linkedin\.com/in/.+`,
    '[A-Za-z ]{1,500}',
    '.{1,5000}',
    '[ab]*a[ab]{900}',
    String.raw`[\p{Lu}\p{Ll}\p{Lt}\p{Lm}\p{Lo}\p{Mn}\p{Mc}\p{Me}\p{Nd}\p{Nl}\p{No}\p{P}]*`,
    String.raw`[^\p{L}]`.repeat(20),
  ].map((pattern): (typeof FINE)[number] => [`the pattern ${pattern}`, [{ ...A, pattern }]]),
  [
    'a long pattern in each of many fields',
    Array.from({ length: 90 }, (_, at) => ({ name: `a${at}`, pattern: '[a-z]+@.+[.](com|org)' })),
  ],
  [
    'autofill',
    ['on', 'email', 'section-a billing street-address', 'WORK tel', 'home email webauthn'].map(
      (autocomplete, at) => ({ name: `a${at}`, autocomplete }),
    ),
  ],
];

for (const [why, fields, faults] of FAULTY)
  it(`declared fields are refused if ${why}`, () => assert.deepEqual(faultsOf(...fields), faults));
for (const [what, fields] of FINE)
  it(`declared fields may have ${what}`, () => assert.deepEqual(faultsOf(...fields), []));

it('only what has a default is to be left out', () => {
  const messages = (fields: unknown): string[] => {
    try {
      parse(fields);
    } catch (error) {
      const { errors } = (error as ServiceError).details as { errors: readonly Fault[] };
      return errors.map(({ message }) => message);
    }
    return [];
  };
  assert.deepEqual(messages([{ name: '' }, null, { name: 'a', label: '' }]), [
    'It must not be empty.',
    'It must not be null.',
    'It must not be empty. Leave it out to have its default.',
  ]);
});

it('declared fields are stored alike, whatever the order of their members', () => {
  const one = parse([{ options: [{ label: 'X', value: 'x' }], type: 'radio', name: 'a' }]);
  const other = parse([{ name: 'a', type: 'radio', options: [{ value: 'x', label: 'X' }] }]);
  assert.equal(JSON.stringify(one), JSON.stringify(other));
});

it('a change of declared fields is a line for each, and choices are in words', () => {
  const wanted: FormSettings = {
    fields: [
      { name: 'email', label: 'Ihre E-Mail', type: 'email', required: true, maxlength: 80 },
      { name: 'plan', type: 'radio', options: ['S', { value: 'm', label: 'M' }] },
    ],
    unknown_fields: 'refuse',
    challenge: 'always',
  };
  const words = wordsOf('de');
  const { before, after } = words.settings;
  const { options: challenge } = words.inbox.settings.challenge;
  const { accept, refuse } = words.inbox.settings.unknown_fields.options;
  assert.deepEqual(
    changesBetween({ fields: [A] }, wanted).map((change) => describeChange(words, change)),
    [
      {
        name: words.settings.names.challenge,
        lines: [`${before}: ${challenge.off}`, `${after}: ${challenge.always}`],
      },
      {
        name: words.settings.names.fields,
        lines: [
          `${before}: a: text`,
          `${after}: Ihre E-Mail (email): email required maxlength=80, plan: radio options=S|M`,
        ],
      },
      {
        name: words.settings.names.unknown_fields,
        lines: [`${before}: ${accept}`, `${after}: ${refuse}`],
      },
    ],
  );
});
