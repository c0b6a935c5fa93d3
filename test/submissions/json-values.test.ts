import assert from 'node:assert/strict';
import { it } from 'node:test';
import type { FormField } from '../../src/contract/form-field.ts';
import { checkFields } from '../../src/fields/check-fields.ts';
import { FormReader } from '../../src/submissions/posted/form-body.ts';
import { toMailContent } from '../../src/submissions/posted/mail-content.ts';
import { startService } from '../support/service.ts';

const JSON_TYPE = 'application/json';

type Field = Omit<FormField, 'name'>;

const OPTIONS = ['1', '2', 'x'];
const SEVERAL = { multiple: true, options: OPTIONS };

/** JSON values from scripts, and each field type's faults: none, or their codes. */
const VALUES = 'true false null 5 1 1.0 "x" ["1","x"] [1] [] {"a":1}'.split(' ');

const bad = 'badInput';
const mismatch = 'typeMismatch';

const TABLE: [field: Field, faults: (string | 0)[]][] = [
  [{}, [0, 0, 0, 0, 0, 0, 0, bad, 0, 0, 0]],
  [{ type: 'textarea' }, [0, 0, 0, 0, 0, 0, 0, bad, 0, 0, 0]],
  [{ type: 'tel' }, [0, 0, 0, 0, 0, 0, 0, bad, 0, 0, 0]],
  [{ type: 'hidden' }, [0, 0, 0, 0, 0, 0, 0, bad, 0, 0, 0]],
  [
    { type: 'email' },
    [mismatch, mismatch, 0, mismatch, mismatch, mismatch, mismatch, bad, mismatch, 0, mismatch],
  ],
  [
    { type: 'url' },
    [mismatch, mismatch, 0, mismatch, mismatch, mismatch, mismatch, bad, mismatch, 0, mismatch],
  ],
  [{ type: 'number' }, [bad, bad, 0, 0, 0, 0, bad, bad, 0, 0, bad]],
  [{ type: 'date' }, [bad, bad, 0, bad, bad, bad, bad, bad, bad, 0, bad]],
  [{ type: 'time' }, [bad, bad, 0, bad, bad, bad, bad, bad, bad, 0, bad]],
  [{ type: 'datetime-local' }, [bad, bad, 0, bad, bad, bad, bad, bad, bad, 0, bad]],
  [{ type: 'file' }, [bad, bad, 0, bad, bad, bad, bad, bad, bad, 0, bad]],
  [{ type: 'checkbox' }, [0, 0, 0, bad, bad, bad, bad, bad, bad, 0, bad]],
  [{ type: 'checkbox', options: ['yes'] }, [0, 0, 0, bad, bad, bad, bad, bad, bad, 0, bad]],
  [{ type: 'checkbox', options: OPTIONS }, [bad, 0, 0, bad, 0, 0, 0, 0, 0, 0, bad]],
  [{ type: 'radio', options: OPTIONS }, [bad, bad, 0, bad, 0, 0, 0, bad, 0, 0, bad]],
  [{ type: 'radio', options: ['true', 'false'] }, [0, 0, 0, bad, bad, bad, bad, bad, bad, 0, bad]],
  [{ type: 'select', options: OPTIONS }, [bad, bad, 0, bad, 0, 0, 0, bad, 0, 0, bad]],
  [{ type: 'select', ...SEVERAL }, [bad, bad, 0, bad, 0, 0, 0, 0, 0, 0, bad]],
];

const read = async (json: string) => new FormReader(JSON_TYPE).read(Buffer.from(`{"a":${json}}`));

for (const [field, faults] of TABLE) {
  for (const [at, json] of VALUES.entries()) {
    const fault = faults[at] || 'no fault';
    it(`${json} for ${JSON.stringify(field)} has ${fault}`, async () => {
      const found = checkFields({ fields: [{ name: 'a', ...field }] }, await read(json));
      assert.equal(found.map(({ code }) => code).join() || 'no fault', fault);
    });
  }
}

it('false and null leave a required checkbox unticked', async () => {
  for (const options of [undefined, ['yes'], OPTIONS]) {
    const field = {
      name: 'a',
      type: 'checkbox',
      required: true,
      ...(options && { options }),
    } as const;
    for (const json of ['false', 'null', '[]']) {
      const found = checkFields({ fields: [field] }, await read(json));
      assert.deepEqual(
        found.map(({ code }) => code),
        ['valueMissing'],
        json,
      );
    }
  }
});

it('true is shown in the mail as the box that it ticks', async () => {
  const shown = async (field: Field) => {
    const fields = await read('true');
    const content = toMailContent({ fields: [{ name: 'a', ...field }] }, { fields }, 'en');
    return content.facts.map(({ value }) => value).join();
  };
  assert.equal(await shown({ type: 'checkbox' }), '✓');
  assert.equal(await shown({ type: 'checkbox', options: ['yes'] }), 'yes');
  assert.equal(await shown({ type: 'checkbox', options: [{ value: 'y', label: 'Yes!' }] }), 'Yes!');
  assert.equal(await shown({ type: 'checkbox', options: ['true'] }), 'true');
});

it('a script that posts booleans, numbers, lists and null to a form with fields is delivered', async (test) => {
  const { activeRoute, request } = await startService(test);
  const fields = [
    { name: 'consent', type: 'checkbox', options: ['yes'], required: true },
    { name: 'news', type: 'checkbox' },
    { name: 'guests', type: 'number' },
    { name: 'room', type: 'select', options: ['1', '2'] },
    { name: 'days', type: 'checkbox', options: ['mo', 'tu'] },
    { name: 'note' },
  ];
  const { form_id } = await activeRoute({ settings: { fields } });
  const body = JSON.stringify({
    consent: true,
    news: false,
    guests: 3,
    room: 2,
    days: ['mo', 'tu'],
    note: null,
  });
  const headers = { 'content-type': JSON_TYPE };
  assert.equal((await request(`/f/${form_id}`, { method: 'POST', headers, body })).status, 200);
});
