import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { FormField } from '../../contract/form-field.ts';
import { ServiceError } from '../../contract/service-error.ts';
import { faultPage } from './fault-page.ts';

/** Without what it begins with in every form: a field that is wrong. */
function show(field: Omit<FormField, 'name'>, ...values: string[]): string {
  const page = faultPage('en', {
    posted: {
      formId: 'cfm_AAAABBBBCCCCDDDD',
      settings: {
        fields: [
          { name: 'missing', required: true },
          { name: 'x', ...field },
        ],
      },
      given: new Map([['x', values]]),
      written: new Map(),
      isMultipart: false,
      files: new Map(),
      ticket: () => undefined,
    },
    error: new ServiceError('submission_invalid', { errors: [] }),
    website: undefined,
  });
  const { text } = page.content;
  return text.slice(text.indexOf('id="field-1-fault"'));
}

const typed = (page: string) => /You wrote: (.*?)<\/span>/s.exec(page)?.[1];

const OPTIONS = ['a', { value: 'b', label: 'The B' }];

describe('a field of the page that gives a form back', () => {
  it('a date, time or number that no browser shows is quoted next to its element', () => {
    for (const type of ['number', 'date', 'time', 'datetime-local'] as const) {
      assert.equal(typed(show({ type }, 'tomorrow')), '“tomorrow”', type);
    }
    assert.equal(typed(show({ type: 'number', max: 8 }, '9')), undefined);
    assert.match(show({ type: 'number', max: 8 }, '9'), /type="number"[^>]* value="9"/);
  });

  it('a choice that the form does not have is quoted, and nothing else is chosen instead', () => {
    const select = show({ type: 'select', options: OPTIONS }, 'c');
    assert.equal(typed(select), '“c”');
    assert.doesNotMatch(select, /selected/);
    const radio = show({ type: 'radio', options: OPTIONS }, 'a', 'b');
    assert.equal(typed(radio), '“a” · “The B”');
    assert.doesNotMatch(radio, /checked/);
    const boxes = show({ type: 'checkbox', options: OPTIONS }, 'b', 'c');
    assert.equal(typed(boxes), '“c”');
    assert.match(boxes, /value="b" checked/);
    assert.equal(typed(show({ type: 'checkbox' }, 'yes')), '“yes”');
  });

  it('choices that fit are chosen again', () => {
    assert.match(show({ type: 'select', options: OPTIONS }, 'b'), /value="b" selected/);
    const several = show({ type: 'select', options: OPTIONS, multiple: true }, 'a', 'b');
    assert.equal(several.match(/ selected/g)?.length, 2);
    assert.match(show({ type: 'radio', options: OPTIONS }, 'a'), /value="a" checked/);
    assert.match(show({ type: 'checkbox' }, 'on'), /type="checkbox" checked/);
  });

  it('every value of a field that takes several is in an element of its own', () => {
    const page = show({ type: 'email', multiple: true }, 'a@example.com', 'b@example.com');
    assert.equal(page.match(/<input [^>]*type="email"/g)?.length, 2);
    assert.match(page, /name="x"[^>]*aria-label="x \(2\)"[^>]* value="b@example.com"/);
    assert.equal(typed(show({}, 'one', 'two')), '“two”');
  });

  it('a text keeps its line breaks, the first one too', () => {
    assert.match(show({ type: 'textarea' }, '\none'), /<textarea[^>]*>\n\none<\/textarea>/);
    assert.match(show({}, 'one\ntwo'), /<textarea[^>]*>\none\ntwo<\/textarea>/);
  });

  it('hidden fields stay hidden, and files are asked for again', () => {
    const page = show({ type: 'hidden' }, 'kept');
    assert.doesNotMatch(page, /field-2/);
    assert.match(show({ type: 'file' }), /<input[^>]* name="x" type="file"/);
  });
});
