import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { Ajv } from 'ajv';
import formats from 'ajv-formats';
import { MCP_PATH } from '../src/contract/operations.ts';
import { SETTINGS } from '../src/platform/settings/settings-table.ts';

const read = (path: string): unknown =>
  JSON.parse(readFileSync(join(import.meta.dirname, '..', path), 'utf8'));

const text = (maxLength: number) => ({ type: 'string', minLength: 1, maxLength });

/** `{name}` in a URL stands for a variable. */
const transport = {
  type: 'object',
  required: ['type', 'url'],
  properties: {
    type: { const: 'streamable-http' },
    url: { type: 'string', pattern: '^https?://\\S+$' },
  },
};

const input = {
  type: 'object',
  additionalProperties: false,
  required: ['description'],
  properties: {
    name: { type: 'string' },
    description: { type: 'string' },
    format: { enum: ['string', 'number', 'boolean', 'filepath'] },
    default: { type: 'string' },
    placeholder: { type: 'string' },
    isRequired: { type: 'boolean' },
    isSecret: { type: 'boolean' },
  },
};

/** What the registry's schema of 2025-12-11 asks of the parts that the manifest has. */
const SCHEMA = {
  type: 'object',
  additionalProperties: false,
  required: ['$schema', 'name', 'description', 'version'],
  properties: {
    $schema: {
      const: 'https://static.modelcontextprotocol.io/schemas/2025-12-11/server.schema.json',
    },
    name: { ...text(200), pattern: '^[a-zA-Z0-9.-]+/[a-zA-Z0-9._-]+$' },
    title: text(100),
    description: text(100),
    version: { ...text(255), pattern: '^\\d+\\.\\d+\\.\\d+$' },
    websiteUrl: { type: 'string', format: 'uri' },
    repository: {
      type: 'object',
      required: ['url', 'source'],
      properties: { url: { type: 'string', format: 'uri' }, source: { const: 'github' } },
    },
    packages: {
      type: 'array',
      items: {
        type: 'object',
        required: ['registryType', 'identifier', 'version', 'transport'],
        properties: {
          registryType: { const: 'npm' },
          runtimeHint: { const: 'npx' },
          transport,
          environmentVariables: { type: 'array', items: { ...input, required: ['name'] } },
        },
      },
    },
    remotes: {
      type: 'array',
      items: {
        ...transport,
        properties: {
          ...transport.properties,
          variables: { type: 'object', additionalProperties: input },
        },
      },
    },
  },
};

interface Input {
  name: string;
  default?: string;
  isSecret?: boolean;
}

interface Package {
  identifier: string;
  version: string;
  transport: { url: string };
  environmentVariables: Input[];
}

const manifest = read('server.json') as {
  name: string;
  version: string;
  repository: { url: string };
  packages: [Package];
  remotes: [{ url: string; variables: Record<string, object> }];
};

const npm = read('package.json') as {
  name: string;
  version: string;
  mcpName: string;
  repository: { url: string };
};

const variablesIn = (url: string) =>
  Array.from(url.matchAll(/\{(\w+)\}/g), ([, name = '']) => name);

describe('the manifest for the MCP registry', () => {
  const [package_] = manifest.packages;
  const [remote] = manifest.remotes;

  it('the MCP manifest is what the registry accepts', () => {
    const ajv = new Ajv({ allErrors: true });
    (formats as unknown as { default: (ajv: Ajv) => void }).default(ajv);
    const validate = ajv.compile(SCHEMA);
    assert.ok(validate(manifest), ajv.errorsText(validate.errors));
  });

  it('the MCP manifest is of this package, which says so too', () => {
    assert.equal(manifest.name, npm.mcpName);
    assert.equal(manifest.version, npm.version);
    assert.deepEqual([package_.identifier, package_.version], [npm.name, npm.version]);
    assert.equal(npm.repository.url, `git+${manifest.repository.url}.git`);
  });

  it('the MCP manifest leads to where MCP is served, by variables that it explains', () => {
    for (const { url } of [package_.transport, remote]) assert.ok(url.endsWith(MCP_PATH), url);
    const settings = new Set(package_.environmentVariables.map(({ name }) => name));
    for (const name of variablesIn(package_.transport.url)) assert.ok(settings.has(name), name);
    assert.deepEqual(variablesIn(remote.url), Object.keys(remote.variables));
  });

  it('the MCP manifest names existing settings, with secrets marked', () => {
    const settings: Record<string, { doc: string; fallback?: string; secret?: true }> = SETTINGS;
    for (const { name, isSecret = false, default: fallback } of package_.environmentVariables) {
      const row = settings[name];
      assert.ok(row, name);
      assert.equal(isSecret, row.secret ?? false, name);
      assert.equal(fallback, row.fallback, name);
    }
  });
});
