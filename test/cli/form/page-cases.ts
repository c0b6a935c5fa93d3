import { changed, CONTROLS, TRAP, type Case } from './page-field-cases.ts';

const SCRIPT = '<script type="module" src="FORM_JS"></script>';
const HIDE = '<meta name="referrer" content="no-referrer">';
export const ORIGINS = { origins: ['https://example.com'] };
const OWN_ORIGIN = { origins: ['SITE'] };
const POLICY = 'content-security-policy';
const LEFT_OVER = ['problem left_over_field'];

/** Pages with anything else. */
export const PAGE_CASES: readonly Case[] = [
  { what: 'a form with the script of the service', page: SCRIPT, codes: [] },
  {
    what: 'a control without a name',
    controls: `${CONTROLS}<input id="phone" type="tel">`,
    codes: ['problem control_without_name'],
  },
  { what: 'a form without a trap', controls: changed(TRAP, ''), codes: ['note no_trap'] },
  {
    what: 'a trap that the page fills',
    controls: changed('name="_gotcha"', 'name="_gotcha" value="x"'),
    codes: ['problem trap_filled'],
  },
  {
    what: 'a trap that nobody can leave empty',
    controls: changed('name="_gotcha"', 'name="_gotcha" required'),
    codes: ['problem trap_required'],
  },
  {
    what: 'a dry run that was left in the page',
    controls: `${CONTROLS}<input type="hidden" name="_dry_run" value="true">`,
    codes: LEFT_OVER,
  },
  {
    what: 'a test that was left in the page',
    controls: `${CONTROLS}<input type="hidden" name="_test" value="1">`,
    codes: LEFT_OVER,
  },
  {
    what: 'a relative redirect',
    controls: `${CONTROLS}<input type="hidden" name="_redirect" value="/thanks">`,
    codes: ['problem invalid_redirect_url'],
  },
  {
    what: 'a redirect that leads nowhere',
    controls: `${CONTROLS}<input type="hidden" name="_next" value="thanks.html">`,
    codes: ['problem next_unknown'],
  },
  {
    what: 'a template for PHP, whose script wants “OK”',
    form: 'method="post" class="form php-email-form"',
    codes: ['problem php_template'],
  },
  {
    what: 'a form that htmx sends as well',
    form: 'method="post" hx-post="ACTION"',
    codes: ['problem htmx_shows_json'],
  },
  {
    what: 'a script with no-cors',
    page: `<script>fetch('ACTION', { method: 'POST', mode: "no-cors" })</script>`,
    codes: ['problem no_cors'],
  },
  {
    what: 'a script with credentials',
    page: `<script>fetch('ACTION', { method: 'POST', credentials: 'include' })</script>`,
    codes: ['note credentials'],
  },
  {
    what: 'an old script with credentials',
    page: `<script>request.open('POST', 'ACTION'); request.withCredentials = true;</script>`,
    codes: ['note credentials'],
  },
  {
    what: 'a form in a charset of its own',
    form: 'method="post" accept-charset="windows-1252"',
    codes: ['note other_charset'],
  },
  {
    what: 'a page in another charset',
    page: '<meta charset="windows-1252">',
    headers: { 'content-type': 'text/html' },
    codes: ['note other_charset'],
  },
  {
    what: 'an old page in another charset',
    page: '<meta http-equiv="Content-Type" content="text/html; charset=iso-8859-1">',
    headers: { 'content-type': 'text/html' },
    codes: ['note other_charset'],
  },
  {
    what: 'a form that is sent in UTF-8 from a page in another charset',
    form: 'method="post" accept-charset="UTF-8"',
    page: '<meta charset="windows-1252">',
    headers: { 'content-type': 'text/html' },
    codes: [],
  },
  {
    what: 'an address in a field that replies do not go to',
    settings: { fields: [] },
    controls: changed('name="email"', 'name="your-email"'),
    codes: ['note no_reply_address'],
  },
  ...['Email', '_replyto', 'replyTo'].map((name) => ({
    what: `an address in ${name}, which replies go to`,
    settings: { fields: [] },
    controls: changed('name="email"', `name="${name}"`),
    codes: [],
  })),
  {
    what: 'a website that the form does not list',
    settings: ORIGINS,
    codes: ['problem origin_not_allowed'],
  },
  { what: 'a website that the form lists', settings: OWN_ORIGIN, codes: [] },
  {
    what: 'a page that hides its address',
    settings: OWN_ORIGIN,
    page: HIDE,
    codes: ['problem referrer_hidden'],
  },
  {
    what: 'a page with the script that hides its address',
    settings: OWN_ORIGIN,
    page: HIDE + SCRIPT,
    codes: ['note referrer_hidden'],
  },
  {
    what: 'a challenge that the page does not solve',
    settings: { challenge: 'always' },
    codes: ['note challenge_page'],
  },
  {
    what: 'a challenge that the page does not solve, without a token',
    settings: { challenge: 'always' },
    withoutToken: true,
    codes: ['note challenge_page'],
  },
  {
    what: 'a challenge that the script solves',
    settings: { challenge: 'always' },
    page: SCRIPT,
    codes: [],
  },
  {
    what: 'files without the setting for them',
    form: 'method="post" enctype="multipart/form-data"',
    controls: `${CONTROLS}<input type="file" name="cv">`,
    codes: ['problem file_uploads_unsupported'],
  },
  {
    what: 'files that are sent as names',
    settings: {
      files: {},
      fields: [
        { name: 'name', required: true },
        { name: 'cv', type: 'file' },
      ],
    },
    controls: `<input name="name" required><input type="file" name="cv">${TRAP}`,
    codes: ['problem enctype_missing'],
  },
  {
    what: 'files that fit',
    settings: {
      files: { types: ['image/*'] },
      fields: [{ name: 'cv', type: 'file', required: true }],
    },
    form: 'method="post" enctype="multipart/form-data"',
    controls: `<input type="file" name="cv" accept="image/*" required>${TRAP}`,
    codes: [],
  },
  {
    what: 'an encoding that the service does not read',
    form: 'method="post" enctype="text/plain"',
    codes: ['problem unsupported_media_type'],
  },
  {
    what: 'a form that is paused',
    settings: { paused: true },
    codes: ['problem inbox_not_verified'],
  },
  {
    what: 'a form that only servers may submit to',
    settings: { access: 'key' },
    codes: ['problem access_key_required'],
  },
  {
    what: 'a policy that forbids the form',
    headers: { [POLICY]: "default-src 'self'; form-action 'self'" },
    codes: ['problem policy_form_action'],
  },
  {
    what: 'a policy that forbids the script and what it sends',
    page: SCRIPT,
    headers: { [POLICY]: "default-src 'self'" },
    codes: ['problem policy_connect', 'problem policy_script'],
  },
  {
    what: 'a policy that allows the script by its nonce',
    page: SCRIPT.replace('type=', 'nonce="abc" type='),
    headers: { [POLICY]: "script-src 'strict-dynamic' 'nonce-abc'" },
    codes: [],
  },
  {
    what: 'a policy of the page that allows everything it needs',
    page: `<meta http-equiv="Content-Security-Policy" content="default-src 'none'; script-src SERVICE; connect-src SERVICE; form-action SERVICE/f/">${SCRIPT}`,
    codes: [],
  },
  {
    what: 'a script that is no module',
    page: '<script src="FORM_JS"></script>',
    codes: ['problem script_no_module'],
  },
  {
    what: 'a script that the service does not have',
    page: SCRIPT.replace('FORM_JS', 'SERVICE/forms/form.js'),
    codes: ['problem script_gone'],
  },
  {
    what: 'an integrity that does not fit',
    page: SCRIPT.replace('type=', `integrity="sha384-${'A'.repeat(64)}" type=`),
    codes: ['problem integrity_differs'],
  },
];
