import { isIP } from 'node:net';
import { networkInterfaces } from 'node:os';
import ipaddr from 'ipaddr.js';
import { SmtpSession } from '../../../delivery/smtp/session.ts';
import { Deadline, type Letter } from '../../../delivery/smtp/transaction.ts';
import { MailFailure } from '../../../mail/mailer.ts';
import { composeMessage } from '../../../mail/mime-message.ts';
import type { Settings } from '../../../platform/settings/settings.ts';
import type { SmtpServer } from '../../../platform/settings/smtp-url.ts';
import { isLoopback } from '../../../platform/text/host-name.ts';
import { checkMailApi } from './check-mail-api.ts';
import { areAligned, domainOf, NoAnswer, type Dns } from './check-dns.ts';
import { quote, SESSION_PATIENCE } from './check-smtp.ts';
import { fail, ok, warn, type Finding } from './finding.ts';

/** Lookups that receivers make for one SPF record (RFC 7208, 4.6.4). */
const MOST_LOOKUPS = 10;

const isWithin = (ip: string, network: string): boolean => {
  try {
    const range = ipaddr.parseCIDR(network);
    const address = ipaddr.parse(ip);
    return address.kind() === range[0].kind() && address.match(range);
  } catch {
    return false;
  }
};

/** True if a domain's SPF record allows an address, without macros (RFC 7208, 5). */
async function allows(
  dns: Dns,
  domain: string,
  ip: string,
  left = { lookups: MOST_LOOKUPS },
): Promise<boolean> {
  const record = (await dns.txt(domain))?.find((text) => /^v=spf1(\s|$)/i.test(text)) ?? '';
  const full = isIP(ip) === 4 ? '/32' : '/128';
  for (const term of record.toLowerCase().split(/\s+/).slice(1)) {
    const [, kind = '', value = domain, prefix = full] =
      /^\+?(ip4|ip6|a|mx|include|redirect)(?![^:=/])(?:[:=]([^/]+))?(\/\d+)?/.exec(term) ?? [];
    const isLookup = /^(?:a|mx|include|redirect)$/.test(kind);
    if (isLookup && (left.lookups -= 1) < 0) return false;
    const hosts = kind === 'mx' ? ((await dns.mx(value)) ?? []) : kind === 'a' ? [value] : [];
    const addresses = (await Promise.all(hosts.map(dns.addresses))).flat();
    const named = kind.startsWith('ip') ? [value] : addresses.map((one) => one ?? '');
    if (named.some((one) => isWithin(ip, one + prefix))) return true;
    const isOther = kind === 'include' || kind === 'redirect';
    if (isOther && (await allows(dns, value, ip, left))) return true;
  }
  return false;
}

/** Addresses of this machine that others can reach; behind a NAT there are none. */
const ownAddresses = () =>
  Object.values(networkInterfaces())
    .flatMap((all) => all ?? [])
    .map(({ address }) => address)
    .filter((address) => ipaddr.process(address).range() === 'unicast');

/** Checks that an address's name leads back to it: large mailboxes refuse mail from others. */
async function judgePointer(dns: Dns, ip: string): Promise<Finding> {
  const names = (await dns.names(ip)) ?? [];
  if (names.length === 0) {
    return warn('PTR', `${ip} has no name: set its PTR record where you rent the address`);
  }
  for (const name of names) {
    if ((await dns.addresses(name))?.includes(ip))
      return ok('PTR', `${ip} is ${name}, which leads back to it`);
  }
  return warn(
    'PTR',
    `${ip} is ${names[0]}, which does not lead back to it: add that address to the name`,
  );
}

/** A question that DNS leaves open is a finding too, and hides no other one. */
async function told(what: string, check: () => Promise<Finding>): Promise<Finding> {
  try {
    return await check();
  } catch (error) {
    if (error instanceof NoAnswer) return warn(what, error.message);
    throw error;
  }
}

/** Checks the address of the mail server: its name, and whether SPF allows it. */
export async function checkSender(dns: Dns, settings: Settings): Promise<Finding[]> {
  const { SMTP_URL: server, MAIL_FROM, BOUNCE_ADDRESS } = settings;
  if (!server || !MAIL_FROM) return [];
  const envelope = domainOf(BOUNCE_ADDRESS ?? MAIL_FROM.address);
  const isOwn = isLoopback(server.host);
  let ip: string | undefined;
  const pointer = await told('PTR', async () => {
    const found = isIP(server.host) ? [server.host] : await dns.addresses(server.host);
    [ip] = isOwn ? ownAddresses() : (found ?? []);
    const unknown =
      'no public address is known of it here: check the one that it sends from by hand';
    return ip ? judgePointer(dns, ip) : warn('PTR', `${server.host}: ${unknown}`);
  });
  if (ip === undefined) return [pointer];
  const address = ip;
  const own = `ip${isIP(address)}:${address}`;
  const advice = isOwn
    ? `add ${own} to it`
    : `add the include that your provider gives you, or ${own} if it sends from there`;
  const covered = await told('SPF address', async () =>
    (await allows(dns, envelope, address))
      ? ok('SPF address', `${envelope} allows ${address}`)
      : warn('SPF address', `the record of ${envelope} does not name ${address}: ${advice}`),
  );
  const from = domainOf(MAIL_FROM.address);
  const aligned = areAligned(envelope, from)
    ? [ok('alignment', `the envelope is of ${envelope}: its SPF counts for DMARC of ${from}`)]
    : [];
  return [pointer, covered, ...aligned];
}

const TEXT = `This is the test mail of "letterslot doctor --mail".

It arrived. Was it in the inbox, or in the spam folder? Open its source ("Show original", "View source")
and find the line Authentication-Results: it should say spf=pass, dkim=pass and dmarc=pass.
What to do if one is missing: https://github.com/letterslot/letterslot/blob/main/docs/sending-mail-details.md
`;

/**
 * Sends one letter; throws MailFailure with the server's words. Commands go one by one, so that the
 * last words are those that refuse it.
 */
async function sendAlone(server: SmtpServer, letter: Letter): Promise<void> {
  const deadline = new Deadline(SESSION_PATIENCE);
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  try {
    const session = await SmtpSession.open(server, deadline, {
      nextOf: () => undefined,
      ended({ lastReply }, _message, fault) {
        if (fault instanceof MailFailure && fault.replyCode !== undefined) fault.reply = lastReply;
        if (fault) reject(fault);
        else resolve();
      },
    });
    session.extensions.pipelining = false;
    session.carry({ compose: () => letter, deadline });
    await promise.finally(() => session.quit());
  } finally {
    deadline.clear();
  }
}

/** Sends one mail as the service does. */
export async function sendTestMail(settings: Settings, to: string): Promise<Finding> {
  const { SMTP_URL: server, MAIL_API, MAIL_FROM, BOUNCE_ADDRESS: envelopeFrom } = settings;
  if (!(server ?? MAIL_API) || !MAIL_FROM)
    return fail('mail', 'there is no mail server to send it: set SMTP_HOST or MAIL_API');
  const mail = {
    to,
    subject: 'Letterslot test: did it arrive?',
    language: 'en',
    text: TEXT,
    html: `<!doctype html><html lang="en"><body><pre>${TEXT}</pre></body></html>`,
  };
  const envelope = { from: envelopeFrom ?? MAIL_FROM.address, to };
  const letter = { envelope, message: composeMessage(mail, MAIL_FROM) };
  if (!server) return checkMailApi(settings, letter);
  try {
    await sendAlone(server, letter);
    const next = 'look where it arrived, and for spf=pass, dkim=pass and dmarc=pass in its source';
    return ok('mail', `${server.host}:${server.port} took it: ${next}`);
  } catch (error) {
    if (!(error instanceof MailFailure)) throw error;
    const reply = error.reply === undefined ? error.reason : quote(error.reply);
    return fail('mail', `${server.host}:${server.port} did not take it (${reply})`);
  }
}
