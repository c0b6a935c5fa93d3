import { Resolver } from 'node:dns/promises';
import { faultOf } from '../../command.ts';
import { fail, ok, PATIENCE, warn, type Finding } from './finding.ts';

/** DNS gave no answer; the message says for which name. */
export class NoAnswer extends Error {}

/** Records of a name; undefined if neither it nor a name below it exists. Throws NoAnswer. */
type Lookup = (name: string) => Promise<readonly string[] | undefined>;

/** Lookups in DNS; `names` are those of an address. */
export interface Dns {
  txt: Lookup;
  mx: Lookup;
  addresses: Lookup;
  names: Lookup;
}

/** Asks the resolvers of the system, or one server, given as `ADDRESS` or `ADDRESS:PORT`. */
export function createDns(server: string | undefined): Dns {
  const create = (call: (resolver: Resolver, name: string) => Promise<string[]>): Lookup => {
    const resolver = new Resolver({ timeout: PATIENCE / 2, tries: 1, maxTimeout: PATIENCE / 2 });
    if (server !== undefined) resolver.setServers([server]);
    return async (name) => {
      const late = setTimeout(() => resolver.cancel(), PATIENCE);
      try {
        return await call(resolver, name);
      } catch (error) {
        const fault = faultOf(error);
        if (fault === 'ENODATA') return [];
        if (fault === 'ENOTFOUND') return undefined;
        throw new NoAnswer(
          `DNS gave no answer for ${name} (${fault}): try again, or use another server with --dns`,
        );
      } finally {
        clearTimeout(late);
      }
    };
  };
  const [ofVersion4, ofVersion6] = [
    create((resolver, name) => resolver.resolve4(name)),
    create((resolver, name) => resolver.resolve6(name)),
  ];
  return {
    txt: create(async (resolver, name) =>
      (await resolver.resolveTxt(name)).map((parts) => parts.join('')),
    ),
    mx: create(async (resolver, name) =>
      (await resolver.resolveMx(name)).map(({ exchange }) => exchange),
    ),
    names: create((resolver, address) => resolver.reverse(address)),
    async addresses(name) {
      const both = await Promise.all([ofVersion4(name), ofVersion6(name)]);
      return both.flatMap((some) => some ?? []);
    },
  };
}

/** True if a domain equals or contains the other: then its SPF counts for the other's DMARC. */
export const areAligned = (one: string, other: string) =>
  one === other || one.endsWith(`.${other}`) || other.endsWith(`.${one}`);

export const domainOf = (address = '') => address.slice(address.lastIndexOf('@') + 1).toLowerCase();

/** The tags of a DKIM or DMARC record (RFC 6376, 3.2). */
function tagsOf(record: string): Map<string, string> {
  return new Map(
    record.split(';').map((part) => {
      const at = part.indexOf('=');
      return [part.slice(0, Math.max(at, 0)).trim(), part.slice(at + 1).trim()];
    }),
  );
}

function judgeSpf(domain: string, records: readonly string[]): Finding {
  const [record, another] = records;
  if (record === undefined) {
    const advice = 'add the one that your mail provider gives you';
    return warn('SPF', `${domain} has no v=spf1 record: ${advice}`);
  }
  if (another !== undefined) {
    const many = `${domain} has ${records.length} v=spf1 records`;
    return warn('SPF', `${many}, which receivers treat as none: merge them`);
  }
  const terms = record.toLowerCase().split(/\s+/).slice(1);
  if (terms.includes('+all') || terms.includes('all')) {
    const risk = 'it ends in +all, which lets everybody send as your domain';
    return warn('SPF', `${risk}: end it in -all or ~all`);
  }
  if (terms.length === 1 && terms[0] === '-all') {
    return fail('SPF', 'it is only -all, which says that nobody sends from this domain');
  }
  return ok('SPF', 'one record; your mail provider knows whether it covers your mail server');
}

async function checkSpf(ask: Lookup, domain: string): Promise<Finding> {
  const records = await ask(domain);
  if (records) {
    const spf = records.filter((text) => /^v=spf1(\s|$)/i.test(text));
    return judgeSpf(domain, spf);
  }
  return fail('SPF', `the domain ${domain} of MAIL_FROM does not exist: its mail is refused`);
}

function judgeDkimKey(name: string, records: readonly string[]): Finding {
  const key = records.map((text) => tagsOf(text).get('p')).find((value) => value !== undefined);
  if (key === undefined) {
    return fail('DKIM', `${name} holds no key: add the record that your mail provider gives you`);
  }
  if (key === '') return fail('DKIM', `the key at ${name} is revoked: use another selector`);
  return ok(
    'DKIM',
    `${name} holds a key; send yourself a mail to see whether it is signed with it`,
  );
}

/** Without a selector, DNS only says whether the domain may have keys. */
async function checkDkim(ask: Lookup, domain: string, selector?: string): Promise<Finding> {
  const folder = `_domainkey.${domain}`;
  const name = selector === undefined ? folder : `${selector}.${folder}`;
  const records = await ask(name);
  if (selector !== undefined) return judgeDkimKey(name, records ?? []);
  if (!records) {
    return warn('DKIM', `${domain} has no DKIM key: set up signing at your mail provider`);
  }
  return ok('DKIM', `${domain} may have keys; --dkim-selector NAME checks the one you use`);
}

function judgeDmarc(name: string, records: readonly string[]): Finding {
  if (records.length > 1) return warn('DMARC', `${name} has more than one record: keep one`);
  const policy = tagsOf(records[0] ?? '').get('p') ?? '';
  if (/^(?:none|quarantine|reject)$/i.test(policy)) {
    return ok('DMARC', `${name} says p=${policy.toLowerCase()}`);
  }
  return warn('DMARC', `${name} has no policy: add p=none, p=quarantine or p=reject`);
}

/** A domain without a policy has that of a domain above it (RFC 7489, 6.6.3). */
async function checkDmarc(ask: Lookup, domain: string): Promise<Finding> {
  const labels = domain.split('.');
  for (let above = 0; above <= labels.length - 2; above += 1) {
    const name = ['_dmarc', ...labels.slice(above)].join('.');
    const records = (await ask(name)) ?? [];
    const dmarc = records.filter((text) => /^v=DMARC1\s*(;|$)/i.test(text));
    if (dmarc.length > 0) return judgeDmarc(name, dmarc);
  }
  return warn('DMARC', `_dmarc.${domain} has no record: add one; "v=DMARC1; p=none" is a start`);
}

const CHECKS = { SPF: checkSpf, DKIM: checkDkim, DMARC: checkDmarc };

/** Checks the DNS records that receivers look up for the domain of MAIL_FROM. */
export function checkDns(ask: Lookup, domain: string, selector?: string): Promise<Finding[]> {
  return Promise.all(
    Object.entries(CHECKS).map(async ([subject, check]) => {
      try {
        return await check(ask, domain, selector);
      } catch (error) {
        if (error instanceof NoAnswer) return warn(subject, error.message);
        throw error;
      }
    }),
  );
}
