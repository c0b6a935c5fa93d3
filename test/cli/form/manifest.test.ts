import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { it } from 'node:test';
import { Ajv2020 } from 'ajv/dist/2020.js';
import formats from 'ajv-formats';
import { parseManifest } from '../../../src/cli/form/manifest.ts';
import { CommandError } from '../../../src/cli/command.ts';

const docs = join(import.meta.dirname, '../../../docs');
const schema: object = JSON.parse(readFileSync(join(docs, 'letterslot.schema.json'), 'utf8'));
const ajv = new Ajv2020({ strict: false });
(formats as unknown as { default: (ajv: Ajv2020) => void }).default?.(ajv);
const fits = ajv.compile(schema);

const contact = { email: 'you@example.com', alias: 'Contact form' };

it('the example of the documentation fits the published schema and is read', () => {
  const page = readFileSync(join(docs, 'command-line.md'), 'utf8');
  const [, example = ''] = /```json\n(.*?)\n```/s.exec(page) ?? [];
  assert.ok(fits(JSON.parse(example)), ajv.errorsText(fits.errors));
  assert.equal(parseManifest('letterslot.json', example).forms.length, 2);
});

const wrong: [what: string, file: unknown, path: RegExp][] = [
  ['a list', [], /^\/: /],
  ['no project', { forms: [contact] }, /^\/project: It is missing/],
  ['no forms', { project: 'a' }, /^\/forms: It is missing/],
  ['an empty list of forms', { project: 'a', forms: [] }, /^\/forms: /],
  ['an unknown member', { project: 'a', forms: [contact], color: 'red' }, /^\/color: /],
  [
    'a form without an alias',
    { project: 'a', forms: [{ email: 'a@example.com' }] },
    /^\/forms\/0\/alias: It is missing/,
  ],
  ['an empty alias', { project: 'a', forms: [{ ...contact, alias: '' }] }, /^\/forms\/0\/alias: /],
  [
    'settings that are none',
    { project: 'a', forms: [{ ...contact, settings: null }] },
    /^\/forms\/0\/settings: /,
  ],
  ['an id that is none', { project: 'a', forms: [{ id: '../x' }] }, /^\/forms\/0\/id: /],
  [
    '__proto__',
    JSON.parse('{"project":"a","forms":[{"id":"cfm_7K2MNP4QRSTVWXYZ","__proto__":{}}]}'),
    /^\/forms\/0\/__proto__: /,
  ],
];
for (const [what, file, path] of wrong)
  it(`letterslot.json with ${what} is refused by its schema and by the program`, () => {
    assert.ok(!fits(file));
    assert.throws(
      () => parseManifest('letterslot.json', JSON.stringify(file)),
      (error) => error instanceof CommandError && path.test(error.details[0] ?? ''),
    );
  });
