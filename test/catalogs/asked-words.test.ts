import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import de from '../../src/catalogs/de.json' with { type: 'json' };
import en from '../../src/catalogs/en.json' with { type: 'json' };
import es from '../../src/catalogs/es.json' with { type: 'json' };
import fr from '../../src/catalogs/fr.json' with { type: 'json' };
import zh from '../../src/catalogs/zh.json' with { type: 'json' };
import { OUTSIDE_CHANNEL_NAMES } from '../../src/contract/channels.ts';
import {
  COPY_STATUSES,
  FIELD_FAULT_CODES,
  FORM_STATES,
  SUSPICIONS,
} from '../../src/contract/enums.ts';
import { ERROR_VARIANTS, errorRow, type ErrorCode } from '../../src/contract/error-codes.ts';
import { FormField } from '../../src/contract/form-field.ts';
import { FormSettings, SETTING_NAMES } from '../../src/contract/form-settings.ts';
import { OPERATION_IDS, operationOf } from '../../src/contract/operations.ts';
import { BETTER_HINTS } from '../../src/web/pages/error-page.ts';
import { listOf } from '../support/list-of.ts';

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
const codesFor = (reader: string): ErrorCode[] =>
  OPERATION_IDS.map(operationOf).flatMap(({ pages, errors }) => (pages === reader ? errors : []));

/** Codes that refuse a submission; the others say that the service is at fault. */
const REFUSALS = operationOf('submitForm').errors.filter((code) => errorRow(code).status < 500);

/** Refusals that owners read as "another reason"; the first one is of no form. */
const UNNAMED = new Set(['route_not_found', 'invalid_idempotency_key', 'idempotency_key_conflict']);

/** Refusals whose message says what to do. */
const SELF_EXPLAINING: ReadonlySet<string> = new Set(
  listOf(`
  challenge_required file_infected file_too_large file_type_refused idempotency_key_conflict
  inbox_not_verified invalid_idempotency_key invalid_json invalid_redirect_url
  monthly_allowance_exhausted origin_not_allowed rate_limited submission_invalid
  submission_too_large too_many_files
`),
);

/** Refusals that a person meets as often as a program. */
const BY_PEOPLE = new Set(
  listOf(`
  submission_empty invalid_json invalid_redirect_url invalid_idempotency_key
  file_uploads_unsupported too_many_files file_type_refused route_not_found inbox_not_verified
  access_key_required file_infected submission_too_large file_too_large unsupported_media_type
  idempotency_key_conflict monthly_allowance_exhausted
`),
);

/** What the usual hint of an error page says. */
const USUALLY = {
  visitor: '“go back”, and “try again” where that may help',
  owner: '“nothing was changed”, or “open the link again later”',
};

/** Codes whose page has the usual hint. */
const USUAL_HINT = {
  visitor: new Set(
    listOf(`
    submission_empty file_uploads_unsupported too_many_files file_type_refused inbox_not_verified
    access_key_required submission_invalid file_infected challenge_required submission_too_large
    file_too_large monthly_allowance_exhausted internal_error
  `),
  ),
  owner: new Set(
    listOf(`
    rate_limited internal_error verification_unavailable verification_token_expired
    verification_mismatch invalid_json delivery_failed invalid_email verified_destination_capacity
    config_incomplete
  `),
  ),
};

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

/** Says of each code that neither the code nor a list of this file decides what it asks. */
const expectDecided = (
  codes: readonly ErrorCode[],
  isDecided: (code: ErrorCode) => boolean,
  known: ReadonlySet<string>,
  ask: string,
) =>
  assert.deepEqual(
    codes.filter((code) => isDecided(code) === known.has(code)).map((code) => `${code}: ${ask}`),
    [],
  );

describe('an error code', () => {
  it('a code that refuses submissions has advice for form check, or a message that says what to do', () =>
    expectDecided(
      REFUSALS,
      (code) => errorRow(code).advice !== undefined,
      SELF_EXPLAINING,
      'its row needs advice, or this test its name in SELF_EXPLAINING if its message says what to do',
    ));

  it('a code that refuses submissions says whether programs cause it more often than people', () =>
    expectDecided(
      REFUSALS,
      (code) => errorRow(code).byPrograms === true,
      BY_PEOPLE,
      'its row needs byPrograms, or this test its name in BY_PEOPLE',
    ));

  for (const reader of ['visitor', 'owner'] as const) {
    it(`a code that a page shows to the ${reader} has a hint of its own, or the usual one`, () =>
      expectDecided(
        codesFor(reader),
        (code) => code in BETTER_HINTS[reader],
        USUAL_HINT[reader],
        `BETTER_HINTS of web/pages/error-page.ts needs it, or this test its name in USUAL_HINT: ${USUALLY[reader]}`,
      ));
  }
});
