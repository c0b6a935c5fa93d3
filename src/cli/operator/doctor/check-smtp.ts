import { NO_GREETING } from '../../../delivery/smtp/connect.ts';
import type { SmtpServer } from '../../../platform/settings/smtp-url.ts';
import { SmtpSession } from '../../../delivery/smtp/session.ts';
import { Deadline } from '../../../delivery/smtp/transaction.ts';
import { LOGIN_WANTED, MailFailure, TokenFailure } from '../../../mail/mailer.ts';
import { toSingleLine } from '../../../platform/text/clean-text.ts';
import { isLoopback } from '../../../platform/text/host-name.ts';
import { checkPorts } from './check-ports.ts';
import { fail, ok, PATIENCE, warn, type Finding } from './finding.ts';

const DAY = 86_400_000;

/** Days before the end of a certificate at which an automatic renewal should have happened. */
const RENEWAL_DAYS = 14;

/** Milliseconds to open a session: all the time that a submission has. */
export const SESSION_PATIENCE = 25_000;

const SLOW_GREETING = 2_000;

type Blame = readonly [subject: string, message: string];

/** The fault and its remedy for known reasons: handshake codes of Node and OpenSSL. */
function blameFor({ host, port, auth }: SmtpServer, reason: string): Blame | undefined {
  switch (reason) {
    case NO_GREETING:
      return [
        'smtp',
        `${host}:${port} takes connections and does not greet within ${SESSION_PATIENCE / 1_000} s, ` +
          'which is all the time that a submission has: look at its log and load',
      ];
    case 'DEPTH_ZERO_SELF_SIGNED_CERT':
    case 'SELF_SIGNED_CERT_IN_CHAIN':
    case 'UNABLE_TO_GET_ISSUER_CERT':
    case 'UNABLE_TO_GET_ISSUER_CERT_LOCALLY':
    case 'UNABLE_TO_VERIFY_LEAF_SIGNATURE':
      return [
        'smtp certificate',
        'no authority that this machine trusts has signed it: put the path of a PEM file with its authority ' +
          '(or the certificate itself, if it is self-signed) into NODE_EXTRA_CA_CERTS; if you trust the ' +
          'network in between, name the server in SMTP_URL and add tls.rejectUnauthorized=false to its query' +
          (isLoopback(host) && !auth ? ', or ignoreTLS=true, as the server is this machine' : ''),
      ];
    case 'CERT_HAS_EXPIRED':
      return ['smtp certificate', 'it has expired: have it renewed at the mail server'];
    case 'CERT_NOT_YET_VALID':
      return ['smtp certificate', 'it is not valid yet: check the clock of this machine'];
    case 'ERR_TLS_CERT_ALTNAME_INVALID':
      return [
        'smtp certificate',
        `it is not valid for ${host}: use the name in the certificate as the host`,
      ];
    case 'ERR_SSL_WRONG_VERSION_NUMBER':
      return [
        'smtp TLS',
        'this port does not begin with TLS: write smtp:// in SMTP_URL, or SMTP_TLS=starttls',
      ];
    default:
      return undefined;
  }
}

/** Tried in this order: the first thing without which a session opens is at fault. */
const RELAXATIONS: readonly { without: Partial<SmtpServer>; blame: Blame }[] = [
  {
    without: {},
    blame: [
      'smtp login',
      'the server refuses the user or password, or offers no login: check SMTP_URL, or SMTP_USER and SMTP_PASSWORD ' +
        '(or MAIL_OAUTH_…)',
    ],
  },
  {
    without: { tls: { rejectUnauthorized: false } },
    blame: ['smtp certificate', 'this machine does not accept it'],
  },
  {
    without: { ignoreTls: true, requireTls: false },
    blame: [
      'smtp TLS',
      'the server offers no working STARTTLS, and the settings need it: use its port that begins with TLS (465)',
    ],
  },
];

const QUOTED = 200;

/** The server's reply, on one short line. */
export const quote = (reply: string): string => `“${toSingleLine(reply, QUOTED)}”`;

const isForNow = (code: number) => code >= 400 && code < 500;

/** True if the server refuses even an empty sender for now, which no setting can cause. */
async function refusesAll(session: SmtpSession): Promise<boolean> {
  await session.ask('RSET', new Deadline(PATIENCE));
  return isForNow((await session.ask('MAIL FROM:<>', new Deadline(PATIENCE))) ?? 0);
}

const refusesEverything = (session: SmtpSession): Blame => [
  'smtp',
  `the server refuses every mail for now, ${quote(session.lastReply)}: read its log; Postfix does so while ` +
    'a milter (DKIM, Rspamd) does not answer (milter_default_action)',
];

async function attempt(server: SmtpServer): Promise<SmtpSession | MailFailure> {
  try {
    return await SmtpSession.open(server, new Deadline(SESSION_PATIENCE));
  } catch (error) {
    if (error instanceof MailFailure) return error;
    throw error;
  }
}

async function findBlame(server: SmtpServer, reason: string): Promise<Blame | undefined> {
  const known = blameFor(server, reason);
  if (known) return known;
  for (const { without, blame } of server.auth ? RELAXATIONS : RELAXATIONS.slice(1)) {
    const session = await attempt({ ...server, auth: undefined, tokens: undefined, ...without });
    if (!(session instanceof SmtpSession)) continue;
    const found = (await refusesAll(session)) ? refusesEverything(session) : blame;
    session.quit();
    return found;
  }
  return undefined;
}

/** How it ends when a name leads nowhere. */
const NO_NAME = /^(?:ENOTFOUND|EDNS|ENODATA)$/;

/** How it ends when a port is closed, here or there. */
const CLOSED = /^(?:ECONNREFUSED|EHOSTUNREACH|ENETUNREACH|ETIMEDOUT)$/;

async function explain(server: SmtpServer, failure: MailFailure): Promise<Finding> {
  const { reason, reply } = failure;
  if (failure instanceof TokenFailure)
    return fail('smtp login', `there is no access token (${reason}): check MAIL_OAUTH_…`);
  if (NO_NAME.test(reason)) {
    const where = `${server.host} leads to no server (${reason})`;
    return fail('smtp', `${where}: check the name in SMTP_HOST or SMTP_URL`);
  }
  if (CLOSED.test(reason)) {
    const ports = await checkPorts(server.host);
    return fail('smtp', `no session with ${server.host}:${server.port} (${reason}): ${ports}`);
  }
  const what = reply === undefined ? reason : `${reason}, ${quote(reply)}`;
  const blame = await findBlame(server, reason);
  if (blame) return fail(blame[0], `${blame[1]} (${what})`);
  return fail(
    'smtp',
    `no session with ${server.host}:${server.port} (${what}): check host and port, and firewalls`,
  );
}

/** Servers delay their greeting to catch impatient programs, or while they look up the client. */
function judgeGreeting({ host, port }: SmtpServer, { greetedAfter }: SmtpSession): Finding {
  const answers = `${host}:${port} answers`;
  if (greetedAfter < SLOW_GREETING) return ok('smtp', answers);
  const seconds = (greetedAfter / 1_000).toFixed(1);
  return warn(
    'smtp',
    `${answers}, and greeted after ${seconds} s (postscreen_greet_wait, a tarpit, or a slow lookup of ` +
      "this machine's name?): the first submission after a quiet time waits as long",
  );
}

function judgeTransport(
  { host, secure, auth, tls }: SmtpServer,
  ends: Date | undefined,
): Finding[] {
  if (!ends) {
    if (isLoopback(host)) return [ok('smtp TLS', 'not used; the server is this machine')];
    const what = auth ? 'mails and the password cross' : 'mails cross';
    return [warn('smtp TLS', `not used: ${what} the network unencrypted`)];
  }
  const used = ok('smtp TLS', secure ? 'from the first byte' : 'STARTTLS is offered and used');
  if (tls.rejectUnauthorized === false) {
    if (isLoopback(host) && !auth) {
      return [used, ok('smtp certificate', 'not checked; the server is this machine')];
    }
    return [used, warn('smtp certificate', 'not checked, because SMTP_URL says so')];
  }
  const days = Math.floor((ends.getTime() - Date.now()) / DAY);
  const judge = days < RENEWAL_DAYS ? warn : ok;
  return [used, judge('smtp certificate', `valid, for another ${days} days`)];
}

/** Replies to RCPT that deny access or relaying; an unknown or busy mailbox gets other replies. */
const DENIED: ReadonlySet<number> = new Set([LOGIN_WANTED, 454, 554]);

const SILENT = warn(
  'smtp',
  `the server opens a session, and answers no sender or recipient within ${PATIENCE / 1_000} s: while it answers none ` +
    'within 25 s, submissions are answered 503; look at its log, and at the filters that it asks',
);

/** Checks that the server answers an envelope; QUIT discards it. */
async function judgeLogin(session: SmtpSession, from: string): Promise<Finding> {
  for (const command of [`MAIL FROM:<${from}>`, `RCPT TO:<${from}>`]) {
    const code = await session.ask(command, new Deadline(PATIENCE));
    if (code === undefined) return SILENT;
    if (code >= 300) break;
  }
  return ok('smtp login', 'accepted');
}

/** Judges whether the server accepts an envelope without a login. QUIT discards it unsent. */
async function judgeMissingLogin(session: SmtpSession, from: string): Promise<Finding> {
  const ask = (command: string) => session.ask(command, new Deadline(PATIENCE));
  const offered = session.extensions.login;
  const mail = (await ask(`MAIL FROM:<${from}>`)) ?? 0;
  const code = mail < 300 ? ((await ask(`RCPT TO:<${from}>`)) ?? 0) : mail;
  const reply = code === 0 ? 'no reply' : quote(session.lastReply);
  if (isForNow(mail) && (await refusesAll(session))) return fail(...refusesEverything(session));
  const advice = 'put user and password into SMTP_URL, or set SMTP_USER and SMTP_PASSWORD';
  if (code === LOGIN_WANTED || (offered && (mail >= 400 || DENIED.has(code)))) {
    return fail('smtp login', `the server takes no mail without one (${reply}): ${advice}`);
  }
  if (mail >= 400) return fail('smtp sender', `the server refuses MAIL_FROM (${reply})`);
  if (code === 0) return SILENT;
  if (offered && code >= 400) {
    const message = `none, and without it the server refuses MAIL_FROM as a recipient (${reply})`;
    return warn('smtp login', `${message}: if mails fail, ${advice}`);
  }
  return ok('smtp login', 'none, as the settings have no user');
}

/**
 * Connects to the mail server as the service does and logs in, or asks whether it accepts `from`
 * without a login; sends no mail.
 */
export async function checkSmtp(
  server: SmtpServer | undefined,
  from: string | undefined,
): Promise<Finding[]> {
  if (!server || from === undefined) {
    const message =
      'no SMTP_URL, SMTP_HOST or MAIL_API is set: mail goes to the preview mailbox and nowhere else';
    return [warn('smtp', message)];
  }
  const session = await attempt(server);
  if (session instanceof MailFailure) return [await explain(server, session)];
  const { certificateEnds } = session;
  const judge = server.auth ? judgeLogin : judgeMissingLogin;
  const login = await judge(session, from);
  session.quit();
  return [judgeGreeting(server, session), ...judgeTransport(server, certificateEnds), login];
}
