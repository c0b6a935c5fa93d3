import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { SETTING_NAMES } from '../../contract/form-settings.ts';
import { changesBetween, rulesOf, settingsNeedConsent, splitChange } from './setting-changes.ts';
import { listOf } from '../../../test/support/list-of.ts';

const ORIGINS = ['https://example.com'];

/** Whatever their value is, content goes where it went, to nobody else. */
const HOLD_AT_ONCE: ReadonlySet<string> = new Set(
  listOf(`
  name language subject sender_name redirect success_message website fields unknown_fields
  challenge paused
`),
);

describe('a change of the settings of a form', () => {
  it('a setting says when a change of it widens the form, or is known to hold at once', () => {
    const unsaid = SETTING_NAMES.filter(
      (name) => (rulesOf(name).widens === undefined) !== HOLD_AT_ONCE.has(name),
    ).map((name) => `${name} needs widens in its rules, or its name in HOLD_AT_ONCE: never both`);
    assert.deepEqual(unsaid, []);
  });

  it('a change of settings that narrows or is neutral holds at once', () => {
    const wanted = { subject: '{name}', origins: ORIGINS, paused: true };
    assert.deepEqual(splitChange({}, wanted), { settings: wanted });
    assert.deepEqual(splitChange(wanted, { origins: ['https://other.example'] }), {
      settings: { origins: ['https://other.example'] },
    });
  });

  it('a change of settings that widens waits as a whole document, and the rest of it holds at once', () => {
    const before = { origins: ORIGINS, paused: true };
    assert.deepEqual(splitChange(before, { subject: 'New' }), {
      settings: { subject: 'New', origins: ORIGINS },
      proposed: { subject: 'New' },
    });
    assert.deepEqual(splitChange(before, { origins: [] }).proposed, { origins: [] });
    for (const open of [{}, { access: 'anyone' }] as const) {
      assert.deepEqual(splitChange({ access: 'key' }, open), {
        settings: { access: 'key' },
        proposed: open,
      });
      assert.deepEqual(splitChange(open, { access: 'key' }), { settings: { access: 'key' } });
    }
  });

  it('fields for files wait with the first consent to files, and for no later one', () => {
    const fields = [{ name: 'photo', type: 'file' as const, required: true }];
    const first = { subject: 'New', fields, files: {} };
    assert.deepEqual(splitChange({ fields: [{ name: 'a' }] }, first), {
      settings: { subject: 'New', fields: [{ name: 'a' }] },
      proposed: first,
    });
    const more = { fields, files: { max_count: 2 } };
    assert.deepEqual(splitChange({ files: { max_count: 1 } }, more).settings, {
      fields,
      files: { max_count: 1 },
    });
  });

  it('no setting of a new form needs consent yet', () =>
    assert.equal(
      settingsNeedConsent({ origins: ORIGINS, redirect: 'https://example.com' }),
      false,
    ));

  it('the changes between settings are listed with both values, as lines', () => {
    const website = { name: 'Example', url: 'https://example.com' };
    assert.deepEqual(
      changesBetween({ subject: 'a', paused: true }, { paused: true, website, origins: [] }),
      [
        { name: 'subject', before: ['a'], after: [] },
        { name: 'website', before: [], after: ['Example', 'https://example.com'] },
        { name: 'origins', before: [], after: [] },
      ],
    );
  });
});
