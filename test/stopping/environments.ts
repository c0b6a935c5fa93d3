import type { SmtpSink } from '../support/smtp-sink.ts';

/** Settings of a service that sends to `sink` and limits nothing. */
export const toSink = ({ url }: SmtpSink): Record<string, string> => ({
  SMTP_URL: url,
  MAIL_FROM: 'Forms <forms@letterslot.example>',
  MONTHLY_LIMIT: '0',
  CREATE_RATE_PER_MINUTE: '0',
  FORMS_PER_INBOX: '0',
  SUBMIT_RATE_PER_MINUTE: '0/0',
});
