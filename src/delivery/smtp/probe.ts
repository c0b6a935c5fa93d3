import { MailFailure } from '../../mail/mailer.ts';
import type { SmtpServer } from '../../platform/settings/smtp-url.ts';
import type { Outgoing, Sender } from './outgoing.ts';
import { SmtpSession } from './session.ts';
import { DONE, type Deadline } from './transaction.ts';

/**
 * Opens a session with `address` as sender and recipient, but sends no mail. Resolves after all
 * replies, with the session if it is usable. Throws MailFailure if a reply is missing.
 */
export async function probe<Message extends Outgoing>(
  server: SmtpServer,
  { address, deadline }: { address: string; deadline: Deadline },
  sender: Sender<Message, SmtpSession<Message>>,
): Promise<SmtpSession<Message> | undefined> {
  let session: SmtpSession<Message>;
  try {
    session = await SmtpSession.open(server, deadline, sender);
  } catch (error) {
    if (error instanceof MailFailure && error.replyCode !== undefined) return undefined;
    throw error;
  }
  const commands = [`MAIL FROM:<${address}>`, ...(address ? [`RCPT TO:<${address}>`] : [])];
  for (const command of commands) {
    const code = await session.ask(command, deadline);
    if (code === undefined)
      throw new MailFailure('refused', deadline.passed ? 'ETIMEDOUT' : 'ECONNECTION');
    if (code !== DONE) break;
  }
  if ((await session.ask('RSET', deadline)) === DONE) return session;
  session.quit();
  return undefined;
}
