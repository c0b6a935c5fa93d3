export const TRAP = '<div hidden><input name="_gotcha" tabindex="-1"></div>';

export const FIELDS = [
  { name: 'name', required: true },
  { name: 'email', type: 'email', required: true },
  { name: 'message', type: 'textarea', maxlength: 500 },
];

export const CONTROLS = `
  <input name="name" required>
  <input name="email" type="email" required>
  <textarea name="message" maxlength="500"></textarea>
  ${TRAP}<button>Send</button>`;

/** A page with the form, changed by `change`. */
export interface Case {
  what: string;
  codes: string[];
  settings?: object;
  controls?: string;
  /** Attributes of the form besides its action. */
  form?: string;
  /** Further HTML; `FORM_JS` stands for the script of the service, `SERVICE` for its origin. */
  page?: string;
  headers?: Record<string, string>;
  withoutToken?: true;
}

/** Such a page; its codes are in a text, with commas between them. */
export const page = (
  what: string,
  codes: string,
  own: Omit<Case, 'what' | 'codes'> = {},
): Case => ({
  what,
  codes: codes === '' ? [] : codes.split(', '),
  ...own,
});

/** The usual controls with one of them changed. */
export const changed = (from: string, to: string) => CONTROLS.replace(from, to);

const EMAIL = '<input name="email" type="email" required>';

const CHOICES = [
  { name: 'color', type: 'select', options: ['red', 'blue'] },
  { name: 'agree', type: 'checkbox', required: true },
  { name: 'seats', type: 'number', min: 1, max: 9 },
];

/** Pages that differ from the settings `fields`. */
export const FIELD_CASES: readonly Case[] = [
  page('a form that fits', ''),
  page('a form that fits, without a token', '', { withoutToken: true }),
  page('a form in a table', '', { controls: `<table><tr><td>${CONTROLS}</table>` }),
  page('a form that is sent as a query', 'problem method_not_post', { form: '' }),
  page('a form whose email may be left empty', 'problem field_not_required', {
    controls: changed(EMAIL, '<input name="email" type="email">'),
  }),
  page('a form whose email is a text', 'problem field_type', {
    controls: changed(EMAIL, '<input name="email" required>'),
  }),
  page('a form whose email is a text, without a token', 'problem field_typeMismatch', {
    controls: changed(EMAIL, '<input name="email" required>'),
    withoutToken: true,
  }),
  page('a form with a misspelt name', 'note no_reply_address, problem field_missing', {
    controls: changed('name="email"', 'name="emial"'),
  }),
  page(
    'a form with a misspelt name, without a token',
    'note no_reply_address, problem field_missing',
    { controls: changed('name="email"', 'name="emial"'), withoutToken: true },
  ),
  page('a form without an optional field', 'note field_missing', {
    controls: changed('<textarea name="message" maxlength="500"></textarea>', ''),
  }),
  page('a form whose texts may be longer', 'problem field_limit', {
    controls: changed(' maxlength="500"', ''),
  }),
  page('a form with a field that is not listed', 'problem field_unknown', {
    settings: { unknown_fields: 'refuse' },
    controls: `${CONTROLS}<input name="phone">`,
  }),
  page('a form with a field that is not listed, without a token', 'problem field_unknown', {
    settings: { unknown_fields: 'refuse' },
    controls: `${CONTROLS}<input name="phone">`,
    withoutToken: true,
  }),
  page(
    'a form with other choices, and a number without bounds',
    'problem field_options, problem field_options, problem field_limit, problem field_limit',
    {
      settings: { fields: CHOICES },
      controls: `<select name="color"><option>red</option><option>green</option></select>
      <input type="checkbox" name="agree" value="yes" required><input type="number" name="seats">${TRAP}`,
    },
  ),
  page('a form with choices that fit', '', {
    settings: { fields: CHOICES },
    controls: `<select name="color"><option value="">Choose</option><option>red</option></select>
      <input type="checkbox" name="agree" required><input type="number" name="seats" min="1" max="5">${TRAP}`,
  }),
  page('a form with several values for one field', 'problem field_several', {
    controls: `${CONTROLS}<input name="name">`,
  }),
];
