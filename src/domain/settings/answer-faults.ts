import { parse } from 'tldts';
import type { FormSettings } from '../../contract/form-settings.ts';
import { toPlainText } from '../../platform/text/clean-text.ts';
import { isObject } from '../../platform/text/values.ts';
import { allowsSite, parseOrigin } from './origin.ts';
import { below, type Fault } from './schema-faults.ts';
import { fieldsOf, parseLines, parseTemplate, type NoTemplate, type Template } from './template.ts';

type AutoReply = NonNullable<FormSettings['auto_reply']>;
type Document = Readonly<Record<string, unknown>>;

const NEEDS_CHALLENGE =
  'It needs `"challenge": "always"` beside it: only who has solved a challenge gets an answer.';

const ONLY_FORM =
  '{form} is the only placeholder: an answer has no word of the submission. Write {{ for a brace.';

const OTHER_LINK =
  'It may link to https pages of the form’s own `website` and `origins` alone. Addresses and names like ' +
  'example.com count as links, because mail programs make links of them.';

/** Whether a host is that of the form's own website, as the same document names it. */
function isOwnHost({ website, origins }: Document, host: string): boolean {
  const url = isObject(website) && typeof website['url'] === 'string' ? website['url'] : '';
  if (URL.parse(url)?.hostname === host) return true;
  const listed: unknown[] = Array.isArray(origins) ? origins : [];
  const entries = listed.flatMap((text) =>
    typeof text === 'string' ? (parseOrigin(text).origin ?? []) : [],
  );
  return allowsSite(entries, `https://${host}`);
}

/** What stands between words, or around one. */
const BETWEEN = /[\s<>()[\]{}"“”„«»‘’`,;|，；、（）《》「」]+/u;

const ENDS: ReadonlySet<string> = new Set(".!?:'’…");

/** A word without the signs that end its sentence; a pattern for them would take quadratic time. */
function withoutEnd(word: string): string {
  let end = word.length;
  while (ENDS.has(word.charAt(end - 1))) end -= 1;
  return word.slice(0, end);
}

/** Where a URL begins; programs find it behind any sign. */
const SCHEME = /(?<![a-z0-9+.-])[a-z][a-z0-9+.-]*:\/\//i;

const HOSTS = /[\p{L}\p{N}][\p{L}\p{M}\p{N}.-]*/gu;

/** Schemes that need no slashes; programs open them by themselves. */
const SHORT_SCHEME =
  /(?<![a-z0-9+.-])(?:bitcoin|callto|data|ethereum|facetime(?:-audio)?|file|geo|javascript|magnet|mailto|maps|news|sips?|skype|sms|tel|vbscript|xmpp):\S/i;

/** The full stop of Chinese and Japanese, which browsers take for the dot of a name. */
const WIDE_DOT = /。(?=[\p{Script=Latin}\d])/gu;

function isHostName(host: string): boolean {
  const { isIcann, isIp } = parse(host);
  return isIcann === true || isIp === true;
}

/** Whether a text without a scheme names a host that is not the form's own; a path may follow its own. */
function namesOther(text: string, document: Document): boolean {
  for (const { 0: found, index } of text.matchAll(HOSTS)) {
    const host = found.replace(/(?<![.-])[.-]+$/, '').toLowerCase();
    const isHost = host.includes('.') && isHostName(host);
    if (isHost && !isOwnHost(document, host)) return true;
    if (isHost && text.charAt(index + found.length) === '/') return false;
  }
  return false;
}

/** Whether mail programs make a link of a word, to another place than the form's own website. */
function leadsElsewhere(word: string, document: Document): boolean {
  const seen = word
    .normalize('NFKC')
    .replace(/\p{DI}/gu, '')
    .replace(WIDE_DOT, '.');
  const text = withoutEnd(seen);
  const begin = text.search(SCHEME);
  if (begin >= 0) {
    const url = URL.parse(text.slice(begin));
    const isPlain = url?.protocol === 'https:' && url.username === '' && url.port === '';
    const isOne = text.split('://', 3).length < 3;
    if (!isPlain || !isOne || !isOwnHost(document, url.hostname)) return true;
    return namesOther(text.slice(0, begin), document);
  }
  if (text.includes('://') || SHORT_SCHEME.test(text) || /\S@\S/u.test(text)) return true;
  return namesOther(text, document);
}

function* faultsOfText(
  source: string,
  path: string,
  parsed: Template | NoTemplate,
  document: Document,
): Generator<Fault> {
  if ('fault' in parsed) yield { path, message: parsed.fault };
  else if (fieldsOf(parsed).length > 0) yield { path, message: ONLY_FORM };
  // The name of a form may be the end of a domain: `example.{form}`.
  const filled = source.replaceAll('{form}', 'com');
  if (filled.split(BETWEEN).some((word) => leadsElsewhere(word, document))) {
    yield { path, message: OTHER_LINK };
  }
}

/** The faults of an automatic answer, beside the other settings of the same document. */
export function* faultsOfAnswer(
  { subject, text }: AutoReply,
  path: string,
  { document }: { document: Document },
): Generator<Fault> {
  if (document['challenge'] !== 'always') yield { path, message: NEEDS_CHALLENGE };
  yield* faultsOfText(subject, below(path, 'subject'), parseTemplate(subject), document);
  yield* faultsOfText(text, below(path, 'text'), parseLines(text), document);
}

/** The text with one kind of line break; the order of its members is no difference. */
export const normaliseAnswer = ({ subject, text }: AutoReply): AutoReply => ({
  subject,
  text: toPlainText(text).trim(),
});
