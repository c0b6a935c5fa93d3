import { isIP } from 'node:net';
import { getDomain } from 'tldts';
import { sendsReplies, SettingsError, type Settings } from '../../../platform/settings/settings.ts';
import { matching } from '../../../platform/settings/setting-parsers.ts';
import { parseEmailAddress } from '../../../platform/text/email-address.ts';
import { EXIT, readOption, show, styled, table } from '../../command.ts';
import { inspectDatabase, judgeDatabase, type Inspected } from './check-database.ts';
import { areAligned, checkDns, createDns, domainOf } from './check-dns.ts';
import { checkPublicUrl } from './check-public-url.ts';
import { checkClamd, checkRspamd } from './check-filters.ts';
import { checkMailApi, openAccess } from './check-mail-api.ts';
import { checkSender, sendTestMail } from './check-sender.ts';
import { checkSmtp } from './check-smtp.ts';
import { fail, ok, warn, type Finding } from './finding.ts';
import type { OperatorRun } from '../context.ts';

/** `192.0.2.1`, `192.0.2.1:53`, `2001:db8::1` or `[2001:db8::1]:53`. */
function dnsServer(text: string): string {
  const [, bracketed, plain] = /^(?:\[(.+)\](?::\d{1,5})?|([\d.]+):\d{1,5})$/.exec(text) ?? [];
  if (isIP(bracketed ?? plain ?? text) !== 0) return text;
  throw new Error('must be an IP address, with a port or without');
}

const dkimSelector = matching(
  /^[a-z\d_]([a-z\d_.-]{0,61}[a-z\d_])?$/i,
  'must be the name in front of ._domainkey',
);

/** Who tells the service about mail that came back; nothing is asked of them. */
export function checkBounces(settings: Settings): Finding[] {
  const { SMTP_URL, MAIL_API, MAIL_FROM, BOUNCE_ADDRESS, SES_BOUNCE_TOPICS: topics } = settings;
  const { POSTMARK_BOUNCE_SECRET, MAILGUN_SIGNING_KEY } = settings;
  if (MAIL_API === 'graph' || MAIL_API === 'gmail')
    return [
      warn('bounces', 'they come to the mailbox that sends, where somebody has to read them'),
    ];
  if (!SMTP_URL && !MAIL_API) return [];
  const reporters = [
    BOUNCE_ADDRESS && 'BOUNCE_ADDRESS',
    topics && 'SES',
    POSTMARK_BOUNCE_SECRET && 'Postmark',
    MAILGUN_SIGNING_KEY && 'Mailgun',
  ].filter((name) => name !== undefined);
  if (reporters.length === 0) {
    const advice = 'set BOUNCE_ADDRESS or a provider, or forms whose inbox is gone say nothing';
    return [warn('bounces', `${advice} (docs/bounces.md)`)];
  }
  const [bounce, from] = [domainOf(BOUNCE_ADDRESS), domainOf(MAIL_FROM?.address)];
  if (BOUNCE_ADDRESS !== undefined && !areAligned(bounce, from)) {
    const why = `SPF of ${bounce} counts for no DMARC policy of ${from}`;
    return [warn('bounces', `${why}: use an address of that domain, or rely on DKIM`)];
  }
  return [ok('bounces', `reported by ${reporters.join(', ')}`)];
}

/** Checks if forms may mail any address that a visitor enters. */
function describeReplies(settings: Settings): Finding {
  if (!sendsReplies(settings)) return ok('automatic replies', 'off; AUTO_REPLIES=on allows them');
  const hosts = settings.AUTO_REPLY_HOSTS?.join(', ') ?? 'none, see AUTO_REPLY_HOSTS';
  const message = `on; AUTO_REPLIES=off ends them. Hosts they may link to: ${hosts}`;
  return ok('automatic replies', message);
}

function mailAddress(text: string): string {
  const address = parseEmailAddress(text);
  if (address) return address;
  throw new Error('must be a mail address');
}

/** The settings as they are for marked submissions; undefined if these leave like all mail. */
function settingsOfMarked(settings: Settings): Settings | undefined {
  const { MARKED_MAIL_FROM: from, MARKED_SMTP_URL, SMTP_URL, BOUNCE_ADDRESS } = settings;
  return (
    from && {
      ...settings,
      MAIL_FROM: from,
      SMTP_URL: MARKED_SMTP_URL ?? SMTP_URL,
      // A server of its own has a login of its own.
      ...(MARKED_SMTP_URL && { MAIL_API: undefined, MAIL_OAUTH_TOKEN_URL: undefined }),
      BOUNCE_ADDRESS: BOUNCE_ADDRESS && from.address,
    }
  );
}

/** The domain that mailboxes keep a reputation of: the one below a public suffix. */
const registeredDomain = (domain: string) => getDomain(domain) ?? domain;

/** Checks that marked mail has a sender of its own, which keeps its reputation apart. */
export function checkApart({ MAIL_FROM, MARKED_MAIL_FROM }: Settings): Finding[] {
  if (!MAIL_FROM || !MARKED_MAIL_FROM) return [];
  const [first, marked] = [MAIL_FROM, MARKED_MAIL_FROM].map(({ address }) => domainOf(address));
  const domain = registeredDomain(marked ?? '');
  if (registeredDomain(first ?? '') === domain) {
    const advice = 'take an address of another domain, with SPF and DKIM of its own';
    const why = `mailboxes judge ${first} and ${marked} as one, ${domain}, so that spam to forms spoils both`;
    return [warn('marked sender', `${why}: ${advice}`)];
  }
  return [ok('marked sender', `${marked} has a reputation apart from ${first}`)];
}

interface Facts {
  settings: Settings;
  inspected: Inspected;
  dns: string | undefined;
  selector: string | undefined;
  mailTo: string | undefined;
}

/** Checks a mail route: its server, its sender's DNS, a test mail, and bounce reports. */
async function checkMail({ settings: given, dns, selector, mailTo }: Facts): Promise<Finding[]> {
  const { SMTP_URL, MAIL_API, MAIL_FROM: from, MAIL_OAUTH_TOKEN_URL } = given;
  const access = SMTP_URL && MAIL_OAUTH_TOKEN_URL ? openAccess(given) : undefined;
  const server = access ? { ...SMTP_URL, tokens: access.tokens } : SMTP_URL;
  const settings = { ...given, SMTP_URL: server } as Settings;
  const domain = (SMTP_URL ?? MAIL_API) && domainOf(from?.address);
  const found = await Promise.all([
    SMTP_URL || !MAIL_API ? checkSmtp(settings.SMTP_URL, from?.address) : checkMailApi(settings),
    domain ? checkDns(createDns(dns).txt, domain, selector) : [],
    mailTo ? checkSender(createDns(dns), settings) : [],
    mailTo ? sendTestMail(settings, mailTo) : [],
  ]);
  await access?.close();
  return [...found.flat(), ...checkBounces(settings)];
}

/** Before the subjects of what is found about the mail of marked submissions. */
const MARKED = 'marked: ';

/** Each says all that it finds; their order is that of the lines that doctor prints. */
const CHECKS: readonly ((facts: Facts) => readonly Finding[] | Promise<readonly Finding[]>)[] = [
  () => [ok('settings', 'complete')],
  ({ settings, inspected }) => judgeDatabase(settings, inspected),
  ({ settings }) => checkApart(settings),
  (facts) => checkMail(facts),
  async ({ settings, ...facts }) => {
    const ofMarked = settingsOfMarked(settings);
    const findings = ofMarked ? await checkMail({ ...facts, settings: ofMarked }) : [];
    return findings.map((found) => ({ ...found, subject: `${MARKED}${found.subject}` }));
  },
  ({ settings }) => [describeReplies(settings)],
  ({ settings }) => checkRspamd(settings),
  ({ settings }) => checkClamd(settings),
  ({ settings, inspected }) =>
    checkPublicUrl(settings, inspected && 'formId' in inspected ? inspected.formId : undefined),
];

export const VERDICT_COLOURS = { ok: 'green', warn: 'yellow', FAIL: 'red' } as const;

/** Where the documentation says more, in the order in which faults are to be fixed. */
const PAGES: readonly (readonly [subject: RegExp, page: string])[] = [
  [/^settings/, 'operating.md#settings'],
  [/^smtp/, 'operating.md#mail'],
  [/^mail/, 'operating.md#mail'],
  [/^SPF/, 'sending-mail-details.md#spf'],
  [/^DKIM/, 'sending-mail-details.md#dkim'],
  [/^DMARC/, 'sending-mail-details.md#dmarc'],
  [/^PTR/, 'sending-mail-details.md#ptr'],
  [/^bounces/, 'sending-mail-details.md#return-path-and-bounces'],
  [/^marked sender/, 'sending-mail-details.md#marked-mail-apart'],
];

/** Of what is wrong with mail, what to fix first: failures before warnings. */
export function findFirst(findings: readonly Finding[]): string | undefined {
  for (const verdict of ['FAIL', 'warn'] as const) {
    for (const [subject, page] of PAGES) {
      const found = findings.find(
        (one) => one.verdict === verdict && subject.test(one.subject.replace(MARKED, '')),
      );
      if (found) return `${found.subject}: ${found.message} (docs/${page})`;
    }
  }
  return undefined;
}

/** Checks all the service needs. Writes only the row of /ready; mails only with --mail. */
export const doctor: OperatorRun = async (context) => {
  const dns = readOption(context, 'dns', dnsServer);
  const selector = readOption(context, 'dkim-selector', dkimSelector);
  const mailTo = readOption(context, 'mail', mailAddress);
  let checked: readonly (readonly Finding[])[];
  try {
    const settings = context.readSettings();
    const inspected = await inspectDatabase(settings);
    checked = await Promise.all(
      CHECKS.map(async (check) => check({ settings, inspected, dns, selector, mailTo })),
    );
  } catch (error) {
    if (!(error instanceof SettingsError)) throw error;
    checked = error.faults.map((fault) => [fail('settings', fault)]);
  }
  const findings = [ok('Node.js', process.version), ...checked.flat()];
  const healthy = findings.every(({ verdict }) => verdict !== 'FAIL');
  const first = mailTo && findFirst(findings);
  show(context, { healthy, findings, ...(first && { fix_first: first }) }, () => [
    ...table(
      findings.map(({ verdict, subject, message }) => [
        styled(VERDICT_COLOURS[verdict], verdict),
        subject,
        message,
      ]),
    ),
    ...(first ? ['', `Fix first: ${first}`] : []),
  ]);
  return healthy ? EXIT.ok : EXIT.fault;
};
