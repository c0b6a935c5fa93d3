import {
  CAPTCHA,
  type ControlField,
  type Fields,
  type ReservedEffect,
  findReserved,
  isControlName,
  swallow,
} from './field-names.ts';

const IN_PAGE = 'What a browser or a framework adds to a form. It says nothing to people.';
const CSRF = 'A token by which a website knows its own forms. It is not checked.';

/** Fields that browsers and frameworks add. A declared field of the same name is a normal field. */
const ADDED_FIELDS: ReadonlyMap<string, ControlField> = new Map([
  ...swallow('HTML', IN_PAGE, '_charset_'),
  ...swallow('Friendly Captcha', CAPTCHA, 'frc-captcha-solution', 'frc-captcha-response'),
  ...swallow('Cap', CAPTCHA, 'cap-token'),
  ...swallow('mCaptcha', CAPTCHA, 'mcaptcha__token'),
  ...swallow('Procaptcha', CAPTCHA, 'procaptcha-response'),
  ...swallow('SmartCaptcha', CAPTCHA, 'smart-token'),
  ...swallow('MTCaptcha', CAPTCHA, 'mtcaptcha-verifiedtoken'),
  ...swallow('GeeTest', CAPTCHA, 'geetest_challenge', 'geetest_validate', 'geetest_seccode'),
  ...swallow('Arkose Labs', CAPTCHA, 'fc-token', 'arkose-token'),
  ...swallow('AWS WAF', CAPTCHA, 'aws-waf-token', 'amzn-captcha-verify'),
  ...swallow('reCAPTCHA', CAPTCHA, 'g-recaptcha-token', 'recaptcha-token', 'recaptcha_token'),
  ...swallow('hCaptcha', CAPTCHA, 'hcaptcha-response', 'h-captcha-token'),
  ...swallow('Turnstile', CAPTCHA, 'turnstile-response', 'turnstile-token', 'cf-turnstile-token'),
  ...swallow('Private Captcha', CAPTCHA, 'private-captcha-solution'),
  ...swallow('Rails', CSRF, 'authenticity_token', '_method'),
  ...swallow('Django', CSRF, 'csrfmiddlewaretoken'),
  ...swallow('Laravel', CSRF, '_token'),
  ...swallow('Express, Flask and others', CSRF, '_csrf', 'csrf_token', 'csrf-token', 'csrfToken'),
  ...swallow(
    'Express, Flask and others',
    CSRF,
    '_csrf_token',
    'csrf',
    'csrfmiddleware',
    'xsrf_token',
  ),
  ...swallow(
    'Express, Flask and others',
    CSRF,
    '_xsrf',
    'xsrf-token',
    '__csrf_token',
    '_csrfToken',
  ),
  ...swallow('CodeIgniter', CSRF, 'csrf_test_name', 'ci_csrf_token', 'csrf_cookie_name'),
  ...swallow('WordPress', CSRF, '_wpnonce', '_wp_http_referer', '_wp_original_http_referer'),
  ...swallow('Contact Form 7', IN_PAGE, '_wpcf7', '_wpcf7_version', '_wpcf7_locale'),
  ...swallow('Contact Form 7', IN_PAGE, '_wpcf7_unit_tag', '_wpcf7_container_post'),
  ...swallow('Contact Form 7', IN_PAGE, '_wpcf7_posted_data_hash', '_wpcf7_recaptcha_response'),
  ...swallow('Drupal', CSRF, 'form_build_id', 'form_token'),
  ...swallow('TYPO3', CSRF, '__trustedProperties', '__referrer'),
  ...swallow('ASP.NET', CSRF, '__RequestVerificationToken', '__PREVIOUSPAGE', '__ASYNCPOST'),
  ...swallow('ASP.NET', IN_PAGE, '__EVENTTARGET', '__EVENTARGUMENT', '__EVENTVALIDATION'),
  ...swallow('ASP.NET', IN_PAGE, '__LASTFOCUS', '__SCROLLPOSITIONX', '__SCROLLPOSITIONY'),
  ...swallow('JSF', IN_PAGE, 'javax.faces.ViewState', 'jakarta.faces.ViewState'),
  ...swallow('SvelteKit, Remix and others', IN_PAGE, '_action', '_remix_csrf'),
]);

/** The same with a number or a name behind it: state of ASP.NET, server actions of React. */
const ADDED_PATTERN =
  /^(?:__VIEWSTATE\w*|\$ACTION_.+|\d+_\$ACTION_.+|__RequestVerificationToken_\w+)$/;

const ADDED_BY_PAGE: ControlField = { effect: 'swallowed', service: 'A page', note: IN_PAGE };

/** Where an image was clicked, in pixels. */
const PIXELS = /^-?\d{1,5}$/;
const AXIS = /^(.*\.)?([xy])$/s;

/** Both coordinates of an image button, `x` and `y` or `NAME.x` and `NAME.y`, each one number. */
function isClick(name: string, fields: Fields): boolean {
  const [, image = '', axis] = AXIS.exec(name) ?? [];
  if (axis === undefined) return false;
  return ['x', 'y'].every((each) => {
    const [value, ...more] = fields.get(image + each) ?? [];
    return value !== undefined && more.length === 0 && PIXELS.test(value);
  });
}

const DIRECTION = /^(.+?)[._-]?dir(?:ection)?$/is;

/** The direction of a text (`dirname`): the field of the text is there. */
function isDirection(name: string, fields: Fields): boolean {
  const [, text = ''] = DIRECTION.exec(name) ?? [];
  const values = fields.get(name) ?? [];
  return fields.has(text) && values.every((value) => value === 'ltr' || value === 'rtl');
}

/** A button that was pressed, as pages and Rails name it. */
const isButtonName = (name: string) =>
  /^(?:(?:btn|button|form)[-_]?)?submit(?:[-_]?(?:btn|button|form))?$|^commit$/i.test(name);

const NOUNS =
  'message|e-?mail|mail|request|enquiry|inquiry|form|query|feedback|question|details|application|comment|data|info(?:rmation)?|' +
  'nachricht|anfrage|formular|daten|kommentar|bewerbung|demande|formulaire|mensaje|formulario|consulta|solicitud';
const VERBS =
  'submit|send|(?:ab)?senden|abschicken|absenden|envoyer|soumettre|enviar|invia|inviare|verzend|verzenden|versturen|skicka|wyślij|' +
  'отправить|надіслати|gönder|送信|送信する|送る|提交|发送|發送|보내기|전송|제출|제출하기';
const SMALL = 'us|me|your|my|the|a|an|it|now|jetzt|le|la|ma|mon|el|mi|un|una';

/** Texts of a button that only sends; any other text may be a visitor's choice among several. */
export const SENDING_TEXT =
  `^(?:(?:(?:(?:${SMALL}|${NOUNS}) ){0,2}(?:${VERBS})(?: (?:${SMALL}|${NOUNS})){0,4}|(?:提交|发送|發送)(?:表单|消息|信息|留言)?|` +
  'ok|go|post|continue|next|save|weiter|valider|contact us|get in touch|true|1|on)[ !.…»›→>]{0,3})?$';
const SENDS = new RegExp(SENDING_TEXT, 'iu');

/** As Rails calls its button after the record that it makes. */
const MAKES = /^(?:Create|Save|Update) [\p{L} ]{1,40}$/u;

function isButton(name: string, fields: Fields): boolean {
  if (!isButtonName(name)) return false;
  const isCommit = name === 'commit';
  const values = (fields.get(name) ?? []).map((value) => value.trim());
  return values.every(
    (value) => value.length <= 60 && (SENDS.test(value) || (isCommit && MAKES.test(value))),
  );
}

/** The check marks by which Rails tells the charset of a page. */
const isCheckMark = (name: string, fields: Fields) =>
  name === 'utf8' &&
  (fields.get(name) ?? []).every((value) => /^(?:[✓✔☃]|&#x2713;|true|1)?$/.test(value));

/** The beginning or the end of a name that may be one. */
const MAY_BE = /^[_$\d]|(?:^|\.)[xy]$|dir|submit|^commit$|^utf8$/i;

/**
 * The field that a browser or framework adds under this name: the name is unusual for a question,
 * or the value shows it. Without `fields`, the name alone decides.
 */
export function findAdded(name: string, fields?: Fields): ControlField | undefined {
  // Most names need no other test.
  const byName = ADDED_FIELDS.get(name);
  if (!byName && !MAY_BE.test(name)) return undefined;
  if (byName || ADDED_PATTERN.test(name)) return byName ?? ADDED_BY_PAGE;
  const isByValue =
    fields !== undefined &&
    (isClick(name, fields) ||
      isDirection(name, fields) ||
      isButton(name, fields) ||
      isCheckMark(name, fields));
  return isByValue ? ADDED_BY_PAGE : undefined;
}

/** What a name says to this service, another one, a browser or a framework. */
export interface Meaning {
  name: string;
  effect: ReservedEffect | undefined;
  isControl: boolean;
  /** The value decides. */
  mayBeAdded: boolean;
}

/** Names remembered; each submission to a form has the same ones. */
const MOST_KNOWN = 10_000;
const known = new Map<string, Meaning | null>();

function readName(name: string): Meaning | null {
  const effect = findReserved(name);
  const isControl = isControlName(name);
  const mayBeAdded = ADDED_FIELDS.has(name) || MAY_BE.test(name);
  const isUsual = effect === undefined && !isControl && !mayBeAdded;
  return isUsual ? null : { name, effect, isControl, mayBeAdded };
}

/** The meanings of those names that have one. */
export function meaningsOf(fields: Fields): Meaning[] {
  const found: Meaning[] = [];
  for (const name of fields.keys()) {
    let meaning = known.get(name);
    if (meaning === undefined) {
      meaning = readName(name);
      if (known.size >= MOST_KNOWN) known.clear();
      known.set(name, meaning);
    }
    if (meaning) found.push(meaning);
  }
  return found;
}

/** True for undeclared names that mean something here, elsewhere, or to the page itself. */
export const isKnownName = (name: string, fields?: Fields): boolean =>
  isControlName(name) ||
  findReserved(name) !== undefined ||
  isButtonName(name) ||
  findAdded(name, fields) !== undefined;
