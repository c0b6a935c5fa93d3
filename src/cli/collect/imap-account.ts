import { decodePart } from '../../platform/settings/setting-parsers.ts';
import { givenSecret } from '../form/client.ts';
import { UsageError, type CommandContext } from '../command.ts';
import { withoutBrackets } from '../../platform/text/host-name.ts';

/** An account at a mail server, as `--imap` names it. */
export interface ImapAccount {
  host: string;
  port: number;
  /** TLS from the first octet (imaps). */
  secure: boolean;
  user: string;
  /** The folder to read; undefined for all of them. */
  folder: string | undefined;
}

/** Proves that the account is the user's. */
export type ImapSecret = { pass: string } | { accessToken: string };

const SHAPE =
  'must look like imaps://user@host/INBOX, or imaps://user@host for all folders, with / # ? : and % in ' +
  'user and folder percent-encoded';

/** Parses --imap; throws an Error whose message completes "--imap …". */
export function imapAccount(text: string): ImapAccount {
  const url = URL.parse(text);
  const isWhole = url && /^imaps?:$/.test(url.protocol) && url.hostname && url.username;
  if (!isWhole || url.search || url.hash) throw new Error(SHAPE);
  if (url.password) {
    throw new Error(
      'has a password, which other users of this machine can see: leave it out, and use --password-file or ' +
        'LETTERSLOT_IMAP_PASSWORD',
    );
  }
  const secure = url.protocol === 'imaps:';
  return {
    host: withoutBrackets(url.hostname),
    port: Number(url.port) || (secure ? 993 : 143),
    secure,
    user: decodePart(url.username, 'user'),
    folder: decodePart(url.pathname.slice(1), 'folder') || undefined,
  };
}

function secretText(text: string): string {
  if (text !== '') return text;
  throw new Error('is empty');
}

/** The account's access token or password, prompted on a terminal if absent; throws UsageError. */
export async function readImapSecret(
  context: CommandContext,
  { user, host }: ImapAccount,
): Promise<ImapSecret> {
  const given = (option: string, variable: string) =>
    givenSecret(context, option, variable, secretText);
  const accessToken = await given('access-token-file', 'LETTERSLOT_IMAP_ACCESS_TOKEN');
  if (accessToken !== undefined) return { accessToken };
  const pass =
    (await given('password-file', 'LETTERSLOT_IMAP_PASSWORD')) ??
    (await context.ask?.(`Password of ${user} at ${host}: `, true));
  if (pass) return { pass };
  throw new UsageError(
    '--imap needs a password: name a file with --password-file, or set LETTERSLOT_IMAP_PASSWORD.',
  );
}
