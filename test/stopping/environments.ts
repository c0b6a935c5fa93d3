import { readFileSync } from 'node:fs';
import type { PostgresServer } from '../support/postgres-server.ts';
import type { SmtpSink } from '../support/smtp-sink.ts';
import { newKey } from '../support/keys.ts';

/** Settings of a service that sends to `sink` and limits nothing. */
export const toSink = ({ url }: SmtpSink): Record<string, string> => ({
  SMTP_URL: url,
  MAIL_FROM: 'Forms <forms@letterslot.example>',
  MONTHLY_LIMIT: '0',
  CREATE_RATE_PER_MINUTE: '0',
  FORMS_PER_INBOX: '0',
  SUBMIT_RATE_PER_MINUTE: '0/0',
});

/** Settings of several workers on a new database. */
export const onWorkers = async (
  server: Pick<PostgresServer, 'newDatabase'>,
  count: number,
): Promise<Record<string, string>> => ({
  DATABASE_URL: await server.newDatabase(),
  SEALING_KEYS: `k1:${newKey()}`,
  INDEX_KEY: newKey(),
  WORKERS: String(count),
});

/** A process and all that it started, youngest last. */
export function familyOf(pid: number): number[] {
  const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim();
  return [
    pid,
    ...(children ? children.split(' ').flatMap((child) => familyOf(Number(child))) : []),
  ];
}
