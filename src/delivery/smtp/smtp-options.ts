import type { MailFailure } from '../../mail/mailer.ts';

export const DEFAULTS = {
  /** Maximum number of open sessions; opened on demand. */
  connections: 10,
  /** Maximum number of messages that wait for a session; one more is refused at once. */
  maxWaiting: 200,
  /** Milliseconds for one message, from the call to the server's last reply. */
  deadline: 25_000,
  /** Milliseconds that an idle session stays open, less than mail servers usually allow. */
  idle: 20_000,
  /** Milliseconds that opening a session may take, also when its message is gone. */
  opening: 30_000,
  /** Milliseconds for which an accepted message proves that the server takes more. */
  proof: 5_000,
  /** Milliseconds until one more session is tried than the server allowed. */
  retry: 60_000,
  /** Milliseconds for the answers to a probe of a silent server, at least. */
  probe: 2_000,
  /** Milliseconds between two probes. */
  pause: 1_000,
  /** Milliseconds that a visitor waits while the server answers no message. */
  hurry: 2_000,
  /** The sender and recipient of probes; without it they name only the null sender. */
  address: '',
  /** Called with the reason when the server stops accepting mail; without one when it resumes. */
  report: (_failure: MailFailure | undefined): void => undefined,
};

export type SmtpOptions = typeof DEFAULTS;
