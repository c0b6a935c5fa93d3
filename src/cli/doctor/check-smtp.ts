import type { SmtpServer } from '../../channels/smtp-connect.ts';
import { SmtpSession } from '../../channels/smtp-session.ts';
import { Deadline } from '../../channels/deadline.ts';
import { MailFailure } from '../../mail/mailer.ts';
import { isLoopback } from '../../text/loopback.ts';
import { fail, ok, PATIENCE, warn, type Finding } from './finding.ts';

const DAY = 86_400_000;

/** Days before the end of a certificate at which an automatic renewal should have happened. */
const RENEWAL_DAYS = 14;

/** What a session opens without that it does not open with is at fault. In this order. */
const RELAXATIONS: readonly {
  relax(server: SmtpServer): SmtpServer;
  blame(server: SmtpServer): [subject: string, message: string];
}[] = [
  {
    relax: (server) => ({ ...server, auth: undefined }),
    blame: () => [
      'smtp login',
      'the server refuses user or password, or offers no login: see SMTP_URL',
    ],
  },
  {
    relax: (server) => ({ ...server, auth: undefined, tls: { rejectUnauthorized: false } }),
    blame: ({ host }) => [
      'smtp certificate',
      `it is not valid for ${host}, has ended, or nobody vouches for it: name the server as its certificate does, or have it renewed`,
    ],
  },
  {
    relax: (server) => ({ ...server, auth: undefined, ignoreTls: true, requireTls: false }),
    blame: () => [
      'smtp TLS',
      'the server offers no STARTTLS that works, and SMTP_URL needs it: use its smtps:// port',
    ],
  },
];

async function attempt(server: SmtpServer): Promise<SmtpSession | MailFailure> {
  try {
    return await SmtpSession.open(server, new Deadline(PATIENCE));
  } catch (error) {
    if (error instanceof MailFailure) return error;
    throw error;
  }
}

async function explain(server: SmtpServer, { reason, replyCode }: MailFailure): Promise<Finding> {
  for (const { relax, blame } of RELAXATIONS) {
    const session = await attempt(relax(server));
    if (session instanceof SmtpSession) {
      session.quit();
      return fail(...blame(server));
    }
  }
  const what = replyCode === undefined ? reason : `${reason}, reply ${replyCode}`;
  return fail(
    'smtp',
    `no session with ${server.host}:${server.port} (${what}): check SMTP_URL and firewalls`,
  );
}

function judgeTransport(
  { host, secure, auth, tls }: SmtpServer,
  ends: Date | undefined,
): Finding[] {
  if (!ends) {
    if (isLoopback(host)) return [ok('smtp TLS', 'not used; the server is this machine')];
    const what = auth ? 'mails and the password cross' : 'mails cross';
    return [warn('smtp TLS', `not used: ${what} the network in the clear`)];
  }
  const used = ok('smtp TLS', secure ? 'from the first byte' : 'STARTTLS is offered and used');
  if (tls.rejectUnauthorized === false) {
    return [used, warn('smtp certificate', 'is not looked at, as SMTP_URL says')];
  }
  const days = Math.floor((ends.getTime() - Date.now()) / DAY);
  const message = `valid, for another ${days} days`;
  return [
    used,
    days < RENEWAL_DAYS ? warn('smtp certificate', message) : ok('smtp certificate', message),
  ];
}

/** Connects to the mail server as the service does and logs in; sends nothing. */
export async function checkSmtp(server: SmtpServer | undefined): Promise<Finding[]> {
  if (!server) {
    const message = 'SMTP_URL is not set: mail goes to the preview mailbox and nowhere else';
    return [warn('smtp', message)];
  }
  const session = await attempt(server);
  if (session instanceof MailFailure) return [await explain(server, session)];
  const { certificateEnds } = session;
  session.quit();
  return [
    ok('smtp', `${server.host}:${server.port} answers`),
    ...judgeTransport(server, certificateEnds),
    ok('smtp login', server.auth ? 'accepted' : 'none, as SMTP_URL has no user'),
  ];
}
