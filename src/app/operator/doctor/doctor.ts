import { isIP } from 'node:net';
import { sendsReplies, SettingsError, type Settings } from '../../../platform/settings/settings.ts';
import { matching } from '../../../platform/settings/setting-parsers.ts';
import { EXIT, readOption, show, styled, table, type Run } from '../command.ts';
import { inspectDatabase, judgeDatabase, type Inspected } from './check-database.ts';
import { checkDns, createAskTxt } from './check-dns.ts';
import { checkPublicUrl } from './check-public-url.ts';
import { checkClamd, checkRspamd } from './check-filters.ts';
import { checkSmtp } from './check-smtp.ts';
import { fail, ok, warn, type Finding } from './finding.ts';

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

/** Whether one domain is the other, or below it: then SPF of the one counts for DMARC of the other. */
const areAligned = (one: string, other: string) =>
  one === other || one.endsWith(`.${other}`) || other.endsWith(`.${one}`);

const domainOf = (address = '') => address.slice(address.lastIndexOf('@') + 1).toLowerCase();

/** Who tells the service about mail that came back; nothing is asked of them. */
export function checkBounces(settings: Settings): Finding[] {
  const { SMTP_URL, MAIL_FROM, BOUNCE_ADDRESS, SES_BOUNCE_TOPICS: topics } = settings;
  const { POSTMARK_BOUNCE_SECRET, MAILGUN_SIGNING_KEY } = settings;
  if (!SMTP_URL) return [];
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

/** Whether forms may mail whatever address a visitor enters. */
function describeReplies(settings: Settings): Finding {
  if (!sendsReplies(settings)) return ok('automatic replies', 'off; AUTO_REPLIES=on allows them');
  const hosts = settings.AUTO_REPLY_HOSTS?.join(', ') ?? 'none, see AUTO_REPLY_HOSTS';
  const message = `on; AUTO_REPLIES=off ends them. Hosts they may link to: ${hosts}`;
  return ok('automatic replies', message);
}

interface Facts {
  settings: Settings;
  inspected: Inspected;
  dns: string | undefined;
  selector: string | undefined;
}

/** Each says all that it finds; their order is that of the lines that doctor prints. */
const CHECKS: readonly ((facts: Facts) => readonly Finding[] | Promise<readonly Finding[]>)[] = [
  () => [ok('settings', 'complete')],
  ({ settings, inspected }) => judgeDatabase(settings, inspected),
  ({ settings }) => checkSmtp(settings.SMTP_URL, settings.MAIL_FROM?.address),
  ({ settings, dns, selector }) => {
    const domain = settings.SMTP_URL && domainOf(settings.MAIL_FROM?.address);
    return domain ? checkDns(createAskTxt(dns), domain, selector) : [];
  },
  ({ settings }) => checkBounces(settings),
  ({ settings }) => [describeReplies(settings)],
  ({ settings }) => checkRspamd(settings),
  ({ settings }) => checkClamd(settings),
  ({ settings, inspected }) =>
    checkPublicUrl(settings, inspected && 'formId' in inspected ? inspected.formId : undefined),
];

const COLOURS = { ok: 'green', warn: 'yellow', FAIL: 'red' } as const;

/** Checks everything the service needs, without changing or sending anything. */
export const doctor: Run = async (context) => {
  const dns = readOption(context, 'dns', dnsServer);
  const selector = readOption(context, 'dkim-selector', dkimSelector);
  let checked: readonly (readonly Finding[])[];
  try {
    const settings = context.readSettings();
    const inspected = await inspectDatabase(settings);
    checked = await Promise.all(
      CHECKS.map(async (check) => check({ settings, inspected, dns, selector })),
    );
  } catch (error) {
    if (!(error instanceof SettingsError)) throw error;
    checked = error.faults.map((fault) => [fail('settings', fault)]);
  }
  const findings = [ok('Node.js', process.version), ...checked.flat()];
  const healthy = findings.every(({ verdict }) => verdict !== 'FAIL');
  show(context, { healthy, findings }, () =>
    table(
      findings.map(({ verdict, subject, message }) => [
        styled(COLOURS[verdict], verdict),
        subject,
        message,
      ]),
    ),
  );
  return healthy ? EXIT.ok : EXIT.fault;
};
