import { domainToUnicode } from 'node:url';
import ipaddr from 'ipaddr.js';

/** Most web addresses that are looked at in a text, and the longest one. */
const MOST = 50;
const LONGEST = 2_000;

/** No part of these patterns can match in two ways, so they run in linear time. */
const LINK = /https?:\/\/(?:www\.)?|\bwww\./gi;
const END = /[\s<>"'()[\]{}]/g;
const ADDRESS = /\/\/\[[\da-f:.]{2,45}\]/iy;

/** The number of web addresses in a text. */
export const countLinks = (text: string): number => text.match(LINK)?.length ?? 0;

/** Where the first web addresses of a text begin and end. */
function* linksOf(text: string): Generator<{ from: number; to: number }> {
  let [found, passed] = [0, 0];
  for (const { index } of text.matchAll(LINK)) {
    if (index < passed) continue;
    ADDRESS.lastIndex = text.indexOf(':', index) + 1;
    // An IPv6 address is in brackets, which otherwise end a link.
    END.lastIndex = ADDRESS.test(text) ? ADDRESS.lastIndex : index;
    passed = END.exec(text)?.index ?? text.length;
    yield { from: index, to: passed };
    found += 1;
    if (found === MOST) return;
  }
}

export function withoutLinks(text: string): string {
  const parts: string[] = [];
  let end = 0;
  for (const { from, to } of linksOf(text)) {
    parts.push(text.slice(end, from));
    end = to;
  }
  return [...parts, text.slice(end)].join(' ');
}

/**
 * Public URL shorteners, which hide where a link leads. A company's own (`youtu.be`,
 * `maps.app.goo.gl`, `amzn.eu`) are left out.
 */
const SHORT_HOSTS: ReadonlySet<string> = new Set(
  (
    'bit.ly tinyurl.com is.gd v.gd t.ly cutt.ly rb.gy rebrand.ly shorturl.at tiny.cc ow.ly buff.ly ' +
    's.id bl.ink adf.ly clck.ru vk.cc u.to t.co t2m.io soo.gd qr.ae shorte.st ouo.io lnk.to'
  ).split(' '),
);

/** The end of a text before a slash: a host that nothing stands before. */
const HOST_BEFORE = /(?:^|[\s<>"'()[\]{},;:=])([a-z\d]{1,10}\.[a-z]{2,4})$/i;
const LONGEST_HOST = 16;

/** True if a short link is written without its scheme. */
export function hasBareShortLink(text: string): boolean {
  let at = text.indexOf('/');
  for (let count = 0; at >= 0 && count < MOST; count += 1) {
    const host = HOST_BEFORE.exec(text.slice(Math.max(0, at - LONGEST_HOST), at))?.[1];
    if (host !== undefined && SHORT_HOSTS.has(host.toLowerCase())) return true;
    at = text.indexOf('/', at + 1);
  }
  return false;
}

/**
 * Endings that look like files (`invoice.zip`), and almost free ones with mostly unwanted mail.
 * Those that shops and people use too (`.xyz`, `.online`, `.shop`, `.info`) are left out.
 */
const ODD_ENDINGS: ReadonlySet<string> = new Set(
  'zip mov cfd sbs cyou icu bond click loan bid gdn cam rest quest tk ml ga cf gq'.split(' '),
);

/** Letters of other scripts that look like Latin ones. */
const LOOK_ALIKE = /^[аеорсухіјѕһԁԛԝӏьвкмнтгαεονρτυχικ\d-]+$/u;

/** True if a label of a domain is made to be taken for another one. */
function isLookAlike(label: string): boolean {
  const other = /[\p{Script=Cyrillic}\p{Script=Greek}]/u.test(label);
  return other && (/\p{Script=Latin}/u.test(label) || LOOK_ALIKE.test(label));
}

/** Addresses inside somebody's network, which people quote from their devices. */
const OWN_RANGES: ReadonlySet<string> = new Set([
  'private',
  'loopback',
  'linkLocal',
  'uniqueLocal',
  'unspecified',
]);

/** True if a host, as URLs have it, is an address of a machine that anyone may reach. */
function isNumber(host: string): boolean {
  if (!/[\d\]]$/.test(host)) return false;
  const bare = host.replace(/^\[|\]$/g, '');
  return ipaddr.isValid(bare) && !OWN_RANGES.has(ipaddr.parse(bare).range());
}

/** Percent-encoded letters and digits: no program writes them unless to hide a word. */
const HIDDEN_LETTER = /%(?:3\d|[46][1-9a-f]|[57][\da])/gi;
const MANY_HIDDEN = 3;

/** True if a web address hides its target. Length does not: maps and shops have long ones. */
function isUnusual(link: string): boolean {
  const url = URL.parse(/^www\./i.test(link) ? `http://${link}` : link);
  if (!url) return false;
  const { hostname, username } = url;
  if (username !== '' || SHORT_HOSTS.has(hostname.replace(/^www\./, ''))) return true;
  if (isNumber(hostname) || ODD_ENDINGS.has(hostname.slice(hostname.lastIndexOf('.') + 1))) {
    return true;
  }
  const isOdd = hostname.includes('xn--') && domainToUnicode(hostname).split('.').some(isLookAlike);
  return isOdd || (link.match(HIDDEN_LETTER)?.length ?? 0) >= MANY_HIDDEN;
}

/** True if a text has a web address that hides where it leads. */
export function hasUnusualLink(text: string): boolean {
  if (hasBareShortLink(text)) return true;
  if (countLinks(text) === 0) return false;
  for (const { from, to } of linksOf(text)) {
    if (to - from <= LONGEST && isUnusual(text.slice(from, to))) return true;
  }
  return false;
}
