import { splitAddress, type EmailAddress } from '../../platform/text/email-address.ts';
import { mailboxOf } from '../../inboxes/inbox-identity.ts';
import { challengeOf } from '../../forms/route.ts';
import type { Delivery } from '../delivery.ts';

/** Why an automatic reply is not sent, as the log has it. */
export type NoAnswer =
  | 'off'
  | 'unsolved'
  | 'test'
  | 'marked'
  | 'no_address'
  | 'machine'
  | 'own_address'
  | 'stopped'
  | 'budget'
  | 'refused'
  | 'fault';

/** Names that no person reads or that answer by themselves (RFC 3834, 2; RFC 2142). */
const MACHINES: ReadonlySet<string> = new Set(
  (
    'abuse bounce bounces daemon devnull donotreply dontreply hostmaster listmaster listproc listserv ' +
    'mailer-daemon mailerdaemon mailman majordomo news noc noreply nobody notification notifications ' +
    'null postmaster root security spam sympa usenet uucp'
  ).split(' '),
);

const SIGNS = /[._-]/g;

/** Begins and ends of the addresses of lists and of programs: `owner-list`, `list-request`. */
const BEGIN = /^(owner|bounces?|no-?reply|do-?not-?reply|mailer-daemon)[._=-]/;
const END =
  /[._-](owner|request|bounces?|join|leave|subscribe|unsubscribe|no-?reply|do-?not-?reply)$/;

/** Whether an address is that of a program or a list, so that nobody waits for an answer there. */
function isMachine(address: EmailAddress): boolean {
  const [name = ''] = splitAddress(address).localPart.toLowerCase().split('+');
  return (
    MACHINES.has(name) ||
    MACHINES.has(name.replace(SIGNS, '')) ||
    BEGIN.test(name) ||
    END.test(name)
  );
}

/** Addresses that this service sends from or is reached at, as mailboxes. */
export function createIsOwn(own: readonly EmailAddress[]): (address: EmailAddress) => boolean {
  const keyOf = (address: EmailAddress) => {
    const { name, domain } = mailboxOf(address);
    return `${name}@${domain}`;
  };
  const keys = new Set(own.map(keyOf));
  return (address) => keys.has(keyOf(address));
}

/** What speaks against an answer without asking the store; else the address that it goes to. */
export function judge(
  { route, submission, isSolved = false }: Delivery,
  isOwn: (address: EmailAddress) => boolean,
): NoAnswer | { to: EmailAddress } {
  const { replyTo, test, suspicions } = submission;
  if (!isSolved || challengeOf(route) !== 'always') return 'unsolved';
  if (test) return 'test';
  if (suspicions) return 'marked';
  if (replyTo === undefined) return 'no_address';
  if (isMachine(replyTo)) return 'machine';
  if (isOwn(replyTo)) return 'own_address';
  return { to: replyTo };
}
