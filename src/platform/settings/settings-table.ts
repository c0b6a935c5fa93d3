import { LIMITS } from '../../contract/limits.ts';
import { databaseUrl } from './database-url.ts';
import { proxyNetworks } from './proxy-networks.ts';
import * as parsers from './setting-parsers.ts';
import { smtpUrl } from './smtp-url.ts';

export type ReadFile = (path: string) => string | Buffer;

export interface Row<T> {
  /** Reads the text, or a file that it names; throws an Error that completes "NAME …". */
  parse(text: string, readFile: ReadFile): T;
  /** The text for a variable that is not set; without a fallback the setting is undefined. */
  fallback?: string;
  /** Replaces `fallback` if TRUSTED_PROXIES is set. */
  fallbackBehindProxy?: string;
  /** May come as NAME_FILE, the path of a file that holds it. */
  secret?: true;
  /** Its file may be empty, and counts as not set, where this setting is not given. */
  emptyWithout?: string;
  /** One sentence for docs/reference/settings.md. */
  doc: string;
}

const row = <T, const R extends Omit<Row<T>, 'parse'>>(parse: Row<T>['parse'], rest: R) => ({
  parse,
  ...rest,
});

const PER_RATE = LIMITS.verificationMailsPerCreateRate;

/** Not by `Intl`, which would load its data for this at each start. */
const grouped = (count: number): string =>
  count < 1_000
    ? String(count)
    : `${grouped(Math.floor(count / 1_000))},${String(count % 1_000).padStart(3, '0')}`;

const times = ({ hour, day }: { hour: number; day: number }) => `${hour} and ${grouped(day)} times`;

/** Every setting, once: readSettings and docs/reference/settings.md come from this table. */
export const SETTINGS = {
  PORT: row(parsers.integer(0, 65_535), {
    fallback: '8080',
    doc: 'Port to listen on; 0 takes a free one, which the log line `started` names.',
  }),
  HOST: row(parsers.host, {
    fallback: '127.0.0.1',
    doc: 'Address to listen on; `::` for all, of IPv6 and IPv4, or `0.0.0.0` for all of IPv4; both need a mail server.',
  }),
  PUBLIC_URL: row(parsers.httpUrl, {
    doc:
      'Base of every URL that the service gives out, `http://localhost:PORT` when not set. Request ' +
      'headers do not change it.',
  }),
  DATABASE_URL: row(databaseUrl, {
    fallback: 'file:./data/letterslot.db',
    secret: true,
    doc:
      '`file:PATH` of the embedded SQLite database, created when it does not exist; or ' +
      '`postgres://user:password@host:5432/database` for any number of nodes, several hosts ' +
      'separated by commas; or `postgres://user@/database?host=/var/run/postgresql` for a socket. Options for ' +
      'PostgreSQL: `sslmode` (`disable`, `require`, `verify-ca`, `verify-full`; `require` unless all hosts ' +
      'are this machine), `sslrootcert` (a file, or `system`), `channel_binding`, ' +
      '`target_session_attrs` (`any`, `read-write`, `primary`), `connect_timeout` (seconds), ' +
      '`application_name`, `options`, and `prepare=false` for poolers in transaction mode.',
  }),
  DATABASE_CONNECTIONS: row(parsers.integer(1, 1_000), {
    fallback: '10',
    doc: 'Connections of each process to PostgreSQL, opened on demand.',
  }),
  SEALING_KEYS: row(parsers.sealingKeys, {
    secret: true,
    doc:
      '`id:key,…` with keys of 32 bytes in base64url; the first encrypts, all of them decrypt. When ' +
      'not set, generated at the first start, in a file beside the SQLite database. Required with ' +
      'PostgreSQL. Set together with `INDEX_KEY`.',
  }),
  INDEX_KEY: row(parsers.key, {
    secret: true,
    doc: '32 bytes in base64url for keyed hashes. Cannot be changed later. Generated like `SEALING_KEYS`.',
  }),
  DELIVERY_MODE: row(parsers.oneOf('arbitrary', 'verified'), {
    fallback: 'arbitrary',
    doc:
      '`arbitrary`: any inbox, which confirms by a link that the service mails. `verified`: the mail ' +
      'provider verifies inboxes.',
  }),
  VERIFICATION_PROVIDER: row(parsers.oneOf('cloudflare', 'ses'), {
    doc: 'The provider that verifies inboxes; required with `DELIVERY_MODE=verified`, refused without it.',
  }),
  CLOUDFLARE_ACCOUNT_ID: row(parsers.cloudflareAccount, {
    doc: 'Account in which inboxes become destination addresses of Email Routing.',
  }),
  CLOUDFLARE_API_TOKEN: row(parsers.token, {
    secret: true,
    doc: 'Token with the permission Email Routing Addresses: Edit.',
  }),
  CLOUDFLARE_API_URL: row(parsers.httpUrl, {
    fallback: 'https://api.cloudflare.com/client/v4',
    doc: 'Base of the Cloudflare API.',
  }),
  AWS_REGION: row(parsers.awsRegion, {
    doc: 'Region of SES, in which inboxes become email identities or from which mail leaves (`MAIL_API=ses`).',
  }),
  AWS_ACCESS_KEY_ID: row(parsers.token, {
    secret: true,
    doc: 'Access key for SES. When not set, the role of the machine is used.',
  }),
  AWS_SECRET_ACCESS_KEY: row(parsers.token, {
    secret: true,
    doc: 'Belongs to `AWS_ACCESS_KEY_ID`.',
  }),
  AWS_SESSION_TOKEN: row(parsers.token, {
    secret: true,
    doc: 'Belongs to `AWS_ACCESS_KEY_ID` when that is temporary.',
  }),
  AWS_ENDPOINT_URL_SESV2: row(parsers.httpUrl, {
    doc: "Overrides the region's default endpoint.",
  }),
  SMTP_URL: row(smtpUrl, {
    secret: true,
    doc:
      'Mail server, `smtp://user:password@host:587` or `smtps://…`; user and password ' +
      'percent-encoded. Options in the query: `requireTLS`, `ignoreTLS`, ' +
      '`tls.rejectUnauthorized`, `name`. When not set, mail goes to the embedded preview mailbox; ' +
      '`HOST` and `PUBLIC_URL` must then be this machine.',
  }),
  SMTP_HOST: row(parsers.host, {
    secret: true,
    doc:
      'Mail server, instead of `SMTP_URL` and together with the next four: each is written as it is, without ' +
      'percent-encoding.',
  }),
  SMTP_PORT: row(parsers.integer(1, 65_535), {
    secret: true,
    doc: 'Its port: `587` when not set, or `465` with `SMTP_TLS=implicit`.',
  }),
  SMTP_USER: row(parsers.plainText, { secret: true, doc: 'User of the login there.' }),
  SMTP_PASSWORD: row(parsers.plainText, {
    secret: true,
    emptyWithout: 'SMTP_USER',
    doc: 'Password of the login there, unless `MAIL_OAUTH_…` is set. Without `SMTP_USER` its file may be empty.',
  }),
  SMTP_TLS: row(parsers.oneOf('starttls', 'implicit', 'off'), {
    doc:
      '`starttls` demands it, `implicit` begins with TLS, `off` never uses it. When not set: `implicit` on port 465; ' +
      'else STARTTLS if the server offers it, and demanded if a password would cross the network.',
  }),
  SMTP_CONNECTIONS: row(parsers.integer(1, 1_000), {
    fallback: '10',
    doc: 'Connections of each process to the mail server or provider at the same time, opened on demand.',
  }),
  MAIL_API: row(parsers.oneOf('graph', 'gmail', 'ses', 'mailgun', 'jmap'), {
    doc:
      'Provider that takes mail by HTTPS, in place of a mail server (sending-mail.md). `ses` takes the `AWS_…` ' +
      'settings above.',
  }),
  MAIL_API_URL: row(parsers.secureUrl, {
    doc:
      'Base address in place of the public one of `graph` (`https://graph.microsoft.com/v1.0`), `gmail` ' +
      '(`https://gmail.googleapis.com`) or `mailgun` (`https://api.mailgun.net`). Required for `jmap`: its session ' +
      'resource. `http://` is only for this machine.',
  }),
  MAIL_API_USER: row(parsers.token, {
    doc:
      '`graph`: the mailbox that sends, required. `gmail`: the user, `me` when not set. `mailgun`: the sending ' +
      'domain, required. `jmap`: the account, if it is not the primary one.',
  }),
  MAIL_API_KEY: row(parsers.token, {
    secret: true,
    doc: '`mailgun`: the API key; `jmap`: the bearer token. Required there.',
  }),
  MAIL_OAUTH_TOKEN_URL: row(parsers.secureUrl, {
    doc:
      'Where access tokens come from (OAuth 2), for `graph`, `gmail`, and `SMTP_USER` in place of `SMTP_PASSWORD`. ' +
      'Set together with `MAIL_OAUTH_CLIENT_ID`.',
  }),
  MAIL_OAUTH_CLIENT_ID: row(parsers.plainText, { doc: 'Id of this application there.' }),
  MAIL_OAUTH_CLIENT_SECRET: row(parsers.plainText, {
    secret: true,
    doc: 'Its secret. Optional beside `MAIL_OAUTH_REFRESH_TOKEN`.',
  }),
  MAIL_OAUTH_REFRESH_TOKEN: row(parsers.token, {
    secret: true,
    doc: 'Refresh token. When not set, the application gets tokens by its secret (client credentials).',
  }),
  MAIL_OAUTH_SCOPE: row(parsers.plainText, {
    doc: 'Scope of the tokens, like `https://graph.microsoft.com/.default`.',
  }),
  MAIL_FROM: row(parsers.sender, {
    doc:
      'Sender of every mail, `Name <forms@example.com>`. Required with `SMTP_URL`, `SMTP_HOST` or `MAIL_API`; with ' +
      '`graph` and `gmail` an address that the mailbox may send as.',
  }),
  MARKED_MAIL_FROM: row(parsers.sender, {
    doc:
      'Sender of submissions that are marked, in place of `MAIL_FROM`, so that spam to forms does not spoil the ' +
      'reputation of that one: take another domain (sending-mail-details.md). Addresses in these mails are inert text. ' +
      'When not set, they leave like all mail.',
  }),
  MARKED_SMTP_URL: row(smtpUrl, {
    secret: true,
    doc:
      'Mail server of these, written like `SMTP_URL`, with as many connections as `SMTP_CONNECTIONS`. ' +
      'While it is away, a marked submission is refused. When not set, they leave by the other one.',
  }),
  BOUNCE_ADDRESS: row(parsers.bounceAddress, {
    doc:
      'Address whose mail reaches `letterslot bounce`, like `bounces@forms.example.com`: mails of submissions ' +
      'then have an envelope sender like `bounces+…@forms.example.com`, which names the form (bounces.md).',
  }),
  SES_BOUNCE_TOPICS: row(parsers.snsTopics, {
    doc:
      'ARNs of the SNS topics that report bounces and complaints of SES, separated by commas; opens ' +
      '`POST /v1/bounces/ses`.',
  }),
  POSTMARK_BOUNCE_SECRET: row(parsers.longSecret, {
    secret: true,
    doc:
      'At least 32 characters; opens `POST /v1/bounces/postmark` to requests that have it as the password ' +
      'of their URL.',
  }),
  MAILGUN_SIGNING_KEY: row(parsers.token, {
    secret: true,
    doc: 'The HTTP webhook signing key of Mailgun; opens `POST /v1/bounces/mailgun`.',
  }),
  MONTHLY_LIMIT: row(parsers.integer(0, 1_000_000_000), {
    fallback: String(LIMITS.monthlyDeliveries),
    doc: 'Deliveries per inbox and UTC month; 0 for no limit.',
  }),
  MAX_SUBMISSION_BYTES: row(parsers.integer(1_024, 10_485_760), {
    fallback: String(LIMITS.submissionBytes),
    doc: 'Bytes of the texts of a submission, decoded, in UTF-8. Its body may have three times as many, counted while reading.',
  }),
  MAX_FILE_BYTES: row(parsers.integer(0, LIMITS.largestFileBytes), {
    fallback: '5242880',
    doc:
      'Bytes of all files of one submission together, for forms with the setting `files`; 0 for no files. Keep it ' +
      'below three quarters of what the mail server takes.',
  }),
  TARGET_HOSTS: row(parsers.hosts, {
    doc:
      'Further hosts that chat targets may lead to, separated by commas, like `chat.example.com` for Mattermost, ' +
      'which reads what Slack reads.',
  }),
  AUTO_REPLIES: row(parsers.oneOf('on', 'off'), {
    doc:
      'Whether forms may send automatic replies (auto-reply.md): these mails go to whatever address ' +
      'somebody enters. When not set, `on` where `PUBLIC_URL` is this machine, and `off` elsewhere.',
  }),
  AUTO_REPLY_HOSTS: row(parsers.hostPatterns, {
    doc:
      'Hosts whose https pages automatic replies may link to, separated by commas, like `www.example.com` or ' +
      '`*.example.com` for those below a domain. When not set, such an answer has no link.',
  }),
  CREATE_RATE_PER_MINUTE: row(parsers.integer(0, 1_000_000), {
    fallback: '5',
    doc:
      'Create requests per minute, for one client and for one inbox; 0 for no limit. Verification ' +
      'emails follow from it: in an hour and in a day at most ' +
      `${times(PER_RATE.domain)} as many to one domain (large mailbox providers excepted), ` +
      `${times(PER_RATE.network)} for one client network (IPv4 /24, IPv6 /48), and ` +
      `${times(PER_RATE.deployment)} in all. Automatic replies have separate budgets, as large to one ` +
      `domain and in all, and ${times(LIMITS.answersPerNetwork)} as many for one client network; notices of silence ` +
      'have one in all.',
  }),
  FORMS_PER_INBOX: row(parsers.integer(0, 1_000_000), {
    fallback: '200',
    doc:
      'Forms that one inbox may have, in whatever spelling of its address; 0 for no limit. Deleting forms ' +
      'makes room.',
  }),
  CLIENT_RATE_PER_MINUTE: row(parsers.integer(0, 1_000_000), {
    fallback: '1200',
    doc:
      'Requests per minute of one client to one process, besides creations and submissions; 0, or ' +
      '`CREATE_RATE_PER_MINUTE=0`, for no limit.',
  }),
  SUBMIT_RATE_PER_MINUTE: row(parsers.submitRate, {
    fallback: '60/20',
    doc:
      'Submissions per minute for one form, and for one client over all forms of an inbox; 0 for ' +
      'no limit. A client may fetch three times as many challenges, and have five times as many refused, over all forms; ' +
      'a server with an access key five times those of a form.',
  }),
  RSPAMD_URL: row(parsers.httpUrl, {
    doc:
      'Base of a Rspamd worker, like `http://127.0.0.1:11333`, that is asked about each submission: what it ' +
      'finds suspicious is marked, what it would reject needs a challenge. When it does not answer within 2 ' +
      'seconds, the submission goes on.',
  }),
  RSPAMD_PASSWORD: row(parsers.token, {
    secret: true,
    doc: 'Sent to `RSPAMD_URL` as `Password`, which Rspamd’s controller asks for.',
  }),
  CLAMD_URL: row(parsers.clamdUrl, {
    doc:
      'ClamAV’s clamd, `tcp://host:port` or `unix:///path`, that scans each file before it is delivered. While it does ' +
      'not answer, submissions with files are refused.',
  }),
  ACCOUNT_LOOKUP_SECRET: row(parsers.longSecret, {
    secret: true,
    doc:
      'At least 32 characters; lets a broker that sends it call `POST /v1/account/routes`. When not ' +
      'set, that operation is unavailable.',
  }),
  METRICS_PORT: row(parsers.integer(0, 65_535), {
    doc:
      'Port of a second listener, which serves `/metrics` and `/ready` and nothing else; 0 takes a ' +
      'free one, which a log line names. When not set, there is no second listener.',
  }),
  METRICS_HOST: row(parsers.host, {
    fallback: '127.0.0.1',
    doc: 'Address of that listener. It asks for no token: let only your network reach it.',
  }),
  METRICS_TOKEN: row(parsers.longSecret, {
    secret: true,
    doc:
      'At least 32 characters; serves `GET /metrics` on the main port to `Authorization: Bearer ' +
      'TOKEN`. When not set, `/metrics` is not served on this port.',
  }),
  WEBHOOK_ALLOW_PRIVATE: row(parsers.boolean, {
    fallback: 'false',
    doc:
      'Lets webhooks reach private addresses: for tests and closed networks. Their hosts still need ' +
      'a name below a public suffix.',
  }),
  TRUSTED_PROXIES: row(proxyNetworks, {
    doc:
      'Addresses and networks of proxies, separated by commas. `X-Forwarded-For` counts only from ' +
      'these, up to the rightmost hop that is not one of them, and so do `X-Request-Id` and `traceparent`.',
  }),
  KEEP_ALIVE_SECONDS: row(parsers.integer(1, 3_600), {
    fallback: '5',
    fallbackBehindProxy: '650',
    doc:
      'Seconds for which an idle connection stays open. Set it higher than the idle timeout of your ' +
      'proxy, or the proxy sends requests on connections that are about to close.',
  }),
  DRAIN_SECONDS: row(parsers.integer(0, 10), {
    fallback: '0',
    fallbackBehindProxy: '5',
    doc:
      'Seconds at the beginning of a stop in which `/ready` answers 503 and everything else is still ' +
      'served, so that proxies send their requests elsewhere.',
  }),
  START_PAGE: row(parsers.boolean, {
    fallback: 'true',
    doc: 'Serves the page `/start`, where a person creates a form; `false` switches it off. `/inbox` stays, since mails link to it.',
  }),
  OPERATOR_NAME: row(parsers.line, { doc: 'Who runs the service, as mails and pages name it.' }),
  OPERATOR_CONTACT: row(parsers.contact, {
    doc:
      'Mail address or https URL at which its owners reach them: in mails about the monthly limit, ' +
      'which the operator can raise.',
  }),
  OPERATOR_LINKS: row(parsers.operatorLinks, {
    doc:
      'Links at the foot of every page: `privacy=https://…,imprint=https://…,contact=https://…`, any of the three; ' +
      '`contact` may be `mailto:`.',
  }),
  OPERATOR_LOGO: row(parsers.logo, {
    doc:
      'Logo next to `OPERATOR_NAME` on pages: a file, which the service serves at `/logo` (SVG, PNG, WebP or JPEG, ' +
      'at most 100 kB), or an https URL on the host of `PUBLIC_URL` or of one of the `OPERATOR_LINKS`.',
  }),
  SOURCE_URL: row(parsers.httpUrl, {
    fallback: 'https://github.com/letterslot/letterslot',
    doc: 'Where the source code of this deployment is.',
  }),
  SOURCE_COMMIT: row(parsers.line, {
    doc:
      'Commit of this deployment. When not set: what git says of the checkout, or what the archive or ' +
      'the package was made from.',
  }),
  LOG_LEVEL: row(parsers.oneOf('trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'), {
    fallback: 'info',
    doc: 'Minimum log level of the JSON lines on standard output.',
  }),
  NODE_ENV: row(parsers.line, { doc: '`production` forbids the preview mailbox.' }),
} satisfies Record<string, Row<unknown>>;

type Table = typeof SETTINGS;

/** Every setting, parsed; undefined if the table has no fallback and the variable is not set. */
export type Settings = {
  [Name in keyof Table]: Table[Name] extends { fallback: string }
    ? ReturnType<Table[Name]['parse']>
    : ReturnType<Table[Name]['parse']> | undefined;
};
