import { networkInterfaces } from 'node:os';
import { getDomain } from 'tldts';
import { isLoopback } from '../../platform/text/host-name.ts';
import type { Finding } from '../operator/doctor/finding.ts';

type Known = Readonly<Record<string, string | undefined>>;

/** What mail servers of these domains are called in SPF records. */
const SPF_OF: Readonly<Record<string, string>> = {
  'gmail.com': 'include:_spf.google.com',
  'office365.com': 'include:spf.protection.outlook.com',
  'mailgun.org': 'include:mailgun.org',
  'amazonaws.com': 'include:amazonses.com',
  'postmarkapp.com': 'include:spf.mtasv.net',
};

/** The first IPv4 address that is not of this machine alone. */
const ownAddress = (): string =>
  Object.values(networkInterfaces())
    .flatMap((all) => all ?? [])
    .find(({ family, internal }) => family === 'IPv4' && !internal)?.address ??
  'ADDRESS-OF-THIS-MACHINE';

function mechanismOf({ SMTP_HOST: host = '' }: Known): string {
  if (isLoopback(host)) return `ip4:${ownAddress()}`;
  return SPF_OF[getDomain(host) ?? ''] ?? 'include:NAME-FROM-YOUR-PROVIDER';
}

/** The records to add for what the doctor missed, as lines of a zone file. */
export function recordsFor(findings: readonly Finding[], known: Known): string[] {
  const domain = /@([^@>]+)>?$/.exec(known['MAIL_FROM'] ?? '')?.[1] ?? '';
  const host = URL.parse(known['PUBLIC_URL'] ?? '')?.hostname ?? '';
  const isMissing = (subject: string, said: RegExp) =>
    findings.some(
      (one) => one.subject === subject && one.verdict !== 'ok' && said.test(one.message),
    );
  return [
    isMissing('PUBLIC_URL', /\(ENOTFOUND\)/) && `${host}. A ${ownAddress()}`,
    isMissing('SPF', /no v=spf1|does not exist/) &&
      `${domain}. TXT "v=spf1 ${mechanismOf(known)} -all"`,
    isMissing('DKIM', /./) &&
      `SELECTOR._domainkey.${domain}. TXT "v=DKIM1; k=rsa; p=KEY-OF-YOUR-MAIL-SERVER"`,
    isMissing('DMARC', /has no record/) &&
      `_dmarc.${domain}. TXT "v=DMARC1; p=none; rua=mailto:${known['OPERATOR_CONTACT']}"`,
  ].filter((line) => line !== false);
}
