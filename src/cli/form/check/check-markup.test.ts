import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { checkMarkup, checkScript, scriptOf } from './check-markup.ts';
import { fieldsOf } from './page-fields.ts';
import { openReach } from './reach.ts';
import { readPage } from './read-page.ts';

const BASE = 'http://forms.example.org';

/** The form of a page that is served with TLS. */
function subjectOf(html: string) {
  const url = new URL('https://example.com/contact');
  const page = readPage({ url, headers: new Headers(), html });
  const [form] = page.forms;
  assert.ok(form?.action);
  const script = scriptOf(page, form, { formId: 'cfm_A', base: BASE });
  return { page, form, action: form.action, fields: fieldsOf(form), script };
}

describe('a page with TLS and a service without', () => {
  const html = `<base href="${BASE}/"><form action="f/cfm_A" method="post"></form><script src="form.js"></script>`;

  it('a form that posts without TLS is a problem', () => {
    const [finding] = checkMarkup(subjectOf(html));
    assert.equal(finding?.code, 'action_not_https');
    assert.match(finding.message, /forms\.example\.org\/f\/cfm_A, unencrypted, and browsers warn/);
  });

  it('a script without TLS is a problem, and is not fetched', async () => {
    const reach = await openReach(new URL('https://localhost/'));
    const [finding] = await checkScript(subjectOf(html), reach);
    assert.equal(finding?.code, 'script_not_https');
    assert.match(finding.message, /browsers do not load it/);
  });
});

describe('the form of a page', () => {
  const namesOf = (html: string) =>
    subjectOf(`<form id="f" action="${BASE}/f/cfm_A">${html}`).fields.map(
      ({ field }) => field.name,
    );

  it('the form has the controls that browsers send with it', () => {
    assert.deepEqual(namesOf('<input name="a"></form><input name="b"><input name="c" form="f">'), [
      'a',
      'c',
    ]);
    assert.deepEqual(
      namesOf('<input name="a" disabled><template><input name="b"></template><button name="c">'),
      [],
    );
    assert.deepEqual(
      namesOf('<fieldset disabled><legend><input name="a"></legend><input name="b"></fieldset>'),
      ['a'],
    );
  });

  for (const name of ['hx-post', 'data-hx-post'])
    it(`the address of a form that htmx sends is in ${name}`, () => {
      const { action } = subjectOf(`<form ${name}="${BASE}/f/cfm_A"></form>`);
      assert.equal(action.href, `${BASE}/f/cfm_A`);
    });

  it('the fields of a form have what its controls say', () => {
    const [field] = subjectOf(
      `<form action="${BASE}/f/cfm_A"><select name="a" required><option>One  two<option value="3" disabled><option value="4" selected></select>`,
    ).fields;
    const options = ['4', 'One two'];
    assert.deepEqual(field?.field, { name: 'a', type: 'select', required: true, options });
  });
});

describe('a pattern of a page', () => {
  const patternFindings = (pattern: string) =>
    Array.from(
      checkMarkup(
        subjectOf(`<form action="${BASE}/f/cfm_A"><input name="a" pattern="${pattern}"></form>`),
      ),
    ).filter(({ code }) => code === 'pattern_ignored');

  it('the finding about a pattern that browsers ignore says how to write it', () => {
    const [finding] = patternFindings(String.raw`[\w-]+`);
    assert.ok(finding?.message.endsWith(String.raw`Write it like this: [\w\-]+`));
    assert.equal(finding?.field, 'a');
    assert.deepEqual(patternFindings(String.raw`[\w\-]+`), []);
    assert.deepEqual(patternFindings('(('.repeat(9_000)), []);
  });
});
