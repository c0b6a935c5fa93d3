import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import de from '../../src/catalogs/de.json' with { type: 'json' };
import en from '../../src/catalogs/en.json' with { type: 'json' };
import es from '../../src/catalogs/es.json' with { type: 'json' };
import fr from '../../src/catalogs/fr.json' with { type: 'json' };
import zh from '../../src/catalogs/zh.json' with { type: 'json' };
import { ADVICE } from '../../src/cli/form/check/dry-run.ts';
import { OUTSIDE_CHANNEL_NAMES } from '../../src/contract/channels.ts';
import {
  COPY_STATUSES,
  FIELD_FAULT_CODES,
  FORM_STATES,
  SUSPICIONS,
} from '../../src/contract/enums.ts';
import { ERROR_VARIANTS, errorRow } from '../../src/contract/error-codes.ts';
import { FormField, FormSettings, SETTING_NAMES } from '../../src/contract/form-settings.ts';
import { OPERATION_IDS, operationOf } from '../../src/contract/operations.ts';

/** What is at a path of keys with dots, as an object; empty if nothing is there. */
const at = (words: unknown, path: string): object =>
  path.split('.').reduce((part: object, key) => Object(Reflect.get(part, key)), Object(words));

/** A sentence for each name that a group of words lacks, and for each that nobody asks for. */
function compare(file: string, path: string, words: unknown, asked: Iterable<string>): string[] {
  const wanted = new Set(asked);
  const have = new Set(Object.keys(at(words, path)));
  return [
    ...[...wanted.difference(have)].map((name) => `${file} lacks ${path}.${name}`),
    ...[...have.difference(wanted)].map(
      (name) => `${file} has ${path}.${name}: nobody asks for it`,
    ),
  ];
}

/** Codes of the operations whose errors this reader sees as a page. */
const codesFor = (reader: string): string[] =>
  OPERATION_IDS.map(operationOf).flatMap(({ pages, errors }) => (pages === reader ? errors : []));

/** Codes that refuse a submission; the others say that the service is at fault. */
const REFUSALS = operationOf('submitForm').errors.filter((code) => errorRow(code).status < 500);

/** Refusals that owners read as "another reason"; the first one is of no form. */
const UNNAMED = new Set(['route_not_found', 'invalid_idempotency_key', 'idempotency_key_conflict']);

/** Refusals whose message says what to do. */
const SELF_EXPLAINING: ReadonlySet<string> = new Set([
  'challenge_required',
  'file_infected',
  'file_too_large',
  'file_type_refused',
  'idempotency_key_conflict',
  'inbox_not_verified',
  'invalid_idempotency_key',
  'invalid_json',
  'invalid_redirect_url',
  'monthly_allowance_exhausted',
  'origin_not_allowed',
  'rate_limited',
  'submission_invalid',
  'submission_too_large',
  'too_many_files',
]);

/** The members of a field that the composer always shows; the others stand behind "more". */
const MAIN_MEMBERS = ['label', 'type', 'name', 'required', 'options', 'multiple'];
const FIELD_MEMBERS = Object.keys(FormField.properties);
const FIELD_TYPES = FormField.properties.type.enum;

/** Words that the contract asks English for, by where they are. */
const ASKED: readonly [path: string, names: readonly string[]][] = [
  ['visitor', codesFor('visitor')],
  ['owner', [...codesFor('owner'), 'internal_error']],
  ['variants', Object.keys(ERROR_VARIANTS)],
  ['fields', FIELD_FAULT_CODES],
  ['facts.elsewhere', OUTSIDE_CHANNEL_NAMES],
  ['settings.names', SETTING_NAMES],
  ['mails.submission.reasons', SUSPICIONS],
  ['browser.composer.types', FIELD_TYPES],
  ['browser.composer.members', MAIN_MEMBERS],
  ['browser.composer.more', FIELD_MEMBERS.filter((name) => !MAIN_MEMBERS.includes(name))],
  ['inbox.counts.reasons', [...REFUSALS.filter((code) => !UNNAMED.has(code)), 'trap', 'other']],
  ['inbox.states', FORM_STATES],
  ['inbox.settings', SETTING_NAMES],
  ['inbox.editors.copies.states', COPY_STATUSES],
  ['inbox.editors.targets.how', OUTSIDE_CHANNEL_NAMES],
];

/** Choices and members of a setting that /inbox names; a `type` is never shown. */
const SETTING_PARTS = SETTING_NAMES.flatMap((name): [path: string, names: readonly string[]][] => {
  const schema = FormSettings.properties[name];
  const members = Object.keys(at(schema, 'properties')).filter((member) => member !== 'type');
  const choices = 'enum' in schema && name !== 'language' ? schema.enum : [];
  return [
    [`inbox.settings.${name}.options`, choices],
    [`inbox.settings.${name}.members`, members],
  ];
});

/** Every path to a text. */
const pathsOf = (words: unknown, path = ''): string[] =>
  typeof words === 'string'
    ? [path]
    : Object.entries(Object(words)).flatMap(([key, part]) =>
        pathsOf(part, path === '' ? key : `${path}.${key}`),
      );

/** Each language needs as many of these as its subjects do. */
const isCounted = (path: string) => path.startsWith('mails.telling');

describe('words that a contract name asks for', () => {
  for (const [path, names] of [...ASKED, ...SETTING_PARTS])
    it(`${path} of en.json has the names of the contract`, () => {
      assert.deepEqual(compare('en.json', path, en, names), []);
    });

  for (const [file, words] of Object.entries({ de, fr, es, zh }))
    it(`${file}.json has the words of en.json`, () => {
      const [own, english] = [words, en].map(
        (each) => new Set(pathsOf(each).filter((path) => !isCounted(path))),
      ) as [Set<string>, Set<string>];
      const lacking = [...english.difference(own)].map((path) => `${file}.json lacks ${path}`);
      const more = [...own.difference(english)].map((path) => `${file}.json has ${path} alone`);
      assert.deepEqual([...lacking, ...more], []);
    });
});

it('there is one for each refusal of a submission', () => {
  const lacking = REFUSALS.filter((code) => !(code in ADVICE) && !SELF_EXPLAINING.has(code));
  assert.deepEqual(
    lacking.map((code) => `ADVICE of src/cli/form/check/dry-run.ts lacks ${code}`),
    [],
  );
});
