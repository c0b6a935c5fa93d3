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
 * Providers of which it is known which spellings certainly mean one mailbox. `+tag` needs
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
];

const words = (text: string): string[] => text.trim().split(/\s+/);

/** Endings of the domains of more providers: nothing is known of the spellings at these. */
const ENDINGS = {
  outlook: `
    com at be cl co.id co.il co.th com.ar com.au com.br com.gr com.tr com.vn cz de dk es fr hu ie in
    it jp kr lv my ph pt sa sg`,
  hotmail: `
    com at be ca ch cl co.il co.jp co.kr co.nz co.th co.uk com.ar com.au com.br com.tr cz de dk es
    fi fr gr hu it nl no se sg`,
  live: `
    com at be ca ch cl cn co.uk co.za com.ar com.au com.mx com.pt com.sg de dk fi fr ie in it jp nl
    no ru se`,
  yahoo: `
    com at be ca cn co.id co.in co.jp co.kr co.nz co.th co.uk co.za com.ar com.au com.br com.cn
    com.co com.hk com.mx com.my com.ph com.sg com.tr com.tw com.vn cz de dk es fi fr gr hu ie in it
    nl no pl pt ro se`,
  aol: `com co.uk de fr`,
  gmx: `de net at ch com fr es co.uk`,
};

/** Whole domains of more such providers. */
const OTHERS = `
  msn.com passport.com ymail.com rocketmail.com myyahoo.com aim.com mail.ru inbox.ru list.ru bk.ru
  internet.ru rambler.ru web.de mail.com email.com t-online.de freenet.de posteo.de mailbox.org
  qq.com foxmail.com 163.com 126.com yeah.net 139.com 189.cn sina.com sina.cn sohu.com aliyun.com
  21cn.com vip.qq.com naver.com daum.net hanmail.net kakao.com nate.com rediffmail.com docomo.ne.jp
  ezweb.ne.jp au.com softbank.ne.jp i.softbank.jp orange.fr wanadoo.fr free.fr sfr.fr laposte.net
  bbox.fr libero.it virgilio.it tiscali.it alice.it tim.it bluewin.ch comcast.net verizon.net
  att.net sbcglobal.net bellsouth.net cox.net charter.net shaw.ca rogers.com bell.net sympatico.ca
  videotron.ca btinternet.com sky.com virginmedia.com ntlworld.com talktalk.net bigpond.com
  optusnet.com.au xtra.co.nz ziggo.nl kpnmail.nl home.nl telenet.be skynet.be telia.com online.no
  seznam.cz centrum.cz wp.pl o2.pl onet.pl interia.pl poczta.onet.pl abv.bg ukr.net uol.com.br
  bol.com.br terra.com.br ig.com.br zoho.com zohomail.com hey.com tuta.com tutanota.com tutanota.de
  tutamail.com tuta.io duck.com hushmail.com privaterelay.appleid.com mozmail.com`;

/** Domains whose mailboxes belong to people who have nothing to do with each other. */
const SHARED: ReadonlySet<string> = new Set([
  ...PROVIDERS.flatMap(({ domains }) => domains),
  ...Object.entries(ENDINGS).flatMap(([name, endings]) => inEach(name, ...words(endings))),
  ...words(OTHERS),
]);

const BY_DOMAIN: ReadonlyMap<string, MailProvider> = new Map(
  PROVIDERS.flatMap((provider) => provider.domains.map((domain) => [domain, provider] as const)),
);

export const isSharedDomain = (domain: string): boolean => SHARED.has(domain);

/**
 * The registered domain of an address, whose owner can invent subdomains at will; undefined for a
 * shared one.
 */
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
 * The mailbox that an address is delivered to, as far as it is known: without case and `+tag`, and
 * as its provider reads it. Dots count elsewhere: the address without them may be another person's.
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
