import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { it } from 'node:test';
import { newTempFolder } from '../../../test/support/temp-folder.ts';
import { CommandError, readTextInput } from '../command.ts';
import { fromFormspree } from './import-forms.ts';
import { parseManifest } from './manifest.ts';

it('the forms of a formspree.json become a letterslot.json that form apply reads', () => {
  const file = {
    forms: {
      contact: {
        name: 'Contact form',
        fields: {
          email: { type: 'email', prettyName: 'Your email', required: true },
          age: { type: 'age' },
        },
        actions: [
          { type: 'email', to: 'you@example.com' },
          { type: 'email', to: 'boss@example.com' },
          { type: 'mailchimp', apiKey: '$SECRET' },
        ],
      },
      jobs: { actions: [{ type: 'email', to: 'jobs@example.com' }] },
    },
  };
  const { manifest, left } = fromFormspree('formspree.json', JSON.stringify(file));
  const fields = [
    { name: 'email', label: 'Your email', type: 'email', required: true },
    { name: 'age' },
  ];
  const settings = { fields, copies: ['boss@example.com'] };
  assert.deepEqual(manifest.forms, [
    { email: 'you@example.com', alias: 'Contact form', settings },
    { email: 'jobs@example.com', alias: 'jobs' },
  ]);
  assert.deepEqual(left, ['Contact form: mailchimp']);
  const again = parseManifest('letterslot.json', JSON.stringify(manifest));
  assert.deepEqual(again, manifest);
});

it('what is not imported is named in one line that cannot steer a terminal', () => {
  const actions = [{ type: 'email' }, { type: 'email', to: 5 }, null, { type: 'a\u001B[2J\nb' }];
  const file = { forms: { x: { name: 'X\u001B[31m', actions } } };
  const { manifest, left } = fromFormspree('f', JSON.stringify(file));
  assert.deepEqual(manifest.forms, [{ email: '', alias: 'X\u001B[31m' }]);
  assert.equal(left.length, 3);
  assert.doesNotMatch(left.join(''), /\p{Cc}/u);
});

it('a form without an address is pointed out, and a file without forms is refused', () => {
  const { left } = fromFormspree('f', '{"forms":{"contact":{}}}');
  assert.match(left.join(), /^contact: its address/);
  for (const content of ['', '[]', '{}', '{"forms":[]}', '{"forms":{}}']) {
    assert.throws(() => fromFormspree('f', content), CommandError, content);
  }
});

it('a byte order mark that an editor has written is no part of a file', async () => {
  const file = join(newTempFolder('mark'), 'formspree.json');
  writeFileSync(file, '\ufeff{"forms":{}}');
  assert.equal(await readTextInput(file), '{"forms":{}}');
});
