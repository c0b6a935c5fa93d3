import { isLoopback, registeredName } from '../../platform/text/host-name.ts';

/** Translations by Google have the host in the first label of theirs, with `-` for `.` and `--` for `-`. */
const TRANSLATED = '.translate.goog';

function readHost(host: string): string {
  if (!host.endsWith(TRANSLATED)) return host;
  const label = host.slice(0, -TRANSLATED.length);
  return label.replace(/--|-/g, (sign) => (sign === '-' ? '.' : '-'));
}

/**
 * Whether a form was sent from a page that belongs neither to its website nor to this service, and is not on the
 * machine of who sends it. All three are URLs; a page that is not known is no other page.
 */
export function isOtherPage(site: string, { website, own }: { website: string; own: string }) {
  const page = URL.parse(site)?.hostname ?? '';
  const home = URL.parse(website)?.hostname ?? '';
  if (page === home || isLoopback(page) || page.endsWith('.localhost')) return false;
  return registeredName(readHost(page)) !== registeredName(home) && page !== new URL(own).hostname;
}
