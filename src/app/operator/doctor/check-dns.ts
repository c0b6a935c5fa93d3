import { Resolver } from 'node:dns/promises';
import { fail, faultOf, ok, PATIENCE, warn, type Finding } from './finding.ts';

/** The answer of DNS for the TXT records of a name. */
interface TxtAnswer {
  /** `empty`: the name exists and has no records. `absent`: neither it nor a name below it exists. */
  state: 'found' | 'empty' | 'absent' | 'unknown';
  records: readonly string[];
  /** Why the state is unknown. */
  fault: string;
}

export type AskTxt = (name: string) => Promise<TxtAnswer>;

const STATES: Readonly<Record<string, TxtAnswer['state']>> = {
  ENODATA: 'empty',
  ENOTFOUND: 'absent',
};

/** Asks the resolvers of the system, or one server, given as `ADDRESS` or `ADDRESS:PORT`. */
export function createAskTxt(server: string | undefined): AskTxt {
  const resolver = new Resolver({ timeout: PATIENCE / 2, tries: 1, maxTimeout: PATIENCE / 2 });
  if (server !== undefined) resolver.setServers([server]);
  return async (name) => {
    const late = setTimeout(() => resolver.cancel(), PATIENCE);
    try {
      const records = await resolver.resolveTxt(name);
      return { state: 'found', records: records.map((parts) => parts.join('')), fault: '' };
    } catch (error) {
      const fault = faultOf(error);
      return { state: STATES[fault] ?? 'unknown', records: [], fault };
    } finally {
      clearTimeout(late);
    }
  };
}

const unanswered = (subject: string, name: string, { fault }: TxtAnswer) =>
  warn(
    subject,
    `DNS gave no answer for ${name} (${fault}): try again, or use another server with --dns`,
  );

/** The tags of a DKIM or DMARC record (RFC 6376, 3.2). */
function tagsOf(record: string): Map<string, string> {
  return new Map(
    record.split(';').map((part) => {
      const at = part.indexOf('=');
      return [part.slice(0, Math.max(at, 0)).trim(), part.slice(at + 1).trim()];
    }),
  );
}

/** Judges the SPF records of a domain (RFC 7208) by the mechanism `all`. */
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

async function checkSpf(ask: AskTxt, domain: string): Promise<Finding> {
  const answer = await ask(domain);
  if (answer.state === 'unknown') return unanswered('SPF', domain, answer);
  if (answer.state === 'absent') {
    return fail('SPF', `the domain ${domain} of MAIL_FROM does not exist: its mail is refused`);
  }
  return judgeSpf(
    domain,
    answer.records.filter((text) => /^v=spf1(\s|$)/i.test(text)),
  );
}

function judgeDkimKey(name: string, records: readonly string[]): Finding {
  const key = records.map((text) => tagsOf(text).get('p')).find((value) => value !== undefined);
  if (key === undefined) {
    const advice = 'add the record that your mail provider gives you';
    return fail('DKIM', `${name} holds no key: ${advice}`);
  }
  if (key === '') return fail('DKIM', `the key at ${name} is revoked: use another selector`);
  const advice = 'send yourself a mail to see whether it is signed with it';
  return ok('DKIM', `${name} holds a key; ${advice}`);
}

/** Without a selector, DNS only says whether the domain may have keys. */
async function checkDkim(ask: AskTxt, domain: string, selector?: string): Promise<Finding> {
  const folder = `_domainkey.${domain}`;
  const name = selector === undefined ? folder : `${selector}.${folder}`;
  const answer = await ask(name);
  if (answer.state === 'unknown') return unanswered('DKIM', name, answer);
  if (selector !== undefined) return judgeDkimKey(name, answer.records);
  if (answer.state === 'absent') {
    return warn('DKIM', `${domain} has no DKIM key: set up signing at your mail provider`);
  }
  return ok('DKIM', `${domain} may have keys; --dkim-selector NAME checks the one you use`);
}

const POLICIES: ReadonlySet<string | undefined> = new Set(['none', 'quarantine', 'reject']);

function judgeDmarc(name: string, records: readonly string[]): Finding {
  if (records.length > 1) return warn('DMARC', `${name} has more than one record: keep one`);
  const policy = tagsOf(records[0] ?? '')
    .get('p')
    ?.toLowerCase();
  if (POLICIES.has(policy)) return ok('DMARC', `${name} says p=${policy}`);
  return warn('DMARC', `${name} has no policy: add p=none, p=quarantine or p=reject`);
}

/** A domain without a policy has that of a domain above it (RFC 7489, 6.6.3). */
async function checkDmarc(ask: AskTxt, domain: string): Promise<Finding> {
  const labels = domain.split('.');
  for (let above = 0; above <= labels.length - 2; above += 1) {
    const name = ['_dmarc', ...labels.slice(above)].join('.');
    const answer = await ask(name);
    if (answer.state === 'unknown') return unanswered('DMARC', name, answer);
    const records = answer.records.filter((text) => /^v=DMARC1\s*(;|$)/i.test(text));
    if (records.length > 0) return judgeDmarc(name, records);
  }
  return warn('DMARC', `_dmarc.${domain} has no record: add one; "v=DMARC1; p=none" is a start`);
}

/** Checks the DNS records that receivers look up for the domain of MAIL_FROM. */
export function checkDns(
  ask: AskTxt,
  domain: string,
  selector: string | undefined,
): Promise<Finding[]> {
  return Promise.all([
    checkSpf(ask, domain),
    checkDkim(ask, domain, selector),
    checkDmarc(ask, domain),
  ]);
}
