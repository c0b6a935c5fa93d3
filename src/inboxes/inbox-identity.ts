import { getDomain } from 'tldts';
import { keyedHash, type KeyedHash } from '../platform/secrets/keyed-hash.ts';
import type { Keyring } from '../platform/secrets/keyring.ts';
import { type EmailAddress, splitAddress } from '../platform/text/email-address.ts';

/** How a public mail provider reads the addresses at its domains. */
interface MailProvider {
  domains: readonly string[];
  /** A name is one mailbox at all of its domains; the first of them stands for all. */
  oneMailbox?: true;
  /** Characters of a name that the provider ignores or reads as others. */
  reads?: readonly [characters: RegExp, as: string];
  /** Mail to `anything@name.domain` arrives at `name@domain`. */
  subdomains?: true;
}

const inEach = (name: string, ...endings: string[]) => endings.map((ending) => `${name}.${ending}`);

/**
 * Providers with millions of mailboxes, and which spellings certainly mean the same one. `+tag` needs
 * no entry: it ends a name everywhere. Yahoo's tags with a hyphen are kept: some are names.
 */
const PROVIDERS: readonly MailProvider[] = [
  { domains: ['gmail.com', 'googlemail.com'], oneMailbox: true, reads: [/\./g, ''] },
  {
    domains: ['proton.me', 'protonmail.com', 'protonmail.ch', 'pm.me'],
    oneMailbox: true,
    reads: [/[._-]/g, ''],
  },
  { domains: ['icloud.com', 'me.com', 'mac.com'], oneMailbox: true },
  {
    domains: ['yandex.ru', 'ya.ru', ...inEach('yandex', 'com', 'by', 'kz', 'ua', 'uz')],
    oneMailbox: true,
    reads: [/-/g, '.'],
  },
  {
    domains: [
      ...inEach('fastmail', 'com', 'fm', 'cn', 'co.uk', 'com.au', 'de', 'es', 'in', 'jp', 'mx'),
      ...inEach('fastmail', 'net', 'nl', 'org', 'to', 'uk', 'us'),
    ],
    subdomains: true,
  },
  {
    domains: [
      'msn.com',
      'passport.com',
      ...inEach('outlook', 'com', 'at', 'be', 'cl', 'co.id', 'co.il', 'co.th', 'com.ar', 'com.au'),
      ...inEach('outlook', 'com.br', 'com.gr', 'com.tr', 'com.vn', 'cz', 'de', 'dk', 'es', 'fr'),
      ...inEach('outlook', 'hu', 'ie', 'in', 'it', 'jp', 'kr', 'lv', 'my', 'ph', 'pt', 'sa', 'sg'),
      ...inEach('hotmail', 'com', 'at', 'be', 'ca', 'ch', 'cl', 'co.il', 'co.jp', 'co.kr', 'co.nz'),
      ...inEach('hotmail', 'co.th', 'co.uk', 'com.ar', 'com.au', 'com.br', 'com.tr', 'cz', 'de'),
      ...inEach('hotmail', 'dk', 'es', 'fi', 'fr', 'gr', 'hu', 'it', 'nl', 'no', 'se', 'sg'),
      ...inEach('live', 'com', 'at', 'be', 'ca', 'ch', 'cl', 'cn', 'co.uk', 'co.za', 'com.ar'),
      ...inEach('live', 'com.au', 'com.mx', 'com.pt', 'com.sg', 'de', 'dk', 'fi', 'fr', 'ie'),
      ...inEach('live', 'in', 'it', 'jp', 'nl', 'no', 'ru', 'se'),
    ],
  },
  {
    domains: [
      'ymail.com',
      'rocketmail.com',
      'myyahoo.com',
      'aol.com',
      'aim.com',
      ...inEach('yahoo', 'com', 'at', 'be', 'ca', 'cn', 'co.id', 'co.in', 'co.jp', 'co.kr'),
      ...inEach('yahoo', 'co.nz', 'co.th', 'co.uk', 'co.za', 'com.ar', 'com.au', 'com.br'),
      ...inEach('yahoo', 'com.cn', 'com.co', 'com.hk', 'com.mx', 'com.my', 'com.ph', 'com.sg'),
      ...inEach('yahoo', 'com.tr', 'com.tw', 'com.vn', 'cz', 'de', 'dk', 'es', 'fi', 'fr', 'gr'),
      ...inEach('yahoo', 'hu', 'ie', 'in', 'it', 'nl', 'no', 'pl', 'pt', 'ro', 'se'),
      ...inEach('aol', 'co.uk', 'de', 'fr'),
    ],
  },
  { domains: ['mail.ru', 'inbox.ru', 'list.ru', 'bk.ru', 'internet.ru', 'rambler.ru'] },
  { domains: [...inEach('gmx', 'de', 'net', 'at', 'ch', 'com', 'fr', 'es', 'co.uk'), 'web.de'] },
  { domains: ['mail.com', 'email.com', 't-online.de', 'freenet.de', 'posteo.de', 'mailbox.org'] },
  { domains: ['qq.com', 'foxmail.com', '163.com', '126.com', 'yeah.net', '139.com', '189.cn'] },
  { domains: ['sina.com', 'sina.cn', 'sohu.com', 'aliyun.com', '21cn.com', 'vip.qq.com'] },
  { domains: ['naver.com', 'daum.net', 'hanmail.net', 'kakao.com', 'nate.com', 'rediffmail.com'] },
  { domains: ['docomo.ne.jp', 'ezweb.ne.jp', 'au.com', 'softbank.ne.jp', 'i.softbank.jp'] },
  { domains: ['orange.fr', 'wanadoo.fr', 'free.fr', 'sfr.fr', 'laposte.net', 'bbox.fr'] },
  { domains: ['libero.it', 'virgilio.it', 'tiscali.it', 'alice.it', 'tim.it', 'bluewin.ch'] },
  {
    domains: ['comcast.net', 'verizon.net', 'att.net', 'sbcglobal.net', 'bellsouth.net', 'cox.net'],
  },
  { domains: ['charter.net', 'shaw.ca', 'rogers.com', 'bell.net', 'sympatico.ca', 'videotron.ca'] },
  { domains: ['btinternet.com', 'sky.com', 'virginmedia.com', 'ntlworld.com', 'talktalk.net'] },
  {
    domains: ['bigpond.com', 'optusnet.com.au', 'xtra.co.nz', 'ziggo.nl', 'kpnmail.nl', 'home.nl'],
  },
  { domains: ['telenet.be', 'skynet.be', 'telia.com', 'online.no', 'seznam.cz', 'centrum.cz'] },
  { domains: ['wp.pl', 'o2.pl', 'onet.pl', 'interia.pl', 'poczta.onet.pl', 'abv.bg', 'ukr.net'] },
  {
    domains: ['uol.com.br', 'bol.com.br', 'terra.com.br', 'ig.com.br', 'zoho.com', 'zohomail.com'],
  },
  { domains: ['hey.com', 'tuta.com', 'tutanota.com', 'tutanota.de', 'tutamail.com', 'tuta.io'] },
  { domains: ['duck.com', 'hushmail.com', 'privaterelay.appleid.com', 'mozmail.com'] },
];

const BY_DOMAIN: ReadonlyMap<string, MailProvider> = new Map(
  PROVIDERS.flatMap((provider) => provider.domains.map((domain) => [domain, provider] as const)),
);

/** Whether the mailboxes at a domain belong to people who have nothing to do with each other. */
export const isSharedDomain = (domain: string): boolean => BY_DOMAIN.has(domain);

/** The registered domain of an address, whose owner can invent subdomains at will; undefined for a shared one. */
export function ownDomainOf(address: EmailAddress): string | undefined {
  const { domain } = mailboxOf(address);
  return isSharedDomain(domain) ? undefined : (getDomain(domain) ?? domain);
}

interface Mailbox {
  name: string;
  domain: string;
}

/** `anything@name.domain` as `name@domain`, at providers that deliver it there. */
function outOfSubdomain({ name, domain }: Mailbox): Mailbox {
  const parents = domain.split('.').map((_, index, labels) => labels.slice(index).join('.'));
  const parent = parents.slice(1).find((candidate) => BY_DOMAIN.get(candidate)?.subdomains);
  return parent ? { name: domain.slice(0, -parent.length - 1), domain: parent } : { name, domain };
}

/**
 * The mailbox that an address is delivered to, as far as it is known: without case and `+tag`, and as
 * its provider reads it. Dots count elsewhere: the address without them may be another person's.
 */
export function mailboxOf(address: EmailAddress): Mailbox {
  const { localPart, domain: exact } = splitAddress(address);
  const written = { name: localPart.toLowerCase(), domain: exact };
  const { name, domain } = outOfSubdomain(written);
  const untagged = name.split('+', 1)[0] || name;
  const provider = BY_DOMAIN.get(domain);
  const read = provider?.reads ? untagged.replaceAll(...provider.reads) : untagged;
  const first = provider?.oneMailbox ? provider.domains[0] : undefined;
  return { name: read || untagged, domain: first ?? domain };
}

/** The two names of an inbox in the store; neither reveals the address. */
export interface InboxIdentity {
  /** The exact address: ownership, verification and account lookup. */
  owner: KeyedHash;
  /** The quota identity: allowance, budgets and rate limits only. */
  quota: KeyedHash;
}

/** Contract, create rule 7: `+tags`, dots and provider alias domains count as the same inbox. */
export function quotaAddress(address: EmailAddress): string {
  const { name, domain } = mailboxOf(address);
  return `${name.replaceAll('.', '')}@${domain}`;
}

export function identifyInbox(keyring: Keyring, address: EmailAddress): InboxIdentity {
  return {
    owner: keyedHash(keyring, 'exact-address', address.toLowerCase()),
    quota: keyedHash(keyring, 'inbox-identity', quotaAddress(address)),
  };
}
