import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { it } from 'node:test';
import { promisify } from 'node:util';
import { buildOpenApiDocument } from '../../src/contract/openapi-document.ts';
import { listOf } from '../support/list-of.ts';
import { newTempFolder } from '../support/temp-folder.ts';
import { faultsOf, isOptional, nameOf, SHAPES } from './published-shapes.ts';

interface Schema {
  $ref?: string;
  properties?: Record<string, Schema>;
  required?: string[];
  additionalProperties?: unknown;
  items?: Schema;
}

const document = buildOpenApiDocument('http://localhost') as {
  components: { schemas: Record<string, Schema> };
};
const { schemas } = document.components;

/** A schema of the document with its references followed. */
function resolved(schema: Schema | undefined): Schema {
  assert.ok(schema);
  return schema.$ref === undefined
    ? schema
    : resolved(schemas[schema.$ref.split('/').at(-1) ?? '']);
}

/** Where the document has each shape. */
const PLACES: Record<string, Schema | undefined> = {
  Route: schemas['Route'],
  'NextAction none': schemas['NextActionNone'],
  'NextAction human_verification': schemas['NextActionVerification'],
  'Account route list item': resolved(schemas['AccountRouteList']?.properties?.['routes']).items,
  InstallArtifact: schemas['InstallArtifact'],
  AccountRoutesRequest: schemas['AccountRoutesRequest'],
  SubmissionAccepted: schemas['SubmissionAccepted'],
  ErrorEnvelope: schemas['ErrorEnvelope'],
  'Service descriptor': schemas['ServiceDescriptor'],
  'Delete or claim result': schemas['RouteDeleted'],
};

/** The TypeScript type of each closed shape. */
const TYPES: Record<string, string> = {
  Route: 'RouteResource',
  'NextAction none': "Extract<NextAction, { type: 'none' }>",
  'Account route list item': "AccountRouteList['routes'][number]",
  InstallArtifact: 'InstallArtifact',
};

const ROOT = join(import.meta.dirname, '../..');
const CONTRACT = join(ROOT, 'src/contract/schemas.ts');

const union = (names: readonly string[]) => names.map((name) => `'${name}'`).join(' | ') || 'never';

/** A source that compiles if each type has exactly the members of its shape. */
function typeChecks(): string {
  const checks = Object.entries(TYPES).map(([name, type], at) => {
    const { properties = [] } = SHAPES[name] ?? {};
    const all = union(properties.map(nameOf));
    const optional = union(properties.filter(isOptional).map(nameOf));
    return (
      `export const members${at}: Same<keyof (${type}), ${all}> = true; // ${name}\n` +
      `export const optional${at}: Same<Optional<${type}>, ${optional}> = true; // ${name}\n`
    );
  });
  return `import type { AccountRouteList, InstallArtifact, NextAction, RouteResource } from '${CONTRACT}';
type Same<One, Other> = [One] extends [Other] ? ([Other] extends [One] ? true : false) : false;
type Optional<T> = { [K in keyof T]-?: object extends Pick<T, K> ? K : never }[keyof T];
${checks.join('')}`;
}

const OPTIONS = listOf(`
  --noEmit --strict --exactOptionalPropertyTypes --module nodenext --allowImportingTsExtensions
`);

it('each shape is in the OpenAPI document, with exactly its members if it is closed', () => {
  assert.deepEqual(Object.keys(PLACES), Object.keys(SHAPES));
  for (const [name, shape] of Object.entries(SHAPES)) {
    const { properties = {}, required = [], additionalProperties } = resolved(PLACES[name]);
    assert.deepEqual(faultsOf(shape, properties), { extra: [], missing: [] }, name);
    const wanted = shape.properties.filter((property) => !isOptional(property));
    const missing = wanted.filter((property) => !required.includes(property));
    assert.deepEqual(missing, [], name);
    if (!shape.closed) continue;
    assert.equal(additionalProperties, false, name);
    assert.deepEqual(required.toSorted(), wanted.toSorted(), name);
    assert.deepEqual(
      Object.keys(properties).toSorted(),
      shape.properties.map(nameOf).toSorted(),
      name,
    );
  }
});

it('each type of a closed shape has exactly its members', async () => {
  const folder = newTempFolder('shapes');
  const file = join(folder, 'shapes.ts');
  writeFileSync(file, typeChecks());
  const compiler = join(createRequire(import.meta.url).resolve('typescript/package.json'), '..');
  const args = [join(compiler, 'bin/tsc'), ...OPTIONS, '--ignoreConfig', file];
  const { stdout } = await promisify(execFile)(process.execPath, args).catch((error) => error);
  assert.equal(stdout, '');
});
