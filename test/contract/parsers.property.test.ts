import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { Ajv2020 } from 'ajv/dist/2020.js';
import fc from 'fast-check';
import { FormSettings } from '../../src/contract/form-settings.ts';
import { LIMITS } from '../../src/contract/limits.ts';
import { OPERATIONS } from '../../src/contract/operations.ts';
import { SCHEMAS } from '../../src/contract/schemas.ts';
import { ServiceError } from '../../src/contract/service-error.ts';
import { parseEmailAddress } from '../../src/platform/text/email-address.ts';
import { parseAccountLookup } from '../../src/forms/list-routes.ts';
import { parseAlias, parseCreateRequest } from '../../src/forms/create-request.ts';
import { parseWebhookUrl } from '../../src/forms/targets/webhook.ts';
import { parseSettings } from '../../src/forms/settings/parse-settings.ts';
import { WIDEST_LIMITS } from '../../src/forms/settings/setting-rules.ts';
import { faultsIn } from '../../src/forms/settings/schema-faults.ts';
import { FormReader } from '../../src/submissions/posted/form-body.ts';
import { nearSchema } from './near-schema.ts';

/** Where a schema and its parser differ on purpose. */
interface Difference {
  name: string;
  /** A body on which they differ for this reason alone. */
  example: object;
  isIn: (body: Readonly<Record<string, unknown>>) => boolean;
}

interface Case {
  schema: object;
  parse: (body: unknown) => unknown;
  differences: readonly Difference[];
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

function accepts(parse: Case['parse'], body: unknown): boolean {
  try {
    parse(body);
    return true;
  } catch (error) {
    assert.ok(error instanceof ServiceError, String(error));
    return false;
  }
}

const FORM = { email: 'jo@example.com', alias: 'Contact' };
const ALIASES = ['alias', 'formName', 'form_name'];
const aliasesIn = (body: object) => ALIASES.filter((name) => Object.hasOwn(body, name));
const fitsAlias = (alias: string) =>
  alias !== '' && Array.from(alias).length <= LIMITS.aliasCodePoints;
const aliasOf = (body: Readonly<Record<string, unknown>>) => body[aliasesIn(body)[0] ?? ''];

const CREATE_DIFFERENCES: readonly Difference[] = [
  {
    name: 'the schema says in words what the texts, URLs and origins of settings must be',
    example: { ...FORM, settings: { subject: ' ' } },
    isIn: (body) => hasSettingsInWords(body),
  },
  {
    name: 'the white space around an alias does not count',
    example: { ...FORM, alias: ` ${'a'.repeat(LIMITS.aliasCodePoints)}` },
    isIn: (body) => {
      const alias = aliasOf(body);
      return typeof alias === 'string' && alias.trim() !== alias;
    },
  },
  {
    name: 'the schema says in words what an alias must not hold',
    example: { ...FORM, alias: 'https://example.com' },
    isIn: (body) => {
      const alias = aliasOf(body);
      return typeof alias === 'string' && fitsAlias(alias) && !accepts(parseAlias, alias);
    },
  },
  {
    name: 'of an alias and its synonyms, the first alone is read',
    example: { ...FORM, form_name: 7 },
    isIn: (body) => aliasesIn(body).length > 1,
  },
  {
    name: 'a mode of null counts as absent',
    example: { ...FORM, delivery: { mode: null } },
    isIn: ({ delivery }) => isObject(delivery) && delivery['mode'] === null,
  },
  {
    name: 'the webhook is not read in the mode email',
    example: { ...FORM, delivery: { webhook: 7 } },
    isIn: ({ delivery }) =>
      isObject(delivery) &&
      Object.hasOwn(delivery, 'webhook') &&
      (!Object.hasOwn(delivery, 'mode') || delivery['mode'] === 'email'),
  },
  {
    name: 'the schema says in words that webhook and both need a webhook',
    example: { ...FORM, delivery: { mode: 'both' } },
    isIn: ({ delivery }) =>
      isObject(delivery) &&
      !Object.hasOwn(delivery, 'webhook') &&
      (delivery['mode'] === 'webhook' || delivery['mode'] === 'both'),
  },
];

const parseDocument = (given: unknown) => parseSettings(given, { path: '', limits: WIDEST_LIMITS });

/** Settings of the right shape, where the schema says the rest in words or by another format. */
const hasSettingsInWords = ({ settings }: Readonly<Record<string, unknown>>) =>
  isObject(settings) &&
  Array.from(faultsIn(FormSettings, settings, '')).length === 0 &&
  (!accepts(parseDocument, settings) || 'redirect' in settings || 'website' in settings);

const depthOf = (value: unknown): number =>
  typeof value === 'object' && value !== null
    ? 1 + Math.max(0, ...Object.values(value).map(depthOf))
    : 0;

const nested = (levels: number): object => (levels > 0 ? { a: nested(levels - 1) } : {});

const reader = new FormReader('application/json');

/** The JSON bodies that operations read. */
const CASES: Record<string, Case> = {
  createRoute: {
    schema: SCHEMAS[OPERATIONS.createRoute.body.schema],
    parse: (body) => parseCreateRequest(body, undefined),
    differences: CREATE_DIFFERENCES,
  },
  listAccountRoutes: {
    schema: SCHEMAS[OPERATIONS.listAccountRoutes.body.schema],
    parse: parseAccountLookup,
    differences: [],
  },
  submitForm: {
    schema: OPERATIONS.submitForm.body.schema,
    parse: (body) => reader.read(Buffer.from(JSON.stringify(body))),
    differences: [
      {
        name: 'the number of fields is limited',
        example: { message: Array.from({ length: LIMITS.submissionFields + 1 }, () => 'x') },
        isIn: (body) => Object.values(body).flat().length > LIMITS.submissionFields,
      },
      {
        name: 'the names of fields are limited',
        example: { ['n'.repeat(LIMITS.fieldNameCharacters + 1)]: 'x' },
        isIn: (body) => Object.keys(body).some((name) => name.length > LIMITS.fieldNameCharacters),
      },
      {
        name: 'the depth of JSON is limited',
        example: nested(LIMITS.jsonDepth + 1),
        isIn: (body) => depthOf(body) > LIMITS.jsonDepth,
      },
    ],
  },
};

// These two formats mean what the parsers of an address and a receiver's URL accept.
const ajv = new Ajv2020({
  strict: false,
  formats: {
    email: (text: string) => parseEmailAddress(text) !== undefined,
    uri: (text: string) => parseWebhookUrl(text, '') !== undefined,
  },
});

for (const [operation, { schema, parse, differences }] of Object.entries(CASES))
  describe(`the body of ${operation}`, () => {
    const validate = ajv.compile(schema);

    it(`the body of ${operation} is accepted by its parser exactly if its schema accepts it`, () => {
      const seen = { accepted: 0, refused: 0 };
      const isExcused = (body: unknown) =>
        isObject(body) && differences.some(({ isIn }) => isIn(body));
      fc.assert(
        fc.property(nearSchema(schema), (body) => {
          if (isExcused(body)) return;
          const accepted = accepts(parse, body);
          seen[accepted ? 'accepted' : 'refused'] += 1;
          assert.equal(accepted, validate(body));
        }),
        { numRuns: 2_000 },
      );
      assert.ok(seen.accepted > 10 && seen.refused > 10, JSON.stringify(seen));
    });

    for (const { name, example, isIn } of differences)
      it(`parser and schema of ${operation} differ in their bodies, because ${name}`, () => {
        assert.ok(isIn({ ...example }));
        assert.equal(differences.filter((other) => other.isIn({ ...example })).length, 1);
        assert.notEqual(accepts(parse, example), validate(example));
      });
  });
