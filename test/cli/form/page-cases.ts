import { changed, CONTROLS, page, TRAP, type Case } from './page-field-cases.ts';

const SCRIPT = '<script type="module" src="FORM_JS"></script>';
const HIDE = '<meta name="referrer" content="no-referrer">';
export const ORIGINS = { origins: ['https://example.com'] };
const OWN_ORIGIN = { origins: ['SITE'] };
const POLICY = 'content-security-policy';
const HTML = { 'content-type': 'text/html' };
const SOLVING = { settings: { challenge: 'always' } };
const UPLOAD = 'method="post" enctype="multipart/form-data"';

const plus = (html: string) => ({ controls: CONTROLS + html });
const hidden = (name: string, value: string) =>
  plus(`<input type="hidden" name="${name}" value="${value}">`);

/** Pages with anything else. */
export const PAGE_CASES: readonly Case[] = [
  page('a form with the script of the service', '', { page: SCRIPT }),
  page(
    'a control without a name',
    'problem control_without_name',
    plus('<input id="phone" type="tel">'),
  ),
  page('a form without a trap', 'note no_trap', { controls: changed(TRAP, '') }),
  page('a trap that the page fills', 'problem trap_filled', {
    controls: changed('name="_gotcha"', 'name="_gotcha" value="x"'),
  }),
  page('a trap that nobody can leave empty', 'problem trap_required', {
    controls: changed('name="_gotcha"', 'name="_gotcha" required'),
  }),
  page(
    'a dry run that was left in the page',
    'problem left_over_field',
    hidden('_dry_run', 'true'),
  ),
  page('a test that was left in the page', 'problem left_over_field', hidden('_test', '1')),
  page('a relative redirect', 'problem invalid_redirect_url', hidden('_redirect', '/thanks')),
  page('a redirect that leads nowhere', 'problem next_unknown', hidden('_next', 'thanks.html')),
  page('a template for PHP, whose script wants “OK”', 'problem php_template', {
    form: 'method="post" class="form php-email-form"',
  }),
  page('a form that htmx sends as well', 'problem htmx_shows_json', {
    form: 'method="post" hx-post="ACTION"',
  }),
  page('a script with no-cors', 'problem no_cors', {
    page: `<script>fetch('ACTION', { method: 'POST', mode: "no-cors" })</script>`,
  }),
  page('a script with credentials', 'note credentials', {
    page: `<script>fetch('ACTION', { method: 'POST', credentials: 'include' })</script>`,
  }),
  page('an old script with credentials', 'note credentials', {
    page: `<script>request.open('POST', 'ACTION'); request.withCredentials = true;</script>`,
  }),
  page('a form in a charset of its own', 'note other_charset', {
    form: 'method="post" accept-charset="windows-1252"',
  }),
  page('a page in another charset', 'note other_charset', {
    page: '<meta charset="windows-1252">',
    headers: HTML,
  }),
  page('an old page in another charset', 'note other_charset', {
    page: '<meta http-equiv="Content-Type" content="text/html; charset=iso-8859-1">',
    headers: HTML,
  }),
  page('a form that is sent in UTF-8 from a page in another charset', '', {
    form: 'method="post" accept-charset="UTF-8"',
    page: '<meta charset="windows-1252">',
    headers: HTML,
  }),
  page('an address in a field that replies do not go to', 'note no_reply_address', {
    settings: { fields: [] },
    controls: changed('name="email"', 'name="your-email"'),
  }),
  ...['Email', '_replyto', 'replyTo'].map((name) =>
    page(`an address in ${name}, which replies go to`, '', {
      settings: { fields: [] },
      controls: changed('name="email"', `name="${name}"`),
    }),
  ),
  page('a website that the form does not list', 'problem origin_not_allowed', {
    settings: ORIGINS,
  }),
  page('a website that the form lists', '', { settings: OWN_ORIGIN }),
  page('a page that hides its address', 'problem referrer_hidden', {
    settings: OWN_ORIGIN,
    page: HIDE,
  }),
  page('a page with the script that hides its address', 'note referrer_hidden', {
    settings: OWN_ORIGIN,
    page: HIDE + SCRIPT,
  }),
  page('a challenge that the page does not solve', 'note challenge_page', SOLVING),
  page('a challenge that the page does not solve, without a token', 'note challenge_page', {
    ...SOLVING,
    withoutToken: true,
  }),
  page('a challenge that the script solves', '', { ...SOLVING, page: SCRIPT }),
  page('files without the setting for them', 'problem file_uploads_unsupported', {
    form: UPLOAD,
    ...plus('<input type="file" name="cv">'),
  }),
  page('files that are sent as names', 'problem enctype_missing', {
    settings: {
      files: {},
      fields: [
        { name: 'name', required: true },
        { name: 'cv', type: 'file' },
      ],
    },
    controls: `<input name="name" required><input type="file" name="cv">${TRAP}`,
  }),
  page('files that fit', '', {
    settings: {
      files: { types: ['image/*'] },
      fields: [{ name: 'cv', type: 'file', required: true }],
    },
    form: UPLOAD,
    controls: `<input type="file" name="cv" accept="image/*" required>${TRAP}`,
  }),
  page('an encoding that the service does not read', 'problem unsupported_media_type', {
    form: 'method="post" enctype="text/plain"',
  }),
  page('a form that is paused', 'problem inbox_not_verified', { settings: { paused: true } }),
  page('a form that only servers may submit to', 'problem access_key_required', {
    settings: { access: 'key' },
  }),
  page('a policy that forbids the form', 'problem policy_form_action', {
    headers: { [POLICY]: "default-src 'self'; form-action 'self'" },
  }),
  page(
    'a policy that forbids the script and what it sends',
    'problem policy_connect, problem policy_script',
    { page: SCRIPT, headers: { [POLICY]: "default-src 'self'" } },
  ),
  page('a policy that allows the script by its nonce', '', {
    page: SCRIPT.replace('type=', 'nonce="abc" type='),
    headers: { [POLICY]: "script-src 'strict-dynamic' 'nonce-abc'" },
  }),
  page('a policy of the page that allows everything it needs', '', {
    page: `<meta http-equiv="Content-Security-Policy" content="default-src 'none'; script-src SERVICE; connect-src SERVICE; form-action SERVICE/f/">${SCRIPT}`,
  }),
  page('a script that is no module', 'problem script_no_module', {
    page: '<script src="FORM_JS"></script>',
  }),
  page('a script that the service does not have', 'problem script_gone', {
    page: SCRIPT.replace('FORM_JS', 'SERVICE/forms/form.js'),
  }),
  page('an integrity that does not fit', 'problem integrity_differs', {
    page: SCRIPT.replace('type=', `integrity="sha384-${'A'.repeat(64)}" type=`),
  }),
];
