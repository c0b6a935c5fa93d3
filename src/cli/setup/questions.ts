import { getDomain } from 'tldts';
import { isLoopback } from '../../platform/text/host-name.ts';
import { SETTINGS, type Row } from '../../platform/settings/settings-table.ts';
import { UsageError, type CommandContext } from '../command.ts';
import type { Changes } from './settings-document.ts';

type Known = Readonly<Record<string, string | undefined>>;

/** A question, and the option that answers it where there is no terminal. */
interface Question {
  option: string;
  /** A setting, which is given as `SETTING=VALUE`. */
  isSetting?: true;
  text: string;
  isSecret?: true;
  isAsked?(known: Known): boolean;
  /** The present answer, or a proposal; undefined where a person has to say. */
  fallback(known: Known): string | undefined;
  toSettings(answer: string, known: Known): Changes;
}

const hostOf = (known: Known) => URL.parse(known['PUBLIC_URL'] ?? '')?.hostname ?? '';

const isHttps = ({ PUBLIC_URL: url = '' }: Known) => url.startsWith('https:');

/** Keeps what is set, where that is a secret or has more than one spelling. */
const AS_SET = 'as it is';

/** Settings that nobody else on the machine may read from a command line. */
const isHidden = (name: string) => /(?:PASSWORD|SECRET|TOKEN|KEYS?)$/.test(name);

/** What is asked for one further setting of a way that mail leaves. */
const ofSetting = (
  name: keyof typeof SETTINGS,
  text: string,
  isAsked: (known: Known) => boolean,
): Question => ({
  option: name,
  isSetting: true,
  text,
  ...(isHidden(name) && { isSecret: true }),
  isAsked,
  fallback: (known) => ((known[name] ?? known[`${name}_FILE`]) ? AS_SET : undefined),
  toSettings: (answer) => ({ [name]: answer, [`${name}_FILE`]: undefined }),
});

/** Settings of each way that mail leaves by HTTPS, in the order in which they are asked for. */
const OF_API: Readonly<Record<string, readonly ApiSetting[]>> = {
  graph: [
    'MAIL_API_USER',
    'MAIL_OAUTH_TOKEN_URL',
    'MAIL_OAUTH_CLIENT_ID',
    'MAIL_OAUTH_CLIENT_SECRET',
  ],
  gmail: [
    'MAIL_OAUTH_TOKEN_URL',
    'MAIL_OAUTH_CLIENT_ID',
    'MAIL_OAUTH_CLIENT_SECRET',
    'MAIL_OAUTH_REFRESH_TOKEN',
  ],
  ses: ['AWS_REGION', 'AWS_ACCESS_KEY_ID', 'AWS_SECRET_ACCESS_KEY'],
  mailgun: ['MAIL_API_USER', 'MAIL_API_KEY'],
  jmap: ['MAIL_API_URL', 'MAIL_API_KEY'],
};

const API_TEXTS = {
  MAIL_API_USER: 'Mailbox that sends (graph), or sending domain (mailgun)',
  MAIL_API_URL: 'Address of the JMAP session',
  MAIL_API_KEY: 'API key, or bearer token of JMAP',
  MAIL_OAUTH_TOKEN_URL: 'Address that gives access tokens',
  MAIL_OAUTH_CLIENT_ID: 'Id of the application there',
  MAIL_OAUTH_CLIENT_SECRET: 'Secret of the application',
  MAIL_OAUTH_REFRESH_TOKEN: 'Refresh token',
  AWS_REGION: 'Region of SES',
  AWS_ACCESS_KEY_ID: 'Access key for SES',
  AWS_SECRET_ACCESS_KEY: 'Secret of the access key',
} as const satisfies Partial<Record<keyof typeof SETTINGS, string>>;

type ApiSetting = keyof typeof API_TEXTS;

const API_SETTINGS = Object.keys(API_TEXTS) as readonly ApiSetting[];

const without = (names: readonly string[]): Changes =>
  Object.fromEntries(
    names.flatMap((name) => [
      [name, undefined],
      [`${name}_FILE`, undefined],
    ]),
  );

const asksForLogin = ({ SMTP_HOST: host }: Known) => host !== undefined && !isLoopback(host);

/** The way that mail leaves: a provider of MAIL_API, or a mail server. */
function wayOfMail(answer: string, { MAIL_API: before }: Known): Changes {
  const change = before === answer ? {} : without([...API_SETTINGS, 'MAIL_OAUTH_SCOPE']);
  if (Object.hasOwn(OF_API, answer)) {
    const scope = answer === 'graph' && 'https://graph.microsoft.com/.default';
    return {
      ...without(['SMTP_URL', 'SMTP_HOST', 'SMTP_PORT', 'SMTP_USER', 'SMTP_PASSWORD']),
      ...change,
      MAIL_API: answer,
      ...(scope && { MAIL_OAUTH_SCOPE: scope }),
    };
  }
  const [, host = answer, port] = /^(.+?):(\d+)$/.exec(answer) ?? [];
  return {
    ...(before && change),
    MAIL_API: undefined,
    SMTP_URL: undefined,
    SMTP_HOST: host,
    SMTP_PORT: port ?? (isLoopback(host) ? '25' : undefined),
    ...(isLoopback(host) && { SMTP_USER: undefined, SMTP_PASSWORD: undefined }),
  };
}

const QUESTIONS: readonly Question[] = [
  {
    option: 'domain',
    text: 'Domain of the service, like forms.example.com',
    fallback: ({ PUBLIC_URL: url }) => url,
    toSettings: (answer) => ({
      PUBLIC_URL: /^https?:/.test(answer) ? answer : `https://${answer}`,
    }),
  },
  {
    option: 'mail',
    text: `Mail server, like smtp.example.com or localhost; or by HTTPS ${Object.keys(OF_API).join(', ')}`,
    fallback: ({ MAIL_API: api, SMTP_HOST: host, SMTP_PORT: port, SMTP_URL, SMTP_URL_FILE }) =>
      (api ?? SMTP_URL ?? SMTP_URL_FILE)
        ? AS_SET
        : host && (port === undefined ? host : `${host}:${port}`),
    toSettings: wayOfMail,
  },
  ofSetting('SMTP_USER', 'User of the login there', asksForLogin),
  ofSetting('SMTP_PASSWORD', 'Password of the login there', asksForLogin),
  ...API_SETTINGS.map((name) =>
    ofSetting(
      name,
      API_TEXTS[name],
      ({ MAIL_API: api = '' }) => OF_API[api]?.includes(name) === true,
    ),
  ),
  {
    option: 'from',
    text: 'Sender of every mail',
    fallback: (known) =>
      known['MAIL_FROM'] ?? `Forms <forms@${getDomain(hostOf(known)) ?? 'example.com'}>`,
    toSettings: (answer) => ({ MAIL_FROM: answer }),
  },
  {
    option: 'operator',
    text: 'Your own mail address',
    fallback: ({ OPERATOR_CONTACT: contact }) => contact,
    toSettings: (answer) => ({ OPERATOR_CONTACT: answer }),
  },
  {
    option: 'https',
    text: 'Should Caddy on this machine get the certificate? caddy, or other',
    isAsked: isHttps,
    fallback: ({ TRUSTED_PROXIES: proxies }) => (proxies === undefined ? 'caddy' : AS_SET),
    toSettings: () => ({ TRUSTED_PROXIES: '127.0.0.1,::1' }),
  },
];

/** Reads each changed setting as the service does; throws UsageError. */
function check(changes: Changes): void {
  for (const [name, value] of Object.entries(changes)) {
    const row = Object.entries<Row<unknown>>(SETTINGS).find(([known]) => known === name)?.[1];
    if (value === undefined || !row) continue;
    try {
      row.parse(value, () => '');
    } catch (error) {
      throw new UsageError(`${name} ${error instanceof Error ? error.message : 'is wrong'}.`);
    }
  }
}

/** What an answer changes; throws UsageError. */
function read(question: Question, answer: string, known: Known): Changes {
  if (answer === AS_SET) return {};
  const changes = question.toSettings(answer, known);
  check(changes);
  return changes;
}

/** Asks until the answer is one that the service can read. */
async function askFor(question: Question, known: Known, { ask, note }: CommandContext) {
  const fallback = question.fallback(known);
  const prompt = `${question.text}${fallback === undefined ? '' : ` [${fallback}]`}: `;
  for (;;) {
    const answer = (await ask?.(prompt, question.isSecret)) || fallback;
    if (answer === undefined) continue;
    try {
      return { answer, changes: read(question, answer, known) };
    } catch (error) {
      if (!(error instanceof UsageError)) throw error;
      note(error.message);
    }
  }
}

/** The answer of an option, or what holds already; throws UsageError. */
async function takeGiven(question: Question, known: Known, { option }: CommandContext) {
  const { isSetting, text, fallback } = question;
  const answer = (isSetting ? undefined : option(question.option)) ?? fallback(known);
  if (answer !== undefined) return { answer, changes: read(question, answer, known) };
  const value = question.isSecret ? '_FILE=PATH' : '=VALUE';
  const name = isSetting ? `${question.option}${value}` : `--${question.option}`;
  throw new UsageError(`There is no terminal to ask on: “${text}” is answered by ${name}.`);
}

export interface Answers {
  changes: Changes;
  usesCaddy: boolean;
}

/** What the options name; all questions where there is a terminal, and no option was given. */
export async function gather(context: CommandContext, present: Known): Promise<Answers> {
  const assigned = readAssignments(context);
  let [changes, usesCaddy]: [Changes, boolean] = [{}, false];
  const isNamed =
    Object.keys(assigned).length > 0 ||
    QUESTIONS.some(({ option }) => context.option(option) !== undefined);
  const answer = context.ask && !isNamed ? askFor : takeGiven;
  for (const question of QUESTIONS) {
    const known = { ...present, ...changes, ...assigned };
    if (question.isAsked?.(known) === false) continue;
    const given = await answer(question, known, context);
    changes = { ...changes, ...given.changes };
    if (question.option === 'https') usesCaddy = given.answer === 'caddy';
  }
  return { changes: { ...changes, ...assigned }, usesCaddy };
}

/** Further settings, as `SETTING=VALUE`; a secret as `SETTING_FILE=PATH`, unseen by others. */
function readAssignments({ positionals }: CommandContext): Changes {
  return Object.fromEntries(
    positionals.map((text) => {
      const [, name = '', value] = /^([A-Z][A-Z\d_]*)=(.*)$/s.exec(text) ?? [];
      if (value === undefined) throw new UsageError(`${text} is not SETTING=VALUE.`);
      if (isHidden(name)) {
        throw new UsageError(`Other users would see ${name}: write ${name}_FILE=PATH.`);
      }
      return [name, value === '' ? undefined : value];
    }),
  );
}
