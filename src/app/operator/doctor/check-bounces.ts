import type { Settings } from '../../../platform/settings/settings.ts';
import { ok, warn, type Finding } from './finding.ts';

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
