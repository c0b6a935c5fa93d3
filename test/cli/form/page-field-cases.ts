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
  { what: 'a form that fits', codes: [] },
  { what: 'a form that fits, without a token', withoutToken: true, codes: [] },
  { what: 'a form in a table', controls: `<table><tr><td>${CONTROLS}</table>`, codes: [] },
  { what: 'a form that is sent as a query', form: '', codes: ['problem method_not_post'] },
  {
    what: 'a form whose email may be left empty',
    controls: changed(EMAIL, '<input name="email" type="email">'),
    codes: ['problem field_not_required'],
  },
  {
    what: 'a form whose email is a text',
    controls: changed(EMAIL, '<input name="email" required>'),
    codes: ['problem field_type'],
  },
  {
    what: 'a form whose email is a text, without a token',
    controls: changed(EMAIL, '<input name="email" required>'),
    withoutToken: true,
    codes: ['problem field_typeMismatch'],
  },
  {
    what: 'a form with a misspelt name',
    controls: changed('name="email"', 'name="emial"'),
    codes: ['note no_reply_address', 'problem field_missing'],
  },
  {
    what: 'a form with a misspelt name, without a token',
    controls: changed('name="email"', 'name="emial"'),
    withoutToken: true,
    codes: ['note no_reply_address', 'problem field_valueMissing'],
  },
  {
    what: 'a form without an optional field',
    controls: changed('<textarea name="message" maxlength="500"></textarea>', ''),
    codes: ['note field_missing'],
  },
  {
    what: 'a form whose texts may be longer',
    controls: changed(' maxlength="500"', ''),
    codes: ['problem field_limit'],
  },
  {
    what: 'a form with a field that is not listed',
    settings: { unknown_fields: 'refuse' },
    controls: `${CONTROLS}<input name="phone">`,
    codes: ['problem field_unknown'],
  },
  {
    what: 'a form with a field that is not listed, without a token',
    settings: { unknown_fields: 'refuse' },
    controls: `${CONTROLS}<input name="phone">`,
    withoutToken: true,
    codes: ['problem field_unknownField'],
  },
  {
    what: 'a form with other choices, and a number without bounds',
    settings: { fields: CHOICES },
    controls: `<select name="color"><option>red</option><option>green</option></select>
      <input type="checkbox" name="agree" value="yes" required><input type="number" name="seats">${TRAP}`,
    codes: [
      'problem field_options',
      'problem field_options',
      'problem field_limit',
      'problem field_limit',
    ],
  },
  {
    what: 'a form with choices that fit',
    settings: { fields: CHOICES },
    controls: `<select name="color"><option value="">Choose</option><option>red</option></select>
      <input type="checkbox" name="agree" required><input type="number" name="seats" min="1" max="5">${TRAP}`,
    codes: [],
  },
  {
    what: 'a form with several values for one field',
    controls: `${CONTROLS}<input name="name">`,
    codes: ['problem field_several'],
  },
];
