import { MailFailure } from '../mail/mailer.ts';
import type { Deadline } from './deadline.ts';
import { mayPass, type SmtpServer } from './connect.ts';
import type { SmtpIdleSessions } from './idle-sessions.ts';
import { DONE, SmtpSession } from './session.ts';

interface Sessions {
  idle: SmtpIdleSessions;
  /** No more than those that are open may be. */
  isFull: boolean;
}

/** Whether the server answers on an idle session. */
async function answers(idle: SmtpIdleSessions, deadline: Deadline): Promise<boolean> {
  const session = idle.take();
  if (!session || (await session.ask('NOOP', deadline)) !== DONE) return false;
  idle.keep(session);
  return true;
}

/**
 * Resolves when the server would take a message: it lets a session of its own log in, or where it
 * allows no more of them, answers on an idle one. Throws MailFailure.
 */
export async function greet(
  server: SmtpServer,
  deadline: Deadline,
  { idle, isFull }: Sessions,
): Promise<void> {
  if (isFull && (await answers(idle, deadline))) return;
  try {
    const session = await SmtpSession.open(server, deadline);
    session.quit();
  } catch (error) {
    const mayBeFull = error instanceof MailFailure && mayPass(error);
    if (!mayBeFull || !(await answers(idle, deadline))) throw error;
  }
}
