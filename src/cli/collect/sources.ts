import { MOST_MAIL } from '../../mail/parse-mail.ts';
import { readOption, UsageError, type CommandContext } from '../command.ts';
import { imapAccount, readImapSecret } from './imap-account.ts';
import type { Mailbox } from './mailbox.ts';
import { openMbox } from './mbox.ts';

type OpenMailbox = (place: string, context: CommandContext) => Promise<Mailbox>;

async function openImap(_place: string, context: CommandContext): Promise<Mailbox> {
  const account = readOption(context, 'imap', imapAccount);
  if (!account) throw new UsageError('--imap is missing.');
  const { ImapConnection } = await import('./imap-connection.ts');
  const { openImapMailbox } = await import('./imap-mailbox.ts');
  const since = context.option('since');
  const secret = await readImapSecret(context, account);
  const connection = await ImapConnection.open(account, secret, MOST_MAIL + 1);
  return openImapMailbox(account, {
    connection,
    since: since === undefined ? undefined : new Date(since),
  });
}

/** Where mails can be, by the option that names it. */
const SOURCES: Readonly<Record<string, OpenMailbox>> = {
  imap: openImap,
  mbox: openMbox,
};

/** The mailbox that the command line names; throws UsageError. */
export async function openMailbox(context: CommandContext): Promise<Mailbox> {
  const given = Object.keys(SOURCES).filter((option) => context.option(option) !== undefined);
  const [option = ''] = given;
  const open = SOURCES[option];
  if (!open || given.length > 1) {
    const options = Object.keys(SOURCES).map((name) => `--${name}`);
    throw new UsageError(`Name one mailbox, by ${options.join(' or ')}.`);
  }
  return open(context.option(option) ?? '', context);
}
