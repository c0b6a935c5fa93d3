import { isFilled, RESERVED_NAMES, findReserved } from '../../../fields/field-names.ts';
import { parseWebUrl } from '../../../forms/settings/web-url.ts';
import { isLoopback } from '../../../platform/text/host-name.ts';
import { findNextPage } from '../../../submissions/posted/next-page.ts';
import type { Subject } from './check-markup.ts';
import { note, problem, quoted, type Finding } from './finding.ts';

/** Habits of pages for other services or older times, and their effect here. */
interface Habit {
  level: typeof note;
  code: string;
  /** Its name on this page; undefined if the page has no such thing. */
  find(subject: Subject): string | undefined;
  /** The fact and the remedy; `{found}` stands for what was found. */
  message: string;
}

const textOf = ({ script }: Subject): string =>
  script?.kind === 'inline' ? script.element.text : '';

const inScript = (pattern: RegExp) => (subject: Subject) => pattern.exec(textOf(subject))?.[0];

/** The first label that is not UTF-8: of the form, else of the page. */
function otherCharset({ form, page }: Subject): string | undefined {
  const label = form.attributes['accept-charset']?.trim().split(/[\s,]+/, 1)[0] || page.charset;
  return label === undefined || /^utf-?8$/i.test(label) ? undefined : label;
}

/** A field for the visitor's address, where no field has a name that replies go to. */
function unreadAddress({ fields }: Subject): string | undefined {
  if (fields.some(({ field }) => findReserved(field.name) === 'reply_to')) return undefined;
  return fields.find(
    ({ field: { name, type } }) => type === 'email' || /e-?mail|correo|邮箱/i.test(name),
  )?.field.name;
}

/** The redirect that takes effect, by the precedence of the names. */
function redirectOf({ fields }: Subject): { name: string; text: string } | undefined {
  const given = new Map(fields.map(({ field, values }) => [field.name, values.find(isFilled)]));
  const name = RESERVED_NAMES.redirect.find((one) => given.get(one) !== undefined);
  return name === undefined ? undefined : { name, text: given.get(name) ?? '' };
}

/** Pages of this machine are fine where the page or the service is there. */
const localPagesOf = ({ page, action }: Subject) =>
  isLoopback(page.url.hostname) || isLoopback(action.hostname) ? 'all' : [];

/** A redirect that is no whole URL: with it no message arrives. */
function refusedRedirect(subject: Subject): string | undefined {
  const { name, text } = redirectOf(subject) ?? {};
  if (text === undefined || name === '_next') return undefined;
  return parseWebUrl(text, localPagesOf(subject)) ? undefined : name;
}

/** A `_next` that leads nowhere; a path may be on the website of the page. */
function lostNext(subject: Subject): string | undefined {
  const { name, text } = redirectOf(subject) ?? {};
  if (text === undefined || name !== '_next') return undefined;
  const websites = [subject.page.url.origin];
  const found = findNextPage(text, websites, localPagesOf(subject));
  return found === 'unknown' ? text : undefined;
}

const HABITS: readonly Habit[] = [
  {
    level: problem,
    code: 'invalid_redirect_url',
    find: refusedRedirect,
    message:
      'No message is delivered: the field {found} must be an absolute https:// URL, like https://example.com/thanks.',
  },
  {
    level: problem,
    code: 'next_unknown',
    find: lostNext,
    message:
      'The field _next leads nowhere with {found}: visitors are not redirected. Write a whole https:// URL, or a path like ' +
      '/thanks.',
  },
  {
    level: problem,
    code: 'php_template',
    find: ({ form }) =>
      /(?:^|\s)(php-email-form)(?:\s|$)/.exec(form.attributes['class'] ?? '')?.[1],
    message:
      'The script of the template compares the answer with “OK”, and shows a failure after each delivery. Take the class ' +
      '{found} and its validate.js away, and add form.js.',
  },
  {
    level: problem,
    code: 'htmx_shows_json',
    find: ({ form }) => ['hx-post', 'data-hx-post'].find((name) => name in form.attributes),
    message:
      'htmx shows visitors the JSON of the answer. Take {found} away, and send with action and form.js.',
  },
  {
    level: problem,
    code: 'no_cors',
    find: inScript(/mode["']?\s*:\s*["'`]no-cors["'`]/),
    message:
      'The script sends with {found}: it cannot read whether a message arrived, and JSON is refused (415). Take that away; ' +
      'every website may read the answer.',
  },
  {
    level: note,
    code: 'credentials',
    find: inScript(/credentials["']?\s*:\s*["'`]include["'`]|withCredentials/),
    message:
      'The script sends with {found}. Its answer can be read, and no cookie is read or set, so it can go.',
  },
  {
    level: note,
    code: 'other_charset',
    find: otherCharset,
    message:
      'Browsers send the form in {found}, which is read as it is. Letters that it lacks arrive as numbers: UTF-8 has all.',
  },
  {
    level: note,
    code: 'no_reply_address',
    find: unreadAddress,
    message:
      'Replies do not go to the visitor, because {found} is not read as their address. Call the field email.',
  },
];

/** The habits of the page. */
export function* checkHabits(subject: Subject): Generator<Finding> {
  for (const { level, code, find, message } of HABITS) {
    const found = find(subject);
    if (found !== undefined)
      yield level(
        code,
        message.replace('{found}', () => quoted(found)),
      );
  }
}
