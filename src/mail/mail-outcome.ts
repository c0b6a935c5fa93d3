import { ServiceError } from '../contract/service-error.ts';
import { MailFailure } from './mailer.ts';

/** What a request hears whose only effect would have been a mail. */
export const NOTHING_CHANGED =
  'The email could not be sent, so nothing was changed. Please try again later.';

/** Whether a failed mail may have arrived; then it counts as sent. */
export const isDoubtful = (error: unknown): boolean =>
  error instanceof MailFailure && error.kind === 'doubtful';

/** Sends a mail that a budget has counted. Throws like `send`; a mail that was certainly not sent is given back. */
export async function sendOrRefund(
  send: () => Promise<void>,
  refund: () => Promise<void>,
): Promise<void> {
  try {
    await send();
  } catch (error) {
    if (!isDoubtful(error)) await refund();
    throw error;
  }
}

/**
 * Sends a mail that a request waits for; false if it may have arrived. `report` gets the failure. Throws
 * `delivery_failed` with the message `notSent`, and like `send` what is no failure of the mail server.
 */
export async function sendOrRefuse(
  send: () => Promise<void>,
  notSent: string,
  report: (failure: MailFailure) => void,
): Promise<boolean> {
  try {
    await send();
    return true;
  } catch (cause) {
    if (!(cause instanceof MailFailure)) throw cause;
    report(cause);
    if (cause.kind === 'doubtful') return false;
    throw new ServiceError('delivery_failed', cause.retryDetails, { message: notSent, cause });
  }
}
