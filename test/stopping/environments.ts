import { readFileSync } from 'node:fs';
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

/** A process and all that it started, youngest last. */
export function familyOf(pid: number): number[] {
  const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim();
  return [
    pid,
    ...(children ? children.split(' ').flatMap((child) => familyOf(Number(child))) : []),
  ];
}
