import { parse } from 'tldts';
import { toPlainText } from '../../platform/text/clean-text.ts';
import { reportBelow, type ReportFault } from './schema-faults.ts';
import { isSame, type SettingRules } from './setting-rules.ts';
import {
  fieldsOf,
  parseLines,
  parseTemplate,
  type NoTemplate,
  type Template,
} from '../../mail/template.ts';

const NEEDS_CHALLENGE =
  'It needs `"challenge": "always"` beside it: only who has solved a challenge gets an answer.';

const ONLY_FORM =
  '{form} is the only placeholder here: automatic replies can’t repeat what a visitor wrote. Write {{ for a brace.';

const UNPROVEN_LINK =
  'It may link to https pages of the hosts that the operator of this service lists in AUTO_REPLY_HOSTS, and to no ' +
  'others: ask the operator, or leave the link out. Addresses and names like example.com count as links, because ' +
  'mail programs make links of them.';

const SWITCHED_OFF =
  'This service sends no automatic replies: its operator has switched them off (AUTO_REPLIES=on allows them). Leave ' +
  'the setting out.';

/** True if the operator lists the host. */
const isProven = (hosts: readonly string[], host: string): boolean =>
  hosts.some((entry) => (entry.startsWith('*.') ? host.endsWith(entry.slice(1)) : host === entry));

/** Separates words. */
const BETWEEN = /[\s<>()[\]{}"“”„«»‘’`,;|，；、（）《》「」]+/u;

const ENDS: ReadonlySet<string> = new Set(".!?:'’…");

/** A word without the signs that end its sentence. A pattern would take quadratic time. */
function withoutEnd(word: string): string {
  let end = word.length;
  while (ENDS.has(word.charAt(end - 1))) end -= 1;
  return word.slice(0, end);
}

/** The start of a URL; programs find it behind any sign. */
const SCHEME = /(?<![a-z0-9+.-])[a-z][a-z0-9+.-]*:\/\//i;

const HOSTS = /[\p{L}\p{N}][\p{L}\p{M}\p{N}.-]*/gu;

/** Schemes that need no slashes; programs open them by themselves. */
const SHORT_SCHEME =
  /(?<![a-z0-9+.-])(?:bitcoin|callto|data|ethereum|facetime(?:-audio)?|file|geo|javascript|magnet|mailto|maps|news|sips?|skype|sms|tel|vbscript|xmpp):\S/i;

/** The full stop of Chinese and Japanese, which browsers take for the dot of a name. */
const WIDE_DOT = /。(?=[\p{Script=Latin}\d])/gu;

/** These read as hosts below any top-level domain: with `www.`, or with a path. */
const WITH_WWW = /^www\..*\p{L}/u;
const BEFORE_PATH = /\.\p{L}[\p{L}\p{M}\p{N}-]+$/u;

function isHostName(host: string, isBeforePath: boolean): boolean {
  const { isIcann, isIp } = parse(host);
  if (isIcann === true || isIp === true) return true;
  return WITH_WWW.test(host) || (isBeforePath && BEFORE_PATH.test(host));
}

/** True if a text without a scheme names a host that the operator does not list. */
function namesUnproven(text: string, hosts: readonly string[]): boolean {
  for (const { 0: found, index } of text.matchAll(HOSTS)) {
    const host = found.replace(/(?<![.-])[.-]+$/, '').toLowerCase();
    const isBeforePath = text.charAt(index + found.length) === '/';
    const isHost = host.includes('.') && isHostName(host, isBeforePath);
    if (isHost && !isProven(hosts, host)) return true;
    if (isHost && isBeforePath) return false;
  }
  return false;
}

/** True if mail programs link a word to a host that the operator does not list. */
function isUnprovenLink(word: string, hosts: readonly string[]): boolean {
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
    if (!isPlain || !isOne || !isProven(hosts, url.hostname)) return true;
    return namesUnproven(text.slice(0, begin), hosts);
  }
  if (text.includes('://') || SHORT_SCHEME.test(text) || /\S@\S/u.test(text)) return true;
  return namesUnproven(text, hosts);
}

/** True if an automatic reply seems to link to a host that the operator does not list. */
export function hasUnprovenLink(source: string, hosts: readonly string[]): boolean {
  // The name of a form may be the end of a domain: `example.{form}`.
  const filled = source.replaceAll('{form}', 'com');
  return filled.split(BETWEEN).some((word) => isUnprovenLink(word, hosts));
}

function judgeText(
  source: string,
  parsed: Template | NoTemplate,
  report: ReportFault,
  hosts: readonly string[],
): void {
  if ('fault' in parsed) report(parsed.fault);
  else if (fieldsOf(parsed).length > 0) report(ONLY_FORM);
  if (hasUnprovenLink(source, hosts)) report(UNPROVEN_LINK);
}

export const AUTO_REPLY: SettingRules<'auto_reply'> = {
  judge({ subject, text }, report, { document, limits: { sendsReplies, replyHosts } }) {
    if (!sendsReplies) return report(SWITCHED_OFF);
    if (document['challenge'] !== 'always') report(NEEDS_CHALLENGE);
    judgeText(subject, parseTemplate(subject), reportBelow(report, 'subject'), replyHosts);
    judgeText(text, parseLines(text), reportBelow(report, 'text'), replyHosts);
  },
  /** One kind of line break, one order of members. */
  normalise: ({ subject, text }) => ({ subject, text: toPlainText(text).trim() }),
  widens: (before, after) => after !== undefined && !isSame(before, after),
};
